//! Results of games in the values of a book.

use super::*;
use tao_rules::board::Symmetry;

fn game(points: f64, moves: &str, black: f64) -> FinishedGame {
    FinishedGame {
        komi: points,
        moves: moves.split_whitespace().map(coord).collect(),
        black,
    }
}

/// Komi 7: the empty board and C4, each with two moves.
fn small() -> Book {
    let mut book = Book::default();
    let tree = book.tree_mut(komi(7.0));
    add(tree, "", &[("C4", 40, 0.5), ("E5", 30, 0.45)]);
    add(tree, "C4", &[("F5", 40, 0.5), ("D7", 10, 0.4)]);
    book
}

/// Visits and win rate in percent of the moves of a position.
fn moves(book: &Book, index: usize) -> Vec<(String, u32, f64)> {
    let position = &book.trees()[0].positions()[index];
    let percent = |share: Share| (1000.0 * share.number()).round() / 10.0;
    let moves = position.searched.moves.iter();
    moves
        .map(|mv| (mv.coord.to_string(), mv.visits, percent(mv.win_rate)))
        .collect()
}

fn value(book: &Book) -> f64 {
    book.trees()[0].value().unwrap()
}

#[test]
fn a_result_counts_as_visits_of_positions_and_moves_in_any_orientation() {
    for symmetry in Symmetry::all() {
        let mut book = small();
        let mut won = game(7.0, "C4 F5 G3 E5", 1.0);
        for mv in &mut won.moves {
            *mv = symmetry.apply(*mv, SIDE);
        }
        let counted = count_results(&mut book, &[won], 10);
        let before = 0.5;
        assert_eq!(counted.len(), 1);
        let change = counted[0];
        assert_eq!((change.games, change.positions), (1, 2));
        assert!((change.value_before - before).abs() < 1e-4);
        let searched = |index: usize| &book.trees()[0].positions()[index].searched;
        assert_eq!([0, 1].map(|index| searched(index).visits), [80, 60]);
        // (70 * 0.5 + 10) / 80 for Black, (50 * 0.5 + 0) / 60 for White.
        for (index, expected) in [(0, 0.5625), (1, 0.4167)] {
            assert!((searched(index).win_rate.number() - expected).abs() < 1e-4);
        }
        let expected = [("C4".into(), 50, 60.0), ("E5".into(), 30, 45.0)];
        assert_eq!(moves(&book, 0), expected);
        let expected = [("F5".into(), 50, 40.0), ("D7".into(), 10, 40.0)];
        assert_eq!(moves(&book, 1), expected);
        // White's best value after C4 is 0.4 now.
        assert!((value(&book) - 0.6).abs() < 1e-4, "{}", value(&book));
        let read = Book::parse(&to_bytes(&book)).unwrap();
        assert_eq!(value(&read).to_bits(), value(&book).to_bits());
    }
}

#[test]
fn losses_draws_and_moves_that_the_book_lacks_count() {
    let mut book = small();
    let games = [
        game(7.0, "C4 G7", 0.0),
        game(7.0, "C4 G7", 0.5),
        game(7.0, "C4", 0.0),
        game(7.0, "", 1.0),
        game(7.0, "J9 A1", 1.0),
    ];
    let change = count_results(&mut book, &games, 4)[0];
    assert_eq!((change.games, change.positions), (5, 2));
    let mut expected = vec![
        // (40 * 0.5 + 4 * 0.5) / 52
        ("C4".to_owned(), 52, 42.3),
        ("E5".to_owned(), 30, 45.0),
        ("J9".to_owned(), 4, 100.0),
    ];
    let mut found = moves(&book, 0);
    // The corners are the same by symmetry, so any of them may be kept.
    found[2].0 = "J9".to_owned();
    assert_eq!(found, expected);
    expected = vec![
        ("F5".to_owned(), 40, 50.0),
        ("D7".to_owned(), 10, 40.0),
        ("G7".to_owned(), 8, 75.0),
    ];
    assert_eq!(moves(&book, 1), expected);
    let before = to_bytes(&book);
    assert_eq!(count_results(&mut book, &[], 4), []);
    assert_eq!(to_bytes(&book), before);
    assert_eq!(book.len(), 2, "no position is added");
}

#[test]
fn moves_that_the_book_lacks_are_one_where_the_position_is_symmetric() {
    let mut book = Book::default();
    add(book.tree_mut(komi(7.0)), "", &[("E5", 400, 0.5)]);
    let games = ["C3", "C7", "G3", "G7"].map(|mv| game(7.0, mv, 1.0));
    count_results(&mut book, &games, 100);
    let found = moves(&book, 0);
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!((found[1].1, found[1].2), (400, 100.0));
}

#[test]
fn games_may_reach_a_position_by_other_moves() {
    let mut book = Book::default();
    let tree = book.tree_mut(komi(7.0));
    add(tree, "", &[("C3", 40, 0.5)]);
    add(tree, "C3", &[("E5", 40, 0.5)]);
    add(tree, "C3 E5", &[("G6", 40, 0.5)]);
    add(tree, "C3 E5 G6", &[("D7", 40, 0.5)]);
    let change = count_results(&mut book, &[game(7.0, "G6 E5 C3 D7", 0.0)], 10)[0];
    // The empty board and the last position. The games differ in the positions between.
    assert_eq!(change.positions, 2);
    assert_eq!(moves(&book, 3), [("D7".into(), 50, 60.0)]);
}

#[test]
fn the_komi_says_in_which_tree_a_game_counts() {
    let mut book = Book::default();
    for points in [6.5, 7.0] {
        add(book.tree_mut(komi(points)), "", &[("E5", 10, 0.5)]);
    }
    let games = [5.5, 6.5, 7.0, 0.5, f64::NAN].map(|komi| game(komi, "E5", 1.0));
    let counted = count_results(&mut book, &games, 10);
    let counted: Vec<_> = counted
        .iter()
        .map(|change| (change.komi.points(), change.games))
        .collect();
    assert_eq!(counted, [(6.5, 2), (7.0, 1)]);
    let known = [5.5, 7.0, 0.5].map(|komi| book.tree_for(komi).is_some());
    assert_eq!(known, [true, true, false]);
}

#[test]
fn numbers_and_moves_have_limits() {
    let mut book = Book::default();
    add(
        book.tree_mut(komi(7.0)),
        "",
        &[("E5", u32::MAX - 5, 0.5), ("C3", 5, 0.5)],
    );
    let occupied = game(7.0, "E5 E5 C3", 1.0);
    let long = FinishedGame {
        moves: vec![coord("A1"); 100_000],
        ..occupied.clone()
    };
    let change = count_results(&mut book, &[occupied, long], u32::MAX)[0];
    assert_eq!((change.games, change.positions), (2, 1));
    assert_eq!(moves(&book, 0)[0].1, u32::MAX);
    assert!(Book::parse(&to_bytes(&book)).is_ok());
}
