//! The classical alpha-beta player answers every question that a search by simulations answers.

use std::sync::Arc;
use std::time::Duration;

use super::*;
use tao_engine::raw::search::{Detail, Observer, Snapshot};
use tao_engine::raw::{EngineSettings, Purpose, Question, Thought, settle};
use tao_engine::{Decision, Engine, Level, Resign};
use tao_rules::game::Game;
use tao_rules::raw::{Coord, Point};

fn settings() -> EngineSettings {
    EngineSettings {
        params: AlphaBeta::params(),
        other_search: Some(Arc::new(AlphaBeta::DEFAULT)),
        playouts: Some(200),
        seed: Some(3),
        resign: Resign::Never,
        ..EngineSettings::default()
    }
}

/// The answer for the side to move.
fn ask(engine: &mut Engine, game: &Game, purpose: Purpose<'_>) -> Thought {
    engine.think(game, Question::new(game.to_move(), purpose, None))
}

/// Plays the engine's move, which must not be a resignation.
fn play(engine: &mut Engine, game: &mut Game) {
    let Decision::Play(mv) = ask(engine, game, Purpose::Play).decision() else {
        panic!("it resigns");
    };
    game.play(mv).unwrap();
}

#[test]
fn it_wins_against_random_moves() {
    let mut random: u64 = 1;
    for own in [Color::Black, Color::White] {
        let mut engine = Engine::new(settings());
        let mut game = Game::new(7).unwrap();
        while !game.is_over() {
            let to_move = game.to_move();
            if to_move == own {
                play(&mut engine, &mut game);
                continue;
            }
            let mut moves: Vec<Coord> = Coord::all(7).collect();
            moves.retain(|&coord| {
                game.is_legal(to_move, Move::Play(coord))
                    && !game.board().is_eye(to_move, Point::new(coord))
            });
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let number = (random >> 33) as usize;
            let mv = match moves.len() {
                0 => Move::Pass,
                count => Move::Play(moves[number % count]),
            };
            game.play_as(to_move, mv).unwrap();
            assert!(game.move_number() < 200, "{}", game.board());
        }
        assert_eq!(
            settle(&game, None).score.winner(),
            Some(own),
            "{}",
            game.board()
        );
    }
}

#[test]
fn its_report_has_the_figures_of_a_search() {
    let mut engine = Engine::new(settings());
    let mut game = Game::new(9).unwrap();
    game.play_as(Color::Black, "C3".parse().unwrap()).unwrap();
    let mut shown = 0;
    let mut show = |snapshot: &Snapshot| {
        let Snapshot { moves, visits, .. } = snapshot;
        assert!(!moves.is_empty() && *visits > 0);
        shown += 1;
        ControlFlow::Continue(())
    };
    let question = Question {
        detail: Detail::OwnershipByMove,
        observer: Some(Observer {
            first: None,
            interval: Some(Duration::ZERO),
            show: &mut show,
        }),
        ..Question::new(Color::White, Purpose::Inspect, None)
    };
    let report = engine.think(&game, question).report.unwrap();
    assert!(shown > 1);
    assert_eq!(report.playouts, 200);
    assert!(report.moves().len() > 5 && (0.1..0.9).contains(&report.win_rate));
    assert_eq!(report.principal_variation().next(), Some(report.best));
    let outcomes = report.snapshot.outcomes.as_ref().unwrap();
    let ownership = outcomes.ownership.as_ref().unwrap();
    assert!(ownership.balance("C3".parse().unwrap()) > 0.5);
    assert!(report.points_ahead().is_some());
}

#[test]
fn with_its_method_alone_it_has_no_network_either() {
    let mut settings = EngineSettings {
        level: Level::LOWEST,
        resign: Resign::Never,
        ..EngineSettings::default()
    };
    assert!(settings.network_for(9).is_some());
    settings.other_search = Some(Arc::new(AlphaBeta::DEFAULT));
    assert!(settings.network_for(9).is_none());
    let mut engine = Engine::new(settings);
    let thought = ask(&mut engine, &Game::new(9).unwrap(), Purpose::Play);
    assert_eq!(thought.report.unwrap().playouts, 50);
}

#[test]
fn it_cannot_ponder_even_with_a_setting_of_trees() {
    let mut settings = settings();
    assert_eq!(settings.check_pondering(), Ok(()));
    settings.ponder = 100;
    for reuse in [false, true] {
        settings.params.tree.reuse = reuse;
        let useless = settings.check_pondering();
        assert_eq!(useless, Err("this search keeps no tree for the next move"));
    }
}

#[test]
fn it_leaves_no_tree_of_other_settings_to_view() {
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(50),
        seed: Some(1),
        ..EngineSettings::default()
    });
    let game = Game::new(9).unwrap();
    ask(&mut engine, &game, Purpose::Suggest);
    assert!(engine.tree(1).is_some());
    engine.set_settings(settings());
    ask(&mut engine, &game, Purpose::Suggest);
    assert!(engine.tree(1).is_none());
}
