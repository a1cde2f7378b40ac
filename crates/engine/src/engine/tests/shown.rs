//! What an analysis shows near the end of a game, and what comes first in it.

use std::ops::ControlFlow;

use super::*;
use crate::search::{Detail, Observer, Proof, Snapshot};

/// A game with this many passes at its end. Black wins by about two points without White's dead stone, but loses with it.
fn after_passes(passes: usize) -> Game {
    let mut game = game(Rules::CHINESE, -10.0);
    for _ in 0..passes {
        game.play(Move::Pass).unwrap();
    }
    game
}

/// All that an observer is shown, and the answer.
fn observed(engine: &mut Engine, game: &Game, purpose: Purpose<'_>) -> (Vec<Snapshot>, Thought) {
    let mut snapshots = Vec::new();
    let mut show = |snapshot: &Snapshot| {
        snapshots.push(snapshot.clone());
        ControlFlow::Continue(())
    };
    let question = Question {
        detail: Detail::Ownership,
        observer: Some(Observer {
            first: None,
            interval: Some(Duration::ZERO),
            show: &mut show,
        }),
        ..Question::new(game.to_move(), purpose, None)
    };
    let thought = engine.think(game, question);
    (snapshots, thought)
}

#[test]
fn after_two_passes_an_analysis_is_the_settled_score() {
    for passes in [2, 3] {
        let game = after_passes(passes);
        for mut engine in engines() {
            let score = engine.score(&game).score;
            assert_ne!(score.winner(), game.standing_score().winner());
            let stop = AtomicBool::new(true);
            for purpose in [Purpose::Inspect, Purpose::Analyze(&stop)] {
                let (snapshots, thought) = observed(&mut engine, &game, purpose);
                let report = thought.report.unwrap();
                assert_eq!((snapshots.len(), thought.mv), (1, Move::Pass));
                for snapshot in [&snapshots[0], &report.snapshot] {
                    let to_move = game.to_move();
                    let win_rate = if score.winner() == Some(to_move) {
                        1.0
                    } else {
                        0.0
                    };
                    assert_eq!(snapshot.win_rate.to_string(), f64::to_string(&win_rate));
                    assert_eq!(snapshot.points_ahead(), Some(to_move.signed(score.lead)));
                    assert!(snapshot.moves.is_empty());
                    let outcomes = snapshot.outcomes.as_ref().unwrap();
                    let owners = outcomes.ownership.as_ref().unwrap();
                    // The dead stone on B7 stands in Black's area.
                    assert!(owners.balance("B7".parse().unwrap()) > 0.9);
                }
            }
        }
    }
}

#[test]
fn a_game_without_a_winner_has_the_win_rate_of_a_draw() {
    let mut game = game(Rules::CGOS, -9.0);
    let even = game.standing_score().lead + game.komi();
    game.set_komi(even).unwrap();
    for _ in 0..2 {
        game.play(Move::Pass).unwrap();
    }
    let report = ask(&mut engine(), &game, Purpose::Inspect).report.unwrap();
    assert_eq!(report.win_rate.to_string(), "0.5");
}

/// After Black's pass, White would win by a pass if the board were scored as it stands. An analysis shows Black ahead all the same,
/// as it does before the pass.
#[test]
fn after_one_pass_an_analysis_counts_no_dead_stones() {
    for solve_below in [0, 15] {
        for mut engine in engines() {
            engine.settings.params.tree.solve_below = solve_below;
            for passes in [0, 1] {
                let game = after_passes(passes);
                let report = ask(&mut engine, &game, Purpose::Inspect).report.unwrap();
                let black = game.to_move().share(report.snapshot.win_rate);
                assert!(black > 0.5, "{passes}: {black}");
                let pass = report.stats(Move::Pass);
                let has_proof = pass.is_some_and(|pass| pass.proof == Proof::Won);
                assert!(!has_proof || game.to_move() == BLACK, "{pass:?}");
            }
        }
    }
}

/// White would win by a pass if its dead stone counted, so a search may prefer a pass that must not be played.
#[test]
fn what_is_shown_first_is_what_is_played() {
    let mut refused = 0;
    for settings in both_settings() {
        for level in [1, 11, 18, 26] {
            for visits in [3, 50] {
                let mut engine = Engine::new(EngineSettings {
                    level: Level::new(level).unwrap(),
                    playouts: Some(visits),
                    resign: Resign::Never,
                    ..settings.clone()
                });
                let mut white = after_passes(0);
                white.set_to_move(WHITE);
                for game in [white, after_passes(1), Game::new(9).unwrap()] {
                    let (snapshots, thought) = observed(&mut engine, &game, Purpose::Suggest);
                    let Some(report) = thought.report else {
                        continue;
                    };
                    refused += usize::from(report.stats(Move::Pass).is_some());
                    let last = snapshots.last().unwrap();
                    let first = |snapshot: &Snapshot| snapshot.moves.first().map(|stats| stats.mv);
                    assert_eq!(first(last), Some(thought.mv), "{level} {visits}");
                    assert_eq!(first(&report.snapshot), Some(thought.mv));
                }
            }
        }
    }
    assert!(refused > 0, "no pass was looked at");
}

#[test]
fn a_premature_pass_is_not_shown_first_in_an_analysis() {
    let mut white = after_passes(0);
    // White has two moves left at the lower edge.
    let g1 = "G1".parse::<Coord>().unwrap();
    let stones = white.board().all_stones().filter(|&(_, at)| at != g1);
    let stones: Vec<_> = stones.collect();
    white.set_up(stones, WHITE).unwrap();
    for mut engine in engines() {
        engine.settings.params.tree.solve_below = 0;
        let (snapshots, thought) = observed(&mut engine, &white, Purpose::Inspect);
        let shown = snapshots
            .iter()
            .filter_map(|snapshot| snapshot.moves.first());
        assert!(shown.into_iter().all(|stats| stats.mv != Move::Pass));
        assert_ne!(thought.mv, Move::Pass);
    }
}
