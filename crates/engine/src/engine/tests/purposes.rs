//! How the purpose of a question changes the answer.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use super::*;
use crate::search::{Observer, Snapshot};
use tao_rules::game::Superko;

/// A game that White, to move, wins by a pass.
fn won_by_a_pass() -> Game {
    let mut game = game(Rules::CHINESE, 7.0);
    game.play_as(BLACK, Move::Pass).unwrap();
    game
}

#[test]
fn a_suggestion_never_resigns_and_does_not_count_as_a_lost_move() {
    for mut engine in engines_that_resign() {
        let mut game = lost_game();
        for lost_moves in 0..LOST_MOVES {
            for _ in 0..=LOST_MOVES {
                let suggestion = ask(&mut engine, &game, Purpose::Suggest);
                assert!(!suggestion.resigns);
                assert_eq!(suggestion.decision(), Decision::Play(suggestion.mv));
            }
            if lost_moves + 1 < LOST_MOVES {
                play(&mut engine, &mut game);
                game.set_to_move(WHITE);
            }
        }
        assert_eq!(decide(&mut engine, &game), Decision::Resign);
        assert!(!ask(&mut engine, &game, Purpose::Suggest).resigns);
    }
}

#[test]
fn only_a_move_or_suggestion_without_restrictions_skips_the_search_where_a_pass_wins() {
    let game = won_by_a_pass();
    let stop = AtomicBool::new(true);
    for (purpose, searches) in [
        (Purpose::Play, false),
        (Purpose::Suggest, false),
        (Purpose::Inspect, true),
        (Purpose::Analyze(&stop), true),
    ] {
        let thought = ask(&mut engine(), &game, purpose);
        assert_eq!(thought.report.is_some(), searches, "{purpose:?}");
        assert!(searches || thought.mv == Move::Pass);
        assert!(thought.report.is_none_or(|report| report.playouts > 0));
        assert!(!thought.resigns);
    }
    let report = ask_without_pass(&mut engine(), &game, Purpose::Suggest);
    assert!(report.playouts > 0);
}

#[test]
fn an_analysis_lasts_until_its_flag_is_set_whatever_the_limits_of_the_settings() {
    let stop = AtomicBool::new(false);
    let mut snapshots = 0;
    let mut show = |_: &Snapshot| {
        snapshots += 1;
        stop.store(snapshots >= 3, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(1),
        time_per_move: Some(Duration::ZERO),
        seed: Some(1),
        ..EngineSettings::default()
    });
    // The flag that ends the search of a move does not end an analysis.
    engine.set_stop_flag(Arc::new(true.into()));
    let question = Question {
        observer: Some(Observer {
            first: None,
            interval: Some(Duration::ZERO),
            show: &mut show,
        }),
        ..Question::new(BLACK, Purpose::Analyze(&stop), None)
    };
    let thought = engine.think(&Game::new(9).unwrap(), question);
    // One after each of at least three playouts, and the last one after the search.
    assert!(snapshots >= 4, "{snapshots}");
    assert!(thought.report.unwrap().playouts >= 4);
    assert!(!thought.resigns);
}

#[test]
fn a_move_that_superko_forbids_is_not_searched() {
    for superko in [Superko::Simple, Superko::Positional] {
        let mut game = Game::new(9).unwrap();
        game.set_rules(Rules {
            superko,
            ..Rules::CHINESE
        });
        for vertex in ["C2", "A2", "B2", "B1", "D1", "C1", "A1"] {
            game.play(vertex.parse().unwrap()).unwrap();
        }
        // It repeats the position after D1.
        let repetition = "B1".parse().unwrap();
        for mut engine in engines() {
            let thought = ask(&mut engine, &game, Purpose::Inspect);
            let stats = thought
                .report
                .as_ref()
                .and_then(|report| report.stats(repetition));
            assert_eq!(stats.is_some(), superko == Superko::Simple, "{superko:?}");
        }
    }
}
