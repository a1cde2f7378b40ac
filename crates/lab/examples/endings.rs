//! How many endings of random games on 9x9 the exact solver solves, by their open points, with its table and without:
//! `cargo run --release -p tao-lab --example endings` prints a table.

use std::error::Error;
use std::io;
use std::io::Write;

use tao_engine::raw;
use tao_engine::raw::solve::{Budget, Solution};

#[path = "../../engine/tests/engine/ending.rs"]
mod ending;

use ending::ending;

/// Positions for each number of open points.
const POSITIONS: u64 = 200;

/// Maximum number of nodes that the solver visits for each position.
const NODES: u64 = 100_000;

const OPEN_POINTS: [usize; 5] = [6, 8, 10, 12, 14];

/// Returns the value below which `tenths` tenths of the numbers lie. The numbers must be in ascending order.
fn tenths(numbers: &[u64], tenths: usize) -> u64 {
    numbers[(numbers.len() * tenths / 10).min(numbers.len() - 1)]
}

fn main() -> Result<(), Box<dyn Error>> {
    let tables = [("with a table", 64 << 20), ("without a table", 0)];
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
        for (name, table_bytes) in tables {
            let budget = Budget {
                table_bytes,
                ..Budget::nodes(NODES)
            };
            let solutions = games
                .iter()
                .map(|game| raw::solve(game, game.to_move(), &budget));
            let solutions: Vec<Solution> = solutions.collect();
            let exact = solutions
                .iter()
                .filter(|solution| solution.lead().is_some());
            let mut nodes: Vec<u64> = solutions.iter().map(|solution| solution.nodes).collect();
            nodes.sort_unstable();
            let seconds: f64 = solutions
                .iter()
                .map(|solution| solution.time.as_secs_f64())
                .sum();
            writeln!(
                output,
                "| {most_open} | {name} | {:.1} % | {} | {} | {:.3} |",
                100.0 * exact.count() as f64 / solutions.len() as f64,
                tenths(&nodes, 5),
                tenths(&nodes, 9),
                seconds / solutions.len() as f64
            )?;
        }
    }
    Ok(())
}
