//! How many of the positions of `docs/lab/tactics.sgf` the engine answers right: `cargo run --release -p tao-lab --example tactics -- 1s`, or
//! a number of visits in place of the time.

use std::env;
use std::error::Error;
use std::io;
use std::io::Write;
use std::time::Duration;

use tao_engine::Engine;
use tao_engine::raw::{EngineSettings, Purpose, Question};

#[path = "../../engine/tests/engine/tactic.rs"]
mod tactic;

use tactic::tactics;

/// The time or the visits for each position.
fn settings(limit: &str) -> Result<EngineSettings, Box<dyn Error>> {
    let mut settings = EngineSettings {
        seed: Some(1),
        ..EngineSettings::default()
    };
    match limit.strip_suffix('s') {
        Some(seconds) => {
            settings.time_per_move = Some(Duration::try_from_secs_f64(seconds.parse()?)?);
        }
        None => settings.playouts = Some(limit.parse()?),
    }
    Ok(settings)
}

/// The motif of a position, without its number.
fn motif(name: &str) -> &str {
    name.trim_end_matches(|c: char| c.is_ascii_digit() || c == ' ')
}

fn main() -> Result<(), Box<dyn Error>> {
    let limit = env::args().nth(1).unwrap_or_else(|| "1s".to_owned());
    let mut engine = Engine::new(settings(&limit)?);
    let mut output = io::stdout().lock();
    // Each motif with the numbers of its positions and of those that were answered right.
    let mut motifs: Vec<(String, usize, usize)> = Vec::new();
    for tactic in tactics()? {
        engine.new_game();
        let question = Question::new(tactic.game.to_move(), Purpose::Suggest, None);
        let mv = engine.think(&tactic.game, question).mv;
        let is_right = tactic.right.contains(&mv);
        if !is_right {
            let right: Vec<_> = tactic.right.iter().map(ToString::to_string).collect();
            writeln!(output, "{}: {mv}, not {}", tactic.name, right.join(", "))?;
        }
        let motif = motif(&tactic.name);
        if motifs.last().is_none_or(|(last, ..)| last != motif) {
            motifs.push((motif.to_owned(), 0, 0));
        }
        if let Some((_, positions, right)) = motifs.last_mut() {
            *positions += 1;
            *right += usize::from(is_right);
        }
    }
    let sum = |(positions, right), &(_, more, more_right): &(String, usize, usize)| {
        (positions + more, right + more_right)
    };
    let (positions, right) = motifs.iter().fold((0, 0), sum);
    motifs.push(("all".to_owned(), positions, right));
    writeln!(output, "\n| motif | positions | right |\n|---|---|---|")?;
    for (motif, positions, right) in motifs {
        let percent = 100.0 * right as f64 / positions as f64;
        writeln!(
            output,
            "| {motif} | {positions} | {right} ({percent:.1} %) |"
        )?;
    }
    Ok(())
}
