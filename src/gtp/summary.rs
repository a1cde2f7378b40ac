//! How a search went, in figures: as text for people and as an object for programs.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use crate::board::{Color, Coord};
use crate::playout::{Origin, OriginCounts};
use crate::search::{Phase, Report, Spread, Statistics};

/// Rows of the histogram of scores, at most.
const ROWS: u32 = 16;

/// Length of the bar of its longest row.
const BAR: u64 = 40;

/// How a search went. Serialized, it is an object with the same figures that its text shows.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    playouts: u64,
    /// Visits that earlier searches have left.
    kept: u64,
    seconds: f64,
    playouts_per_second: f64,
    nodes: usize,
    /// Bytes that the tree takes.
    memory: usize,
    /// Of the best move.
    win_rate: f64,
    /// In simulated games, by the rule that made them.
    moves: BTreeMap<&'static str, u64>,
    /// `null` where games were not counted.
    games: Option<Games>,
    #[serde(skip)]
    origins: OriginCounts,
}

/// What the simulated games were like.
#[derive(Clone, Debug, Serialize)]
struct Games {
    count: u64,
    /// Moves from the position to the end.
    length: Range,
    /// Those of them in the tree.
    depth: Range,
    won_by_black: u64,
    won_by_white: u64,
    /// Black's area minus White's, komi not counted, and the number of games that ended so.
    scores: Vec<(i32, u64)>,
    /// How much more often a point was Black's than White's, from -1 to 1; rows from the top.
    ownership: Vec<Vec<f64>>,
    /// How much owning a point goes with winning; rows from the top.
    criticality: Vec<Vec<f64>>,
    /// Of all threads together.
    seconds_by_phase: BTreeMap<&'static str, f64>,
    /// The same in the order of the phases.
    #[serde(skip)]
    phases: Vec<(&'static str, f64)>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Range {
    mean: f64,
    deviation: f64,
    least: u64,
    most: u64,
}

impl Summary {
    /// The figures of a report.
    #[must_use]
    pub fn new(report: &Report) -> Self {
        let seconds = report.time.as_secs_f64();
        let moves = Origin::ALL.map(|origin| (origin.name(), report.origins.of(origin)));
        Self {
            playouts: report.playouts,
            kept: report.kept,
            seconds,
            playouts_per_second: if seconds > 0.0 {
                report.playouts as f64 / seconds
            } else {
                0.0
            },
            nodes: report.nodes,
            memory: report.memory,
            win_rate: report.win_rate,
            moves: moves.into(),
            games: report.statistics.as_ref().map(Games::new),
            origins: report.origins,
        }
    }
}

impl Games {
    fn new(statistics: &Statistics) -> Self {
        let owners = statistics.ownership();
        let phases = Phase::ALL.map(|phase| (phase.name(), statistics.time(phase).as_secs_f64()));
        Self {
            count: statistics.games(),
            length: Range::new(statistics.length()),
            depth: Range::new(statistics.depth()),
            won_by_black: statistics.won_by(Color::Black),
            won_by_white: statistics.won_by(Color::White),
            scores: statistics.leads().collect(),
            ownership: rows(statistics.size(), |coord| owners.balance(coord)),
            criticality: rows(statistics.size(), |coord| statistics.criticality(coord)),
            seconds_by_phase: phases.into(),
            phases: phases.into(),
        }
    }
}

impl Range {
    fn new(spread: &Spread) -> Self {
        let (least, most) = spread.range();
        Self {
            mean: spread.mean(),
            deviation: spread.deviation(),
            least,
            most,
        }
    }
}

/// A number with four decimals for every point, the top row first. No zero has a sign.
fn rows(size: usize, number: impl Fn(Coord) -> f64) -> Vec<Vec<f64>> {
    let number = |coord| (1e4 * number(coord)).round() / 1e4 + 0.0;
    Coord::rows(size)
        .map(|row| row.map(&number).collect())
        .collect()
}

impl fmt::Display for Summary {
    /// A line of figures, a table of the rules that made the moves, then lines that begin with what they tell.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} playouts on top of {} in {:.3} s, {} nodes, win rate {:.1} %",
            self.playouts,
            self.kept,
            self.seconds,
            self.nodes,
            100.0 * self.win_rate,
        )?;
        writeln!(f, "{}", self.origins)?;
        write!(
            f,
            "memory {:.1} MiB",
            self.memory as f64 / f64::from(1 << 20)
        )?;
        let Some(games) = &self.games else {
            return Ok(());
        };
        write!(
            f,
            "\nplayouts_per_second {:.0}\n{games}",
            self.playouts_per_second
        )
    }
}

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = |part: f64, whole: f64| 100.0 * part / whole.max(f64::MIN_POSITIVE);
        let won = [self.won_by_black, self.won_by_white]
            .map(|games| share(games as f64, self.count as f64));
        writeln!(f, "games {}", self.count)?;
        writeln!(f, "won black {:.1} %, white {:.1} %", won[0], won[1])?;
        writeln!(f, "length {}", self.length)?;
        writeln!(f, "depth {}", self.depth)?;
        let whole: f64 = self.phases.iter().map(|(_, seconds)| seconds).sum();
        let phases = self
            .phases
            .iter()
            .map(|&(name, seconds)| format!("{name} {:.1} %", share(seconds, whole)));
        writeln!(f, "time {}", phases.collect::<Vec<_>>().join(", "))?;
        writeln!(f, "scores (Black's area minus White's), games")?;
        histogram(f, &self.scores)?;
        write!(f, "ownership (100 is always Black's, -100 White's)")?;
        percentages(f, &self.ownership)?;
        write!(
            f,
            "\ncriticality (how much owning goes with winning, 50 at most)"
        )?;
        percentages(f, &self.criticality)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            mean,
            deviation,
            least,
            most,
        } = self;
        write!(f, "{mean:.1} +- {deviation:.1}, {least} to {most}")
    }
}

/// A line for each of some ranges of equal width, with a bar.
fn histogram(f: &mut fmt::Formatter<'_>, scores: &[(i32, u64)]) -> fmt::Result {
    let (Some(&(least, _)), Some(&(most, _))) = (scores.first(), scores.last()) else {
        return Ok(());
    };
    let width = (most.abs_diff(least) + 1).div_ceil(ROWS);
    let mut counts = vec![0; (most.abs_diff(least) / width) as usize + 1];
    for &(score, games) in scores {
        counts[(score.abs_diff(least) / width) as usize] += games;
    }
    let longest = counts.iter().copied().max().unwrap_or(0).max(1);
    for (from, games) in (least..).step_by(width as usize).zip(counts) {
        let to = from + width as i32 - 1;
        let bar = "#".repeat((games * BAR).div_ceil(longest) as usize);
        let line = format!("{from:>5} to {to:>4} {games:>9} {bar}");
        writeln!(f, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A board of numbers, as percentages.
fn percentages(f: &mut fmt::Formatter<'_>, rows: &[Vec<f64>]) -> fmt::Result {
    for row in rows {
        writeln!(f)?;
        for number in row {
            // A zero has no sign.
            write!(f, "{:>5}", (100.0 * number).round() + 0.0)?;
        }
    }
    Ok(())
}
