//! The figures of a finished search.

use super::output::{SearchFigures, SimulatedGames};
use super::rounded;
use tao_engine::raw::playout::Origin;
use tao_engine::raw::search::{Report, SimulationPhase, Statistics};
use tao_rules::board::{Color, Coord};

impl From<&Report> for SearchFigures {
    fn from(report: &Report) -> Self {
        let moves = Origin::NAMED.map(|(origin, name)| (name, report.origins.of(origin)));
        Self {
            playouts: report.playouts,
            kept: report.reused_visits,
            seconds: report.time.as_secs_f64(),
            playouts_per_second: speed(report),
            nodes: report.nodes,
            memory: report.memory,
            win_rate: report.win_rate,
            moves: moves.into(),
            games: report.statistics.as_ref().map(SimulatedGames::from),
        }
    }
}

impl From<&Statistics> for SimulatedGames {
    fn from(statistics: &Statistics) -> Self {
        let phases = SimulationPhase::NAMED.into_iter().zip(statistics.times);
        let phases = phases.map(|((_, name), time)| (name, time.as_secs_f64()));
        Self {
            count: statistics.games,
            length: statistics.length,
            depth: statistics.depth,
            won_by_black: statistics.won[Color::Black],
            won_by_white: statistics.won[Color::White],
            scores: statistics.leads.clone(),
            ownership: ownership(statistics),
            criticality: criticality(statistics),
            seconds_by_phase: phases.collect(),
        }
    }
}

/// Playouts per second.
fn speed(report: &Report) -> f64 {
    if report.time.is_zero() {
        return 0.0;
    }
    report.playouts as f64 / report.time.as_secs_f64()
}

/// Average owner of each point, from -1 (White) to 1 (Black).
fn ownership(statistics: &Statistics) -> Vec<Vec<f64>> {
    let owners = statistics.ownership.as_ref();
    rows(statistics.size, |coord| {
        owners.map_or(0.0, |owners| owners.balance(coord))
    })
}

fn criticality(statistics: &Statistics) -> Vec<Vec<f64>> {
    let size = statistics.size;
    rows(size, |coord| statistics.criticality[coord.index(size)])
}

/// A number for every point, with four decimals; rows from the top.
fn rows(size: usize, number: impl Fn(Coord) -> f64) -> Vec<Vec<f64>> {
    let rows = Coord::rows(size);
    rows.map(|row| row.map(|coord| rounded(number(coord), 4)).collect())
        .collect()
}
