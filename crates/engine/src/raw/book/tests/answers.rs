//! What a book says about positions of games.

use super::*;
use tao_rules::board::Symmetry;

fn board(line: &str, symmetry: Symmetry) -> AnyBoard {
    let mut board = AnyBoard::new(SIDE);
    for (depth, vertex) in line.split_whitespace().enumerate() {
        let coord = symmetry.apply(coord(vertex), SIDE);
        board.play(color_at(depth), Point::new(coord)).unwrap();
    }
    board
}

fn book() -> Book {
    let mut book = Book::default();
    let tree = book.tree_mut(komi(7.0));
    add(tree, "", &[("E5", 60, 0.5), ("C4", 40, 0.5)]);
    add(tree, "E5", &[("C4", 60, 0.51), ("E7", 40, 0.507)]);
    add(tree, "E5 C4", &[("D3", 60, 0.48), ("G6", 10, 0.44)]);
    add(tree, "E5 E7", &[("D3", 60, 0.495)]);
    book
}

#[test]
fn eight_orientations_get_the_same_moves_turned() {
    let book = book();
    let answer = |symmetry| {
        let board = board("E5 C4", symmetry);
        book.answer(&board, Color::Black, 7.0, 0).unwrap()
    };
    for symmetry in Symmetry::all() {
        let answer = answer(symmetry);
        let moves: Vec<Coord> = answer.moves.iter().map(|mv| mv.coord).collect();
        let expected = ["D3", "G6"].map(|vertex| symmetry.apply(coord(vertex), SIDE));
        assert_eq!(moves, expected);
        assert_eq!((answer.visits, answer.visits_below), (70, 70));
        assert!((answer.points_ahead + 0.3).abs() < 1e-9);
    }
}

#[test]
fn a_line_goes_on_in_the_orientation_of_the_game() {
    let book = book();
    for symmetry in Symmetry::all() {
        for seed in 0..4 {
            let answer = book.answer(&board("E5", symmetry), Color::White, 7.0, seed);
            let answer = answer.unwrap();
            assert_eq!(answer.visits_below, 100 + 70 + 60);
            for mv in &answer.moves {
                assert_eq!((mv.line.len(), mv.depth, mv.line[0]), (2, 1, mv.coord));
                let mut after = board("E5", symmetry);
                for (depth, &coord) in mv.line.iter().enumerate() {
                    after.play(color_at(depth + 1), Point::new(coord)).unwrap();
                }
                // The same position in the book's orientation.
                let known = ["E5 C4 D3", "E5 E7 D3"].map(|line| {
                    let [identity, ..] = Symmetry::all();
                    Identity::of(&board(line, identity), Color::White).key
                });
                assert!(known.contains(&Identity::of(&after, Color::White).key));
            }
        }
    }
}

#[test]
fn another_order_of_the_moves_is_known() {
    let mut book = book();
    let tree = book.tree_mut(komi(7.0));
    add(tree, "E5 C4 D3", &[("G7", 60, 0.5)]);
    // The other order is found in a mirror image.
    add(tree, "C4", &[("D3", 60, 0.5)]);
    add(tree, "C4 D3", &[("E5", 60, 0.5)]);
    for symmetry in Symmetry::all() {
        let turned = |vertex: &str| symmetry.apply(coord(vertex), SIDE);
        let others = |line: &str, last: &str| {
            let board = board(line, symmetry);
            let to_move = color_at(line.split_whitespace().count());
            let answer = book.answer(&board, to_move, 7.0, 0).unwrap();
            let mv = answer.moves.iter().find(|mv| mv.coord == turned(last));
            mv.unwrap().transpositions.clone()
        };
        assert_eq!(others("E5 C4", "D3"), [turned("E5")]);
        assert_eq!(others("D3 C4", "E5"), [turned("D3")]);
        assert_eq!(others("E5 C4 D3", "G7"), []);
    }
}

#[test]
fn moves_near_the_best_are_drawn_by_the_seed() {
    let book = book();
    let [identity, ..] = Symmetry::all();
    // C4 is worth 0.52 and E7 0.505.
    let white = book
        .answer(&board("E5", identity), Color::White, 7.0, 0)
        .unwrap();
    let good: Vec<bool> = white.moves.iter().map(|mv| mv.is_good).collect();
    assert_eq!(good, [true, false]);
    let mut tree = book.tree(komi(7.0)).unwrap().clone();
    add(&mut tree, "C4", &[("E5", 60, 0.518)]);
    let black = tree.answer(&board("", identity), Color::Black, 0).unwrap();
    let chosen: Vec<Coord> = (0..20)
        .map(|seed| black.choose(seed).unwrap().coord)
        .collect();
    assert!((0..2).all(|rank| chosen.contains(&black.moves[rank].coord)));
}

#[test]
fn a_symmetric_position_is_turned_by_the_seed() {
    let book = book();
    let [identity, ..] = Symmetry::all();
    let mut moves = Vec::new();
    for seed in 0..100 {
        let answer = book.answer(&board("E5", identity), Color::White, 7.0, seed);
        let best = answer.unwrap().moves.remove(0);
        assert!(best.images.contains(&best.coord));
        assert_eq!(best.images.len(), 8);
        moves.push(best.coord);
    }
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 8);
}

#[test]
fn a_book_knows_what_it_does_not_know() {
    let book = book();
    let [identity, ..] = Symmetry::all();
    let asked = |line, to_move, komi| book.answer(&board(line, identity), to_move, komi, 0);
    assert!(asked("E5", Color::White, 7.0).is_some());
    assert!(asked("E5", Color::Black, 7.0).is_none());
    assert!(asked("C4", Color::White, 7.0).is_none());
    assert!(asked("E5", Color::White, 7.5).is_none());
    assert!(asked("E5", Color::White, f64::NAN).is_none());
    let other = AnyBoard::new(13);
    assert!(book.answer(&other, Color::Black, 7.0, 0).is_none());
}

#[test]
fn a_komi_with_the_same_results_changes_the_points() {
    let mut book = Book::default();
    let tree = book.tree_mut(komi(6.5));
    add(tree, "", &[("E5", 60, 0.5)]);
    add(tree, "E5", &[("C4", 60, 0.5)]);
    let [identity, ..] = Symmetry::all();
    for (line, to_move, expected) in [("", Color::Black, 0.7), ("E5", Color::White, -1.3)] {
        let answer = book
            .answer(&board(line, identity), to_move, 5.5, 0)
            .unwrap();
        assert!((answer.points_ahead - expected).abs() < 1e-9);
    }
}
