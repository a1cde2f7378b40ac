//! Lets the engine play a game against itself and prints its record:
//! `cargo run --release -p tao-engine --example game > game.sgf`.

use std::error::Error;
use std::io;
use std::io::Write;

use tao_engine::raw::{EngineSettings, Purpose, Question};
use tao_engine::{Decision, Engine};
use tao_rules::game::Game;
use tao_sgf::{self as sgf, Metadata};

fn main() -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(9)?;
    game.set_komi(7.0)?;
    let mut engine = Engine::new(EngineSettings {
        playouts: Some(50),
        ..EngineSettings::default()
    });
    let mut result = None;
    while !game.is_over() {
        let side = game.to_move();
        let thought = engine.think(&game, Question::new(side, Purpose::Play, None));
        match thought.decision() {
            Decision::Play(mv) => game.play(side, mv)?,
            Decision::Resign => {
                result = Some(sgf::result_without_score(side, 'R'));
                break;
            }
        }
    }
    let settlement = engine.settle(&game);
    let metadata = Metadata {
        black: Some("Tao Go"),
        white: Some("Tao Go"),
        score: result.is_none().then_some(settlement.score),
        result: result.as_deref(),
        ..Metadata::default()
    };
    io::stdout().write_all(sgf::write(&game, &metadata).as_bytes())?;
    Ok(())
}
