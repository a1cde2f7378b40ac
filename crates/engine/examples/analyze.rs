//! Analyzes a position on another thread, shows what is known so far, and cancels the analysis when it has seen enough:
//! `cargo run --release -p tao-engine --example analyze`.

use std::error::Error;
use std::io::{self, Write};

use tao_engine::{Engine, Limit};
use tao_rules::board::Color;
use tao_rules::game::Game;

pub fn run(output: &mut dyn Write) -> Result<(), Box<dyn Error>> {
    let mut game = Game::new(9)?;
    for vertex in ["E5", "E3", "C4"] {
        game.play(vertex.parse()?)?;
    }
    let engine = Engine::builder().seed(1).build()?;
    // Without a limit the analysis goes on until it is cancelled.
    let mut job = engine.analyze(&game, Limit::default())?;
    for found in job.by_ref().take(3) {
        writeln!(
            output,
            "{} visits, best {}",
            found.visits, found.moves[0].mv
        )?;
    }
    job.cancel();
    let (_engine, report) = job.wait();
    let found = &report.snapshot;
    writeln!(output, "{:?} after {} visits", report.ended, found.visits)?;
    let lead = report.points_ahead().unwrap_or_default();
    let color = found.to_move.name();
    writeln!(
        output,
        "{color} wins {:.0} %, lead {lead:+.1}",
        100.0 * found.win_rate
    )?;
    for stats in found.moves.iter().take(3) {
        let line = stats.variation.iter().take(4);
        let line: Vec<String> = line.map(|(mv, _)| mv.to_string()).collect();
        writeln!(output, "{:>5} visits: {}", stats.visits, line.join(" "))?;
    }
    if let Some(owners) = found.ownership() {
        let share = owners.share(Color::Black, "E5".parse()?);
        writeln!(
            output,
            "E5 is Black's in {:.0} % of the games",
            100.0 * share
        )?;
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    run(&mut io::stdout())
}
