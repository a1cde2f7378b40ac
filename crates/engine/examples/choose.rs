//! Chooses a move for a position that is drawn as text:
//! `cargo run --release -p tao-engine --example choose`.

use std::error::Error;
use std::io::{self, Write};

use tao_engine::{Decision, Engine, Limit};
use tao_rules::board::Color;
use tao_rules::game::Game;

/// The three white stones in the corner cannot escape if Black moves first.
const POSITION: &str = "
$$B Black to move
$$ -----------
$$ | O O X . . |
$$ | O X . X . |
$$ | . X X . . |
$$ | . O O O O |
$$ | . . . . . |
$$ -----------";

pub fn run(output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut game = Game::from_diagram(POSITION, Color::Black)?;
    let mut engine = Engine::builder().seed(1).build()?;
    let decision = engine.choose(&game, Limit::visits(100));
    writeln!(output, "Black plays {decision}.")?;
    if let Decision::Play(mv) = decision {
        let played = game.play(mv)?;
        writeln!(output, "Captured stones: {}.", played.captured.len())?;
    }
    writeln!(output, "{}", game.to_diagram())?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}
