//! What levels change.

use super::*;
use crate::book::BookSource;

fn settings(level: u8) -> EngineSettings {
    EngineSettings {
        level: Level::new(level).unwrap(),
        book: BookSource::BuiltIn,
        ..EngineSettings::default()
    }
}

/// The distinct first moves of games with different seeds, as text.
fn first_moves(level: u8, purpose: Purpose<'_>) -> Vec<String> {
    let game = Game::new(9).unwrap();
    let moves = (0..20).map(|seed| {
        let mut engine = Engine::new(settings(level));
        engine.set_seed(seed);
        let thought = engine.think(&game, Question::new(BLACK, purpose, None));
        thought.mv.to_string()
    });
    let mut moves: Vec<String> = moves.collect();
    moves.sort();
    moves.dedup();
    moves
}

#[test]
fn low_levels_choose_among_moves_and_never_take_them_from_the_book() {
    assert!(first_moves(1, Purpose::Suggest).len() > 10);
    assert!(first_moves(1, Purpose::Play).len() > 10);
    for (level, is_from_book) in [(19, false), (20, true)] {
        let mut settings = settings(level);
        settings.playouts = Some(20);
        let question = Question::new(BLACK, Purpose::Play, None);
        let thought = Engine::new(settings).think(&Game::new(9).unwrap(), question);
        assert_eq!(thought.report.unwrap().is_from_book, is_from_book);
    }
}

#[test]
fn a_level_limits_the_simulations_of_a_move_unless_another_limit_is_lower() {
    for (size, level, playouts, purpose, expected) in [
        (9, 1, None, Purpose::Play, 1),
        (9, 1, Some(100), Purpose::Suggest, 1),
        (9, 12, Some(3), Purpose::Play, 3),
        (4, 1, None, Purpose::Play, 50),
        (9, 1, Some(100), Purpose::Inspect, 100),
    ] {
        let mut settings = settings(level);
        settings.playouts = playouts;
        let question = Question::new(BLACK, purpose, None);
        let thought = Engine::new(settings).think(&Game::new(size).unwrap(), question);
        assert_eq!(thought.report.unwrap().playouts, expected, "{size} {level}");
    }
}

#[test]
fn a_question_may_ask_for_another_level() {
    let mut engine = Engine::new(settings(1));
    engine.play_on();
    let question = Question {
        level: Some(Level::FULL),
        ..Question::new(BLACK, Purpose::Suggest, None)
    };
    let report = engine.think(&Game::new(9).unwrap(), question).report;
    assert!(report.unwrap().is_from_book);
    engine.set_level(Level::FULL);
    assert_eq!(engine.settings().level, Level::FULL);
    assert_eq!(engine.resign, Resign::Never, "the game is played on");
}

#[test]
fn every_level_plays_legal_moves() {
    for level in [1, 5, 10] {
        let mut engine = Engine::new(settings(level));
        engine.set_seed(level.into());
        let mut game = Game::new(9).unwrap();
        while !game.is_over() && game.moves().len() < 200 {
            let color = game.to_move();
            let thought = engine.think(&game, Question::new(color, Purpose::Play, None));
            game.play_as(color, thought.mv).unwrap();
        }
        assert!(game.moves().len() > 20, "level {level}");
    }
}
