//! Scores the game of a record, with its dead stones, and shows how the score went:
//! `cargo run --release -p tao-engine --example score < game.sgf`.

use std::error::Error;
use std::io::{self, Read, Write};

use tao_engine::{Engine, Status};
use tao_rules::board::Coord;

pub fn run(record: &[u8], output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let game = tao_sgf::read(record)?;
    let engine = Engine::builder().build()?;
    let settlement = engine.score(&game);
    writeln!(output, "{}\n{}", game.to_diagram(), settlement.score)?;
    for chain in &settlement.chains {
        if chain.status == Status::Dead {
            let stones: Vec<String> = chain.stones.iter().map(Coord::to_string).collect();
            writeln!(output, "dead: {} {}", chain.color, stones.join(" "))?;
        }
    }
    if !settlement.is_clear {
        writeln!(output, "Not all of it is settled: play on to be sure.")?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut record = Vec::new();
    io::stdin().read_to_end(&mut record)?;
    run(&record, &mut io::stdout())
}
