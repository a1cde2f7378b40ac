//! Whole games: that they end, and that the count at the end is the one that the passes were made for.

use super::*;
use crate::engine::settle;
use crate::engine::settle::settle_without_dead;
use crate::game::DeadStones;

/// A game of the engine against itself, played to the end without resignations; `watch` sees the game before each pass, and
/// whether the pass was made for a win.
fn play(size: usize, rules: Rules, seed: u64, mut watch: impl FnMut(&Game, Color, bool)) -> Game {
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(60),
        seed: Some(seed),
        resign: Resign::Never,
        ..EngineSettings::default()
    });
    let mut game = Game::new(size).unwrap();
    game.set_rules(rules);
    // Komi that makes both colors win some games.
    game.set_komi(size as f64 - 1.5).unwrap();
    while !game.is_over() {
        assert!(game.moves().len() < 4 * size * size, "it does not end");
        let color = game.to_move();
        let thought = engine.think(&game, Question::new(color, Purpose::Play, None));
        let Decision::Play(mv) = thought.decision() else {
            panic!("nobody may resign");
        };
        if mv == Move::Pass {
            watch(&game, color, thought.report.is_none());
        }
        game.play(color, mv).unwrap();
    }
    game
}

fn watch_games(size: usize, seeds: std::ops::Range<u64>) {
    for rules in [Rules::CHINESE, Rules::CGOS, Rules::TROMP_TAYLOR] {
        for seed in seeds.clone() {
            let mut justified = None;
            let mut last_pass_of = None;
            let game = play(size, rules, seed, |game, color, for_a_win| {
                justified = for_a_win.then(|| settle(game).score);
                last_pass_of = Some(color);
            });
            let settlement = settle(&game);
            let what = format!(
                "{size}x{size}, {rules} rules, seed {seed}\n{}",
                game.board()
            );
            if let Some(score) = justified {
                assert_eq!(settlement.score, score, "{what}");
                assert_eq!(settlement.score.winner(), last_pass_of, "{what}");
            }
            // Nobody who would win by capturing what is dead has ended the game with a pass.
            let without_dead = settle_without_dead(&game, None).unwrap().score;
            if game.dead_stones() == DeadStones::Stay && settlement.score.winner() != last_pass_of {
                assert_ne!(without_dead.winner(), last_pass_of, "{what}");
            }
        }
    }
}

#[test]
fn small_games_end_with_the_count_that_they_were_ended_for() {
    watch_games(5, 0..3);
}

#[test]
#[ignore = "270 games"]
fn games_end_with_the_count_that_they_were_ended_for() {
    for size in [5, 7, 9] {
        watch_games(size, 100..130);
    }
}
