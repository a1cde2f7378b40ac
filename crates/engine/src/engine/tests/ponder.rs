//! Pondering: search in the opponent's time.

use super::*;

fn engine_that_ponders(playouts: u64) -> Engine {
    Engine::new(EngineSettings {
        playouts: Some(50),
        ponder: playouts,
        seed: Some(1),
        ..EngineSettings::default()
    })
}

/// A game after the first move, which the engine has suggested.
fn after_first_move(engine: &mut Engine) -> Game {
    let mut game = Game::new(9).unwrap();
    let mv = ask(engine, &game, Purpose::Suggest).mv;
    game.play_as(BLACK, mv).unwrap();
    game
}

/// The number of visits that the search for the third move reuses, after this many playouts of pondering and the reply that a
/// longer search expects.
fn reused_after_pondering(playouts: u64) -> u64 {
    let never_stop = AtomicBool::new(false);
    let mut predictor = engine_that_ponders(2_000);
    let mut game = after_first_move(&mut predictor);
    predictor.ponder(&game, &never_stop);
    let reply = ask(&mut predictor, &game, Purpose::Suggest).mv;

    let mut engine = engine_that_ponders(playouts);
    assert_eq!(after_first_move(&mut engine).moves(), game.moves());
    engine.ponder(&game, &never_stop);
    game.play_as(WHITE, reply).unwrap();
    let suggestion = ask(&mut engine, &game, Purpose::Suggest);
    suggestion.report.unwrap().reused_visits
}

#[test]
fn the_next_search_reuses_the_tree_of_pondering() {
    assert!(reused_after_pondering(0) < 50);
    assert!(reused_after_pondering(2_000) > 100);
}

#[test]
fn pondering_ends_when_its_flag_is_set() {
    let mut engine = engine_that_ponders(u64::MAX);
    let mut game = after_first_move(&mut engine);
    engine.ponder(&game, &AtomicBool::new(true));
    let report = ask(&mut engine, &game, Purpose::Suggest).report.unwrap();
    assert!(report.reused_visits > 0);
    // The flag does not stop the search of the next move.
    game.play_as(WHITE, report.best).unwrap();
    let report = ask(&mut engine, &game, Purpose::Suggest).report.unwrap();
    assert_eq!(report.playouts, 50);
}

#[test]
fn a_finished_game_is_not_pondered() {
    let mut engine = engine_that_ponders(u64::MAX);
    let mut game = Game::new(9).unwrap();
    for color in [BLACK, WHITE] {
        game.play_as(color, Move::Pass).unwrap();
    }
    engine.ponder(&game, &AtomicBool::new(false));
}
