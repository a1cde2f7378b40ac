//! The figures of a finished search: as text for people, as an object for programs.

use std::fmt;

use crate::schema::output::{SearchFigures, SimulatedGames};
use crate::schema::rounded;
use tao_engine::playout::Origin;
use tao_engine::search::{MEBIBYTE, Report, SimulationPhase, Spread, Statistics};
use tao_rules::board::{ByColor, Color, Coord};

const MAX_ROWS: u32 = 16;

/// Length of the longest bar of the histogram, in characters.
const BAR_LENGTH: u64 = 40;

/// The figures of a search as text.
#[derive(Clone, Copy, Debug)]
pub struct SearchSummary<'a>(pub &'a Report);

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

impl fmt::Display for SearchSummary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let report = self.0;
        writeln!(
            f,
            "{} {} on top of {} in {:.3} s, {} nodes, win rate {:.1} %",
            report.playouts,
            report.unit(),
            report.reused_visits,
            report.time.as_secs_f64(),
            report.nodes,
            100.0 * report.win_rate,
        )?;
        let mebibytes = report.memory as f64 / MEBIBYTE as f64;
        write!(f, "{}\nmemory {mebibytes:.1} MiB", report.origins)?;
        let Some(statistics) = &report.statistics else {
            return Ok(());
        };
        writeln!(f, "\nplayouts_per_second {:.0}", speed(report))?;
        write_games(f, statistics)
    }
}

fn write_games(f: &mut fmt::Formatter<'_>, statistics: &Statistics) -> fmt::Result {
    let percent = |part: f64, whole: f64| 100.0 * part / whole.max(f64::MIN_POSITIVE);
    let won = |games| percent(games as f64, statistics.games as f64);
    let ByColor([black, white]) = statistics.won.map(won);
    let seconds = statistics.times.map(|time| time.as_secs_f64());
    let whole = seconds.iter().sum();
    let phases = SimulationPhase::NAMED.into_iter().zip(seconds);
    let phases = phases.map(|((_, name), part)| format!("{name} {:.1} %", percent(part, whole)));
    writeln!(f, "games {}", statistics.games)?;
    writeln!(f, "won black {black:.1} %, white {white:.1} %")?;
    let spreads = [
        ("length", statistics.length),
        ("depth", Some(statistics.depth)),
    ];
    for (name, spread) in spreads {
        if let Some(Spread {
            mean,
            deviation,
            least,
            most,
        }) = spread
        {
            writeln!(f, "{name} {mean:.1} +- {deviation:.1}, {least} to {most}")?;
        }
    }
    writeln!(f, "time {}", phases.collect::<Vec<_>>().join(", "))?;
    writeln!(f, "scores (Black's points minus White's), games")?;
    histogram(f, &statistics.leads)?;
    write!(f, "ownership (100 is always Black's, -100 White's)")?;
    percentages(f, &ownership(statistics))?;
    write!(
        f,
        "\ncriticality (how much owning goes with winning, 50 at most)"
    )?;
    percentages(f, &criticality(statistics))
}

/// Writes a line with a bar for each of at most [`MAX_ROWS`] ranges of equal width.
fn histogram(f: &mut fmt::Formatter<'_>, scores: &[(i32, u64)]) -> fmt::Result {
    let (Some(&(least, _)), Some(&(most, _))) = (scores.first(), scores.last()) else {
        return Ok(());
    };
    let width = (most.abs_diff(least) + 1).div_ceil(MAX_ROWS);
    let mut counts = vec![0; (most.abs_diff(least) / width) as usize + 1];
    for &(score, games) in scores {
        counts[(score.abs_diff(least) / width) as usize] += games;
    }
    let longest = counts.iter().copied().max().unwrap_or(0).max(1);
    for (from, games) in (least..).step_by(width as usize).zip(counts) {
        let to = from + width as i32 - 1;
        let bar = "#".repeat((games * BAR_LENGTH).div_ceil(longest) as usize);
        let line = format!("{from:>5} to {to:>4} {games:>9} {bar}");
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

fn percentages(f: &mut fmt::Formatter<'_>, rows: &[Vec<f64>]) -> fmt::Result {
    for row in rows {
        writeln!(f)?;
        for number in row {
            let percent = (100.0 * number).round() + 0.0;
            write!(f, "{percent:>5}")?;
        }
    }
    Ok(())
}
