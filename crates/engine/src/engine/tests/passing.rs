//! When to pass.

use super::*;
use crate::engine::passing::wins;

#[test]
fn a_pass_is_answered_by_a_pass_that_wins() {
    let [_, playouts] = both_settings();
    for (rules, komi, color, passes) in [
        (Rules::CHINESE, -13.0, BLACK, true),
        (Rules::CGOS, -13.0, BLACK, true),
        (Rules::CHINESE, 7.0, WHITE, true),
        (Rules::CGOS, 7.0, WHITE, true),
        (Rules::CHINESE, -10.0, BLACK, true),
        (Rules::CGOS, -10.0, BLACK, false),
    ] {
        let mut game = game(rules, komi);
        assert!(
            !wins(&turn(&game, color, None, &playouts)),
            "nobody has passed"
        );
        game.play_as(!color, Move::Pass).unwrap();
        for settings in both_settings() {
            let wins = wins(&turn(&game, color, None, &settings));
            assert_eq!(wins, passes, "{} {komi} {color}", game.rules());
        }
        for mut engine in engines() {
            let suggestion = ask(&mut engine, &game, Purpose::Suggest);
            assert_eq!(suggestion.report.is_none(), passes);
            assert!(!passes || suggestion.mv == Move::Pass);
        }
    }
}

#[test]
fn a_pass_that_wins_only_by_the_wrong_count_is_premature() {
    let [capture, eye] = ["A7", "J8"].map(|vertex| Move::Play(vertex.parse().unwrap()));
    let mut passing = report();
    passing.best = Move::Pass;
    passing.snapshot.moves = visited_once(&[Move::Pass, capture, eye]); // A7 is illegal for White.
    // The dead white stone is worth three points: with komi -10 it decides the game.
    for (rules, komi, color, expected) in [
        (Rules::CGOS, -10.0, BLACK, capture),
        (Rules::CGOS, -10.0, WHITE, Move::Pass),
        (Rules::CHINESE, -10.0, BLACK, Move::Pass),
        (Rules::CHINESE, -10.0, WHITE, eye),
        (Rules::CGOS, 7.0, BLACK, Move::Pass),
        (Rules::CHINESE, 7.0, BLACK, Move::Pass),
        (Rules::CHINESE, 7.0, WHITE, Move::Pass),
    ] {
        let game = game(rules, komi);
        for settings in both_settings() {
            let mut report = passing.clone();
            choose_legal(&turn(&game, color, None, &settings), &mut report);
            assert_eq!(report.best, expected, "{rules} {komi} {color}");
            let no_time = turn(&game, color, Some(Duration::ZERO), &settings);
            let stands = game.standing_score().winner();
            let plays_on = rules == Rules::CGOS && stands != Some(color);
            assert_eq!(
                is_premature_pass(&no_time),
                plays_on,
                "{rules} {komi} {color}"
            );
        }
    }
}

#[test]
fn a_lost_game_is_not_played_forever() {
    for settings in both_settings() {
        let mut game = game(Rules::CHINESE, -10.0);
        assert!(is_premature_pass(&turn(&game, WHITE, None, &settings)));
        while !game.is_long() {
            game.play(Move::Pass).unwrap();
        }
        assert!(!is_premature_pass(&turn(&game, WHITE, None, &settings)));
    }
}

#[test]
fn a_losing_pass_in_an_unsettled_game_is_premature() {
    for settings in both_settings() {
        for rules in [Rules::CHINESE, Rules::CGOS] {
            let mut game = Game::new(9).unwrap();
            game.set_rules(rules);
            game.set_komi(0.5).unwrap();
            assert!(
                is_premature_pass(&turn(&game, BLACK, None, &settings)),
                "{rules}"
            );
            assert!(
                !is_premature_pass(&turn(&game, WHITE, None, &settings)),
                "{rules}"
            );
        }
    }
}

#[test]
fn settled_games_end_whoever_wins_them() {
    for mut engine in engines() {
        for komi in [-10.0, -14.0, 7.0] {
            let mut game = game(Rules::CHINESE, komi);
            while !game.is_over() {
                assert!(game.moves().len() < 300, "{:?}", game.moves());
                let Decision::Play(mv) = decide(&mut engine, &game) else {
                    break;
                };
                game.play(mv).unwrap();
            }
        }
    }
}

#[test]
fn an_early_pass_is_answered_by_a_move() {
    for rules in [Rules::CHINESE, Rules::CGOS] {
        let mut game = Game::new(9).unwrap();
        game.set_rules(rules);
        game.play_as(BLACK, Move::Pass).unwrap();
        for mut engine in engines() {
            let suggestion = ask(&mut engine, &game, Purpose::Suggest);
            assert!(suggestion.report.is_some(), "{rules}");
            assert_ne!(suggestion.mv, Move::Pass, "{rules}");
        }
    }
}

/// White would win by a pass if its dead stone counted, but loses without it.
#[test]
fn where_a_second_pass_would_lose_only_the_other_moves_are_searched() {
    let mut game = game(Rules::CHINESE, -10.0);
    // White has two moves left at the lower edge.
    let [g1, h1] = ["G1", "H1"].map(|vertex| vertex.parse::<Coord>().unwrap());
    let stones: Vec<_> = game
        .board()
        .all_stones()
        .filter(|&(_, at)| at != g1)
        .collect();
    assert!(stones.iter().all(|&(_, at)| at != h1));
    game.set_up(stones, BLACK).unwrap();
    game.play_as(BLACK, Move::Pass).unwrap();
    for mut engine in engines() {
        let report = ask(&mut engine, &game, Purpose::Suggest).report.unwrap();
        assert!(report.playouts >= 50, "{report:?}");
        assert_ne!(report.best, Move::Pass);
        let searched: Vec<Move> = report.moves().iter().map(|stats| stats.mv).collect();
        assert!(!searched.contains(&Move::Pass), "{searched:?}");
        let inspection = ask(&mut engine, &game, Purpose::Inspect);
        let win_rate = inspection.report.unwrap().win_rate;
        assert!(win_rate < 0.5, "{win_rate}");
    }
}

/// White's stones at the lower right are dead in the end, though they look alive, and with them White would win.
#[test]
fn a_pass_that_the_enemy_would_dispute_is_premature() {
    let mut game = doubtful(
        "
        X . . . . . . . .
        . X X X O . . . .
        X O O O . O . O .
        . X O . O . O X .
        X X O O X . O X X
        . X O X X X X X O
        O X X X O O O O O
        O X X O O O . . O
        . X O . O O . X .
        ",
        BLACK,
    );
    game.play_as(BLACK, Move::Pass).unwrap();
    for mut engine in engines() {
        let thought = ask(&mut engine, &game, Purpose::Suggest);
        assert_ne!(thought.mv, Move::Pass);
    }
}

/// White has lost, since its stone on E4 is dead; but until Black captures it, White's capture on B5 puts White ahead.
#[test]
fn a_pass_is_premature_while_a_capture_puts_the_loser_ahead() {
    let lost = "X . O X O\nO O X X O\n. O X X .\nO O X . X\nO X X X .";
    let board: AnyBoard = lost.parse().unwrap();
    for (rules, expected) in [(Rules::CGOS, true), (Rules::CHINESE, false)] {
        let mut game = Game::new(5).unwrap();
        game.set_rules(rules);
        game.set_komi(1.5).unwrap();
        game.set_up(board.all_stones(), WHITE).unwrap();
        let [settings, _] = both_settings();
        let is_premature = is_premature_pass(&turn(&game, WHITE, None, &settings));
        assert_eq!(is_premature, expected, "{rules}");
    }
}

#[test]
fn finding_dead_stones_takes_a_part_of_the_time_for_a_move() {
    let mut game = game(Rules::CHINESE, 7.0);
    game.play_as(BLACK, Move::Pass).unwrap();
    let empty = Game::new(9).unwrap();
    let hour = Duration::from_secs(3600);
    for settings in both_settings() {
        let has_network = settings.network_for(9).is_some();
        // Playouts need more than their part of a short time, and a network needs more than no time.
        let short = Duration::from_millis(if has_network { 0 } else { 10 });
        let without_time = turn(&game, WHITE, Some(short), &settings);
        assert!(!wins(&without_time), "no time to find dead stones");
        let passing = turn(&game, WHITE, Some(hour), &settings);
        assert!(wins(&passing));
        let endless = turn(&game, WHITE, Some(Duration::MAX), &settings);
        assert!(wins(&endless), "the deadline does not overflow");

        let time_to_search = |game, color| {
            let passing = turn(game, color, Some(hour), &settings);
            passing.time_to_search().unwrap().target
        };
        assert!(time_to_search(&empty, BLACK) > hour * 7 / 8);
        // The network finds the dead stones before the search.
        let is_kept = time_to_search(&game, WHITE) <= hour * 7 / 8;
        assert_eq!(is_kept, !has_network);
    }
}
