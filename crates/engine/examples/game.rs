//! A match of two engines, a game with each color. Prints the records:
//! `cargo run --release -p tao-engine --example game > games.sgf`.

use std::error::Error;
use std::io::{self, Write};

use tao_engine::{Engine, Level, play_match};
use tao_rules::board::ByColor;
use tao_rules::game::{Game, Rules};
use tao_sgf::Metadata;

pub fn run(output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let start = Game::builder()
        .size(7)
        .komi(9.0)
        .rules(Rules::CGOS)
        .build()?;
    let player = |number| {
        let level = Level::new(number).unwrap_or(Level::FULL);
        Engine::builder()
            .level(level)
            .memory_mib(64)
            .seed(1)
            .build()
    };
    let (mut weak, mut strong) = (player(3)?, player(8)?);
    let limits = ByColor::default();
    let first = play_match(&mut weak, &mut strong, start.clone(), limits);
    let second = play_match(&mut strong, &mut weak, start, limits);
    let names = [["level 3", "level 8"], ["level 8", "level 3"]];
    for ((game, result), [black, white]) in [first, second].into_iter().zip(names) {
        let metadata = Metadata {
            black: Some(black),
            white: Some(white),
            result: Some(&result.to_string()),
            ..Metadata::default()
        };
        write!(output, "{}", tao_sgf::write(&game, &metadata))?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}
