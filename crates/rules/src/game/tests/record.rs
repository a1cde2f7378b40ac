//! Moves, passes and set-up.

use super::*;
use crate::board::IllegalPlay;

#[test]
fn bad_sizes_and_komis_are_refused() {
    for size in [0, 1, 20, 25, usize::MAX] {
        assert_eq!(Game::new(size).unwrap_err(), BadSize(size));
    }
    let mut game = Game::new(9).unwrap();
    for komi in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 400.5, -1e300] {
        assert!(game.set_komi(komi).is_err());
        assert_eq!(game.komi().to_string(), "7");
    }
    for komi in [0.0, -3.5, 6.25, 400.0, -400.0] {
        assert_eq!(game.set_komi(komi), Ok(()));
        assert_eq!(game.komi().to_bits(), komi.to_bits());
    }
}

#[test]
fn a_refused_move_returns_the_reason_and_changes_nothing() {
    let mut game = Game::new(9).unwrap();
    play(&mut game, BLACK, "E6 F6 D5 G5 E4 F4 J9 E5 F5");
    let before = game.clone();
    for (vertex, reason) in [
        ("K1", IllegalMove::OffBoard(coord("K1"))),
        ("A10", IllegalMove::OffBoard(coord("A10"))),
        ("F5", IllegalPlay::Occupied(coord("F5")).into()),
        ("E5", IllegalPlay::Ko(coord("E5")).into()),
    ] {
        assert_eq!(game.play_as(WHITE, mv(vertex)), Err(reason));
        assert!(!game.is_legal(WHITE, mv(vertex)));
    }
    play(&mut game, WHITE, "A2 J8 B1");
    assert_eq!(
        game.play_as(BLACK, mv("A1")),
        Err(IllegalPlay::Suicide(coord("A1")).into())
    );
    for _ in 0..3 {
        game.undo();
    }
    assert_eq!(game.moves(), before.moves());
    assert_eq!(game.board(), before.board());
    assert_eq!(game.captures(BLACK), 1);
}

#[test]
fn after_a_move_elsewhere_the_ko_may_be_taken() {
    let mut game = Game::new(9).unwrap();
    play(&mut game, BLACK, "E6 F6 D5 G5 E4 F4 J9 E5 F5 A1 A2 E5");
    assert_eq!((game.captures(BLACK), game.captures(WHITE)), (1, 1));
}

#[test]
fn one_color_may_move_twice_in_a_row() {
    let mut game = Game::new(9).unwrap();
    for vertex in ["E5", "E4", "pass", "pass"] {
        game.play_as(BLACK, mv(vertex)).unwrap();
        assert_eq!(game.to_move(), WHITE);
    }
    assert!(game.is_over());
}

#[test]
fn suicide_follows_the_rules() {
    let diagram = "
        . O . .
        . O . .
        O . . .
        . . . .
    ";
    let mut game = game(Rules::TROMP_TAYLOR, diagram);
    game.play_as(BLACK, mv("A3")).unwrap();
    game.play_as(BLACK, mv("A4")).unwrap_err(); // the board as it was before A3
    game.set_rules(Rules {
        superko: Superko::Simple,
        ..Rules::TROMP_TAYLOR
    });
    game.play_as(BLACK, mv("A4")).unwrap();
    assert!(game.board().stones(BLACK).is_empty());
    assert_eq!(game.captures(WHITE), 2);
    game.play_as(BLACK, mv("A4")).unwrap();
    game.set_rules(Rules::CHINESE);
    assert!(game.undo());
    assert!(game.undo(), "a suicide is taken back under any rules");
    assert_eq!(
        game.play_as(BLACK, mv("A4")),
        Err(IllegalPlay::Suicide(coord("A4")).into())
    );
    assert_eq!(game.captures(WHITE), 0);
}

#[test]
fn the_last_two_moves_are_those_since_the_game_was_resumed() {
    let last_two = Game::recent_moves::<2>;
    let mut game = Game::new(9).unwrap();
    assert_eq!(last_two(&game), [None, None]);
    play(&mut game, BLACK, "E5");
    assert_eq!(last_two(&game), [Some("E5".parse().unwrap()), None]);
    play(&mut game, WHITE, "pass");
    assert_eq!(
        last_two(&game),
        [Some(Move::Pass), Some("E5".parse().unwrap())]
    );
    play(&mut game, BLACK, "pass");
    game.resume();
    assert_eq!(last_two(&game), [None, None]);
}

#[test]
fn two_passes_end_the_game_until_it_is_resumed() {
    let mut game = Game::new(9).unwrap();
    play(&mut game, BLACK, "E5 pass pass");
    assert!(game.is_over());
    assert_eq!(game.dead_stones(), DeadStones::Removed);
    game.resume();
    assert!(!game.is_over());
    assert_eq!(game.dead_stones(), DeadStones::Stay);
    play(&mut game, WHITE, "pass");
    assert!(!game.is_over(), "one pass after the dispute");
    play(&mut game, BLACK, "pass");
    assert!(game.is_over());
    for _ in 0..4 {
        game.undo();
    }
    assert_eq!(
        game.dead_stones(),
        DeadStones::Removed,
        "the dispute is taken back"
    );
    play(&mut game, WHITE, "pass");
    game.resume();
    assert_eq!(
        game.dead_stones(),
        DeadStones::Removed,
        "there was no end to dispute"
    );
}

#[test]
fn set_up_restarts_the_record() {
    let mut game = Game::new(9).unwrap();
    play(&mut game, BLACK, "E5 C3");
    let stones = [(BLACK, coord("A1")), (WHITE, coord("A2"))];
    game.set_up(stones, WHITE).unwrap();
    assert_eq!(game.to_move(), WHITE);
    assert_eq!(game.move_number(), 2);
    assert!(!game.undo());
    let before = game.clone();
    for bad in [
        [(BLACK, coord("A1")), (WHITE, coord("A1"))],
        [(BLACK, coord("A1")), (WHITE, coord("K1"))],
    ] {
        assert_eq!(game.set_up(bad, BLACK), Err(BadSetUp));
        assert_eq!(game.board(), before.board());
    }
    game.set_komi(0.5).unwrap();
    game.set_rules(Rules::CGOS);
    game.clear();
    assert_eq!(
        (game.size(), game.komi().to_string().as_str(), game.rules()),
        (9, "0.5", Rules::CGOS)
    );
    assert_eq!((game.to_move(), game.board().empty().len()), (BLACK, 81));
}

#[test]
fn resizing_restarts_with_the_same_rules() {
    let mut game = Game::new(9).unwrap();
    game.set_rules(Rules::CGOS);
    game.set_komi(0.5).unwrap();
    game.fixed_handicap(2).unwrap();
    play(&mut game, WHITE, "E5 pass pass");
    assert_eq!(game.resize(20), Err(BadSize(20)));
    assert_eq!((game.size(), game.moves().len()), (9, 3));
    game.resize(5).unwrap();
    assert_eq!(
        (game.size(), game.moves().len(), game.handicap()),
        (5, 0, 0)
    );
    assert_eq!(
        (game.rules(), game.komi().to_string()),
        (Rules::CGOS, "0.5".to_owned())
    );
    assert_eq!(game.to_move(), BLACK);
}

#[test]
fn passes_can_be_left_out_of_the_count() {
    let mut game = Game::new(5).unwrap();
    game.play_as(Color::Black, "C3".parse().unwrap()).unwrap();
    assert_eq!(game.without_passes().last_move(), game.last_move());
    for _ in 0..2 {
        game.play(Move::Pass).unwrap();
    }
    let mut open = game.without_passes();
    assert!(game.is_over() && !open.is_over());
    assert_eq!((open.passes(), open.last_move()), (0, None));
    assert_eq!(open.dead_stones(), game.dead_stones());
    assert_eq!(open.moves(), game.moves());
    for passes in 1..=2 {
        open.play(Move::Pass).unwrap();
        assert_eq!(open.passes(), passes);
    }
    assert!(open.is_over());
}

#[test]
fn without_an_agreement_dead_stones_are_played_out() {
    let mut game = Game::new(5).unwrap();
    game.play_as(Color::Black, Move::Pass).unwrap();
    assert_eq!(game.without_agreement().passes(), 0);
    game.set_rules(Rules::TROMP_TAYLOR);
    assert_eq!(game.without_agreement().passes(), 1);
}

#[test]
fn numbered_moves_of_a_diagram_are_made_in_their_order() {
    let game = |text: &str| Game::from_diagram(text, BLACK);
    let ko = game("$$W\n$$ | . X O . |\n$$ | X O 1 O |\n$$ | . X O . |\n$$ | . . . . |").unwrap();
    assert_eq!((ko.first_to_move(), ko.to_move()), (WHITE, BLACK));
    assert_eq!(ko.moves(), [(WHITE, mv("C3"))]);
    // Black takes the ko, which White may not retake at once.
    let ko = game("$$\n$$ | . X O . |\n$$ | X O 1 O |\n$$ | . X O . |\n$$ | . . . . |").unwrap();
    assert_eq!(ko.stone(coord("B3")), None);
    assert_eq!(ko.captures(BLACK), 1);
    assert!(!ko.is_legal(WHITE, mv("B3")));
    // The tenth move is White's `0`, and captures the first.
    let ten = game("$$B\n$$ | 1 2 . . . |\n$$ | 0 . . 9 7 |\n$$ | 8 . . . 5 |\n$$ | 6 . . . 3 |\n$$ | 4 . . . . |")
        .unwrap();
    assert_eq!((ten.moves().len(), ten.captures(WHITE)), (10, 1));
    assert_eq!(ten.at(0).unwrap().board().all_stones().count(), 0);
    let refused = game("$$\n$$ | 1 O |\n$$ | O . |").unwrap_err();
    assert_eq!(refused.to_string(), "A2 is suicide");
    let board = "$$\n$$ | . X |\n$$ | X 2 |".parse::<AnyBoard>();
    assert_eq!(board.unwrap_err().to_string(), "B1 is suicide");
}
