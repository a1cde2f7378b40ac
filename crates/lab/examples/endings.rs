//! How many endings of random games on 9x9 the exact solver solves, by their open points, with its table and without:
//! `cargo run --release -p tao-lab --example endings -- docs/lab/experiments/endings.svg` prints a table and draws a chart.

use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::io::Write;

use tao_engine::engine;
use tao_engine::solve::{Budget, Solution};
use tao_go::picture::{Chart, Series};

#[path = "../../engine/tests/engine/ending.rs"]
mod ending;

use ending::ending;

/// Positions for each number of open points.
const POSITIONS: u64 = 200;

/// Maximum number of nodes that the solver visits for each position.
const NODES: u64 = 100_000;

const OPEN_POINTS: [usize; 5] = [6, 8, 10, 12, 14];

/// The share of the solutions that are exact, between the ends of its 95 % interval (Wilson, "Probable inference", 1927).
fn solved(solutions: &[Solution]) -> [f64; 3] {
    let count = solutions.len() as f64;
    let exact = solutions
        .iter()
        .filter(|solution| solution.lead().is_some());
    let share = exact.count() as f64 / count;
    let square = 1.96 * 1.96 / count;
    let center = (share + square / 2.0) / (1.0 + square);
    let margin =
        1.96 * (share * (1.0 - share) / count + square / (4.0 * count)).sqrt() / (1.0 + square);
    [center - margin, share, center + margin]
}

/// Returns the value below which `tenths` tenths of the numbers lie. The numbers must be in ascending order.
fn tenths(numbers: &[u64], tenths: usize) -> u64 {
    numbers[(numbers.len() * tenths / 10).min(numbers.len() - 1)]
}

fn main() -> Result<(), Box<dyn Error>> {
    let tables = [("with a table", 64 << 20), ("without a table", 0)];
    let mut lines = tables.map(|(name, _)| Series {
        name: name.to_owned(),
        shares: Vec::new(),
    });
    let mut output = io::stdout().lock();
    writeln!(
        output,
        "| open points | table | solved | median nodes | 90th percentile of nodes | mean seconds |\n|---|---|---|---|---|---|"
    )?;
    for most_open in OPEN_POINTS {
        let games: Result<Vec<_>, _> = (0..POSITIONS)
            .map(|seed| ending(9, seed, most_open))
            .collect();
        let games = games?;
        for ((name, table_bytes), line) in tables.into_iter().zip(&mut lines) {
            let budget = Budget {
                table_bytes,
                ..Budget::nodes(NODES)
            };
            let solutions = games
                .iter()
                .map(|game| engine::solve(game, game.to_move(), &budget));
            let solutions: Vec<Solution> = solutions.collect();
            let share = solved(&solutions);
            let mut nodes: Vec<u64> = solutions.iter().map(|solution| solution.nodes).collect();
            nodes.sort_unstable();
            let seconds: f64 = solutions
                .iter()
                .map(|solution| solution.time.as_secs_f64())
                .sum();
            writeln!(
                output,
                "| {most_open} | {name} | {:.1} % | {} | {} | {:.3} |",
                100.0 * share[1],
                tenths(&nodes, 5),
                tenths(&nodes, 9),
                seconds / solutions.len() as f64
            )?;
            line.shares.push(Some(share));
        }
    }
    let Some(path) = env::args_os().nth(1) else {
        return Ok(());
    };
    let title = format!("Endings of random games, solved within {NODES} nodes");
    let chart = Chart {
        title: &title,
        setting: "open points",
        share: "solved",
        values: &OPEN_POINTS.map(|open| open.to_string()),
        series: &lines,
    };
    fs::write(path, chart.svg().to_string())?;
    Ok(())
}
