//! Whole games end, with the result for which the passes were made.

use std::sync::Arc;

use super::*;
use crate::engine::settle;
use crate::engine::settle::{reading_budget, settle_without_dead};
use crate::net::{Network, Shape};
use tao_rules::game::DeadStones;

/// Plays a game of the engine against itself to the end, without resignations. Before each pass, `on_pass` gets the game, the side
/// that passes, and whether it passes because that wins.
fn play_game(
    params: &Params,
    size: usize,
    rules: Rules,
    seed: u64,
    mut on_pass: impl FnMut(&Game, Color, bool),
) -> Game {
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(60),
        seed: Some(seed),
        resign: Resign::Never,
        params: params.clone(),
        ..EngineSettings::default()
    });
    let mut game = Game::new(size).unwrap();
    game.set_rules(rules);
    // With this komi both colors win some games.
    game.set_komi(size as f64 - 1.5).unwrap();
    while !game.is_over() {
        assert!(
            game.moves().len() < 4 * size * size,
            "the game does not end"
        );
        let color = game.to_move();
        let thought = ask(&mut engine, &game, Purpose::Play);
        assert!(!thought.resigns);
        if thought.mv == Move::Pass {
            on_pass(&game, color, thought.report.is_none());
        }
        game.play_as(color, thought.mv).unwrap();
    }
    game
}

fn check_games(params: &Params, size: usize, all_rules: &[Rules], seeds: std::ops::Range<u64>) {
    let settings = EngineSettings {
        params: params.clone(),
        ..EngineSettings::default()
    };
    let judge = settings.network_for(size);
    for &rules in all_rules {
        for seed in seeds.clone() {
            let mut expected = None;
            let mut last_pass_of = None;
            let game = play_game(params, size, rules, seed, |game, color, wins| {
                expected = wins.then(|| {
                    let mut next = game.clone();
                    next.set_to_move(!color);
                    (settle(&next, judge).score, settle(game, judge).score)
                });
                last_pass_of = Some(color);
            });
            let settlement = settle(&game, judge);
            let what = format!(
                "{size}x{size}, {rules} rules, seed {seed}\n{}",
                game.board()
            );
            if let Some((same_turn, score)) = expected {
                assert_eq!(settlement.score, same_turn, "{what}");
                // The side to move may decide a fight, so the pass may change the score of an open board.
                if settlement.is_clear {
                    assert_eq!(settlement.score, score, "{what}");
                }
                assert_eq!(settlement.score.winner(), last_pass_of, "{what}");
            }
            // A player who would win by capturing the dead stones does not end the game with a pass.
            let without_dead = settle_without_dead(&game, judge, &reading_budget(1_000))
                .unwrap()
                .score;
            if game.dead_stones() == DeadStones::Stay && settlement.score.winner() != last_pass_of {
                assert_ne!(without_dead.winner(), last_pass_of, "{what}");
            }
        }
    }
}

#[test]
fn some_games_end_with_the_result_for_which_the_last_pass_was_made() {
    let all_rules = Rules::NAMED.map(|(_, rules)| rules);
    check_games(&Params::PLAYOUTS, 5, &all_rules, 0..1);
    check_games(&Params::NETWORK, 5, &all_rules, 0..2);
    check_games(&Params::NETWORK, 9, &[Rules::JAPANESE], 0..1);
}

#[test]
#[ignore = "a whole game with 200 visits a move"]
fn black_takes_all_of_5x5_from_the_center() {
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(200),
        seed: Some(1),
        resign: Resign::Never,
        ..EngineSettings::default()
    });
    let mut game = Game::new(5).unwrap();
    game.set_komi(24.0).unwrap();
    while !game.is_over() {
        assert!(game.moves().len() < 100, "the game does not end");
        play(&mut engine, &mut game);
    }
    assert_eq!(game.moves()[0], (BLACK, "C3".parse().unwrap()));
    assert_eq!(engine.score(&game).score.to_string(), "B+1.0");
}

#[test]
fn a_network_of_smaller_boards_plays_there() {
    let shape = Shape {
        blocks: 1,
        channels: 16,
        narrow: 0,
        neck: 16,
        hidden: 16,
    };
    let mut network = Network::random(shape, 1);
    network.scope.smallest = 6;
    let mut engine = Engine::new(EngineSettings {
        network: Some(Arc::new(network)),
        playouts: Some(20),
        seed: Some(1),
        resign: Resign::Never,
        ..EngineSettings::default()
    });
    for size in 5..=8 {
        let mut game = Game::new(size).unwrap();
        while !game.is_over() && game.moves().len() < 2 * size * size {
            let color = game.to_move();
            let raw = engine.raw_evaluation(&game, color, Symmetry::default());
            let moves = raw.map(|raw| raw.policy.into_iter().map(|(mv, _)| mv));
            let all = Coord::all(size).map(Move::Play).chain([Move::Pass]);
            let legal = all.filter(|&mv| game.is_legal(color, mv));
            assert_eq!(moves.is_some(), size > 5);
            assert!(moves.is_none_or(|moves| moves.eq(legal)));
            let thought = ask(&mut engine, &game, Purpose::Play);
            let playouts = thought.report.map_or(0, |report| report.origins.total());
            assert!(playouts == 0 || size == 5);
            game.play_as(color, thought.mv).unwrap();
        }
        assert!(game.is_over() || game.moves().len() > 20);
        let settlement = settle(&game, engine.settings().network_for(size));
        let chains = settlement.chains.iter();
        let stones: usize = chains.map(|chain| chain.stones.len()).sum();
        assert_eq!(stones, game.board().all_stones().count());
    }
}

#[test]
#[ignore = "240 games"]
fn many_games_end_with_the_result_for_which_the_last_pass_was_made() {
    let all_rules = Rules::NAMED.map(|(_, rules)| rules);
    for size in [5, 7, 9] {
        check_games(&Params::PLAYOUTS, size, &all_rules, 100..110);
        check_games(&Params::NETWORK, size, &all_rules, 100..110);
    }
}
