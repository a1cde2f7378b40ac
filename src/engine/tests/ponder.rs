//! The opponent's time.

use super::*;

fn engine_that_ponders(playouts: u64) -> Engine {
    Engine::new(EngineSettings {
        playouts: Some(50),
        ponder: playouts,
        seed: Some(1),
        ..EngineSettings::default()
    })
}

/// A game in which the engine has made a move, and what it left to think about.
fn after_own_move(engine: &mut Engine) -> Game {
    let mut game = Game::new(9).unwrap();
    let mv = engine
        .think(&game, Question::new(BLACK, Purpose::Suggest, None))
        .mv;
    game.play(BLACK, mv).unwrap();
    game
}

/// Visits that the engine has of the position after the reply that pondering expects.
fn kept(playouts: u64) -> u64 {
    let go_on = AtomicBool::new(false);
    let mut oracle = engine_that_ponders(2_000);
    let mut game = after_own_move(&mut oracle);
    oracle.ponder(&game, &go_on);
    let reply = oracle
        .think(&game, Question::new(WHITE, Purpose::Suggest, None))
        .mv;

    let mut engine = engine_that_ponders(playouts);
    assert_eq!(after_own_move(&mut engine).moves(), game.moves());
    engine.ponder(&game, &go_on);
    game.play(WHITE, reply).unwrap();
    engine
        .think(&game, Question::new(BLACK, Purpose::Suggest, None))
        .report
        .unwrap()
        .reused_visits
}

#[test]
fn the_next_move_profits_from_the_time_of_the_opponent() {
    assert!(kept(0) < 50);
    assert!(kept(2_000) > 100, "of the move that most playouts expect");
}

#[test]
fn pondering_ends_at_a_sign() {
    let mut engine = engine_that_ponders(u64::MAX);
    let mut game = after_own_move(&mut engine);
    engine.ponder(&game, &AtomicBool::new(true));
    let report = engine
        .think(&game, Question::new(WHITE, Purpose::Suggest, None))
        .report
        .unwrap();
    assert!(report.reused_visits > 0);
    // Nor does it disturb the search of a move.
    game.play(WHITE, report.best).unwrap();
    let report = engine
        .think(&game, Question::new(BLACK, Purpose::Suggest, None))
        .report
        .unwrap();
    assert_eq!(report.playouts, 50);
}

#[test]
fn nobody_ponders_over_a_game_that_has_ended() {
    let mut engine = engine_that_ponders(u64::MAX);
    let mut game = Game::new(9).unwrap();
    for color in [BLACK, WHITE] {
        game.play(color, Move::Pass).unwrap();
    }
    engine.ponder(&game, &AtomicBool::new(false));
}
