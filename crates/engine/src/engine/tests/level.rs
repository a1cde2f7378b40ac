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
    for level in [1, 7] {
        assert!(first_moves(level, Purpose::Suggest).len() > 10);
        assert!(first_moves(level, Purpose::Play).len() > 10);
    }
    for (level, is_from_book) in [(25, false), (26, true)] {
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
        (9, 18, Some(3), Purpose::Play, 3),
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
    for (level, size) in [(1, 9), (4, 9), (6, 9), (11, 9), (16, 9), (3, 4), (2, 10)] {
        let mut engine = Engine::new(settings(level));
        engine.set_seed(level.into());
        let mut game = Game::new(size).unwrap();
        while !game.is_over() && game.moves().len() < 60 {
            let color = game.to_move();
            let thought = engine.think(&game, Question::new(color, Purpose::Play, None));
            game.play_as(color, thought.mv).unwrap();
        }
        assert!(game.moves().len() > size, "level {level}");
    }
}

/// Black may capture six stones by A8 or one stone by J1.
const IN_ATARI: &str = "
    X O O X . . . . .
    . O O X . . . . .
    X O O X . . . . .
    . X X . . . . . .
    . . . . . . . . .
    . . . . . O . . .
    . . . . . . O . .
    . . . . . . . X .
    . . . . . . X O .
";

#[test]
fn the_keener_a_beginner_the_more_often_it_captures_a_large_chain() {
    let mut game = Game::new(9).unwrap();
    let board: AnyBoard = IN_ATARI.parse().unwrap();
    game.set_up(board.all_stones(), BLACK).unwrap();
    let captures = [1, 3, 6].map(|level| {
        let mut engine = Engine::new(settings(level));
        let moves = (0..100).map(|seed| {
            engine.set_seed(seed);
            let question = Question::new(BLACK, Purpose::Suggest, None);
            engine.think(&game, question).mv.to_string()
        });
        moves.filter(|mv| mv == "A8").count()
    });
    assert!(
        captures.is_sorted_by(|few, more| few < more),
        "{captures:?}"
    );
    assert!(captures[0] < 40 && captures[2] > 90, "{captures:?}");
}
