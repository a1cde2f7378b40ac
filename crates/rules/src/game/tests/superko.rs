//! Repetitions under each superko rule.

use std::collections::HashSet;

use super::*;
use crate::raw::{IllegalPlay, Point};

#[test]
fn sending_two_returning_one_repeats_the_stones_but_not_the_side_to_move() {
    for (superko, is_legal) in [
        (Superko::Simple, true),
        (Superko::Situational, true),
        (Superko::Positional, false),
    ] {
        let mut game = Game::new(9).unwrap();
        game.set_rules(with(superko));
        play(&mut game, BLACK, "C2 A2 B2 B1 D1 C1 A1");
        assert_eq!(game.is_legal(WHITE, mv("B1")), is_legal, "{superko:?}");
        let banned: &[Coord] = if is_legal { &[] } else { &[coord("B1")] };
        assert_eq!(game.banned(WHITE), banned);
    }
}

#[test]
fn a_replayed_move_may_repeat_a_position_but_breaks_no_other_rule() {
    let mut game = Game::new(9).unwrap();
    play(&mut game, BLACK, "C2 A2 B2 B1 D1 C1 A1");
    assert_eq!(
        game.play_as(WHITE, mv("B1")),
        Err(IllegalMove::Superko(coord("B1")))
    );
    assert_eq!(game.replay(WHITE, mv("B1")), Ok(()));
    assert_eq!(game.captures(WHITE), 1);
    let banned = game.replay(BLACK, mv("B1"));
    assert!(matches!(banned, Err(IllegalMove::Board(_))), "{banned:?}");
    let before = game.board().to_string();
    play(&mut game, BLACK, "E5");
    assert!(game.undo());
    assert_eq!(game.board().to_string(), before);
    assert!(game.undo());
    assert!(!game.is_legal(WHITE, mv("B1")));
}

#[test]
fn a_triple_ko_repeats_the_position() {
    let diagram = "
        . . X O . . . . .
        . X O . O . . . .
        . . X O . . . . .
        . X . X O . . . .
        . . X O . . . . .
        . X O . O . . . .
        . . X O . . . . .
        . . . . . . . . .
        . . . . . . . . .
    ";
    for (superko, is_legal) in [
        (Superko::Simple, true),
        (Superko::Situational, false),
        (Superko::Positional, false),
    ] {
        let mut game = game(with(superko), diagram);
        play(&mut game, BLACK, "D8 C6 D4 C8 D6");
        assert_eq!(game.is_legal(WHITE, mv("C4")), is_legal, "{superko:?}");
        // After a ko threat and its answer the position is new: the kos can be taken once more.
        play(&mut game, WHITE, "J9 J1 C4");
        assert_eq!(game.captures(BLACK), 3);
        assert_eq!(game.captures(WHITE), 3);
    }
}

#[test]
fn eternal_life_repeats_the_position() {
    let diagram = "
        . O . .
        X X O O
        . O . .
        . . . X
    ";
    for (superko, is_legal) in [
        (Superko::Simple, true),
        (Superko::Situational, false),
        (Superko::Positional, false),
    ] {
        let mut game = game(with(superko), diagram);
        play(&mut game, BLACK, "D4 A4 C4");
        assert_eq!(game.captures(BLACK), 2);
        assert_eq!(game.is_legal(WHITE, mv("B4")), is_legal, "{superko:?}");
    }
}

#[test]
fn a_suicide_of_one_stone_repeats_the_position() {
    let diagram = "
        . O . .
        O . . .
        . . . .
        . . . .
    ";
    for (superko, is_legal) in [
        (Superko::Simple, true),
        (Superko::Situational, true),
        (Superko::Positional, false),
    ] {
        let game = game(
            Rules {
                superko,
                ..Rules::TROMP_TAYLOR
            },
            diagram,
        );
        assert_eq!(game.is_legal(BLACK, mv("A4")), is_legal, "{superko:?}");
    }
}

#[test]
fn superko_forbids_repetitions_and_nothing_else() {
    for superko in [Superko::Positional, Superko::Situational] {
        for suicide in [Suicide::Forbidden, Suicide::Allowed] {
            for size in [2, 3, 4] {
                let rules = Rules {
                    suicide,
                    ..with(superko)
                };
                check_random_game(rules, size);
            }
        }
    }
}

fn check_random_game(rules: Rules, size: usize) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut game = Game::new(size).unwrap();
    game.set_rules(rules);
    let key = |board: &AnyBoard, to_move: Color| match rules.superko {
        Superko::Situational => format!("{board} {to_move}"),
        _ => board.to_string(),
    };
    let mut seen = HashSet::from([key(game.board(), BLACK)]);
    for _ in 0..100 {
        for color in Color::BOTH {
            for coord in Coord::all(size) {
                let mut board = game.board().clone();
                let is_fine = match board.play(color, Point::new(coord)) {
                    Err(IllegalPlay::Suicide(_)) if rules.suicide == Suicide::Allowed => {
                        board.play_suicide(color, Point::new(coord));
                        true
                    }
                    result => result.is_ok(),
                };
                let is_new = !seen.contains(&key(&board, !color));
                assert_eq!(game.is_legal(color, Move::Play(coord)), is_fine && is_new);
                assert_eq!(game.banned(color).contains(&coord), is_fine && !is_new);
            }
        }
        let (color, mv) = random_move(&game, &mut rng);
        game.play_as(color, mv).unwrap();
        seen.insert(key(game.board(), !color));
    }
}

fn keys_under(game: &Game, superko: Superko) -> Vec<u64> {
    let mut game = game.clone();
    game.set_rules(Rules {
        superko,
        ..game.rules()
    });
    game.superko_keys()
}

#[test]
fn superko_keys_are_those_of_every_earlier_position() {
    let mut game = Game::new(9).unwrap();
    let mut boards = Vec::new();
    for moves in ["C2", "A2", "pass", "B1"] {
        boards.push((game.board().hash(), game.to_move()));
        let color = game.to_move();
        play(&mut game, color, moves);
    }
    for superko in [Superko::Positional, Superko::Situational] {
        let keys = boards.iter().map(|&(hash, color)| superko.key(hash, color));
        assert_eq!(keys_under(&game, superko), keys.collect::<Vec<_>>());
    }
    assert!(keys_under(&game, Superko::Simple).is_empty());
    // The pass changed only the side to move.
    let keys = keys_under(&game, Superko::Positional);
    assert_eq!(keys[2], keys[3]);
    let keys = keys_under(&game, Superko::Situational);
    assert_ne!(keys[2], keys[3]);
}
