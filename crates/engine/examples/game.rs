//! A match of two engines, a game with each color. Prints the records:
//! `cargo run --release -p tao-engine --example game > games.sgf`.

use std::error::Error;
use std::io::{self, Write};

use tao_engine::{Decision, Engine, Level, Limit};
use tao_rules::board::Color;
use tao_rules::game::{Game, Rules, Score};
use tao_sgf::Metadata;

/// Plays a game to its end. The names are those of the record.
fn play(
    mut game: Game,
    black: &mut Engine,
    white: &mut Engine,
    names: [&str; 2],
) -> Result<String, Box<dyn Error>> {
    black.new_game();
    white.new_game();
    let mut resigned = None;
    while !game.is_over() && resigned.is_none() {
        let color = game.to_move();
        let engine = match color {
            Color::Black => &mut *black,
            Color::White => &mut *white,
        };
        match engine.choose(&game, Limit::default()) {
            Decision::Play(mv) => drop(game.play(mv)?),
            Decision::Resign => resigned = Some(tao_sgf::result_without_score(color, 'R')),
        }
    }
    let score: Option<Score> = resigned.is_none().then(|| black.score(&game).score);
    let metadata = Metadata {
        black: Some(names[0]),
        white: Some(names[1]),
        score,
        result: resigned.as_deref(),
        ..Metadata::default()
    };
    Ok(tao_sgf::write(&game, &metadata))
}

pub fn run(output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let game = Game::new(7)?.with_komi(9.0)?.with_rules(Rules::CGOS);
    let player = |level| {
        Engine::builder()
            .level(level)
            .memory_mib(64)
            .seed(1)
            .build()
    };
    let [low, high] = [3, 8].map(|number| Level::new(number).unwrap_or(Level::FULL));
    let (mut weak, mut strong) = (player(low)?, player(high)?);
    let first = play(game.clone(), &mut weak, &mut strong, ["level 3", "level 8"])?;
    let second = play(game, &mut strong, &mut weak, ["level 8", "level 3"])?;
    write!(output, "{first}{second}")?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}
