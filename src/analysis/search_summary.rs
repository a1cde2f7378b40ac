//! The figures of a finished search: as text for people, serialized for programs.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::board::{Color, Coord};
use crate::playout::{Origin, OriginCounts};
use crate::search::{MEBIBYTE, Report, SimulationPhase, Spread, Statistics};

const MAX_ROWS: u32 = 16;

/// Length of the longest bar of the histogram, in characters.
const BAR_LENGTH: u64 = 40;

/// The figures of a search. Serialized, it is an object with the figures that its text shows.
#[derive(Clone, Debug, Serialize)]
pub struct SearchSummary {
    #[serde(skip)]
    unit: &'static str,
    playouts: u64,
    /// Visits that the tree had before the search.
    kept: u64,
    seconds: f64,
    playouts_per_second: f64,
    nodes: usize,
    /// Bytes that the tree takes.
    memory: usize,
    win_rate: f64,
    #[serde(serialize_with = "by_name")]
    moves: OriginCounts,
    /// `null` if the search kept no statistics.
    games: Option<GameFigures>,
}

#[derive(Clone, Debug, Serialize)]
struct GameFigures {
    count: u64,
    /// Moves from the root position to the end; `null` where no game was played to its end.
    length: Option<Spread>,
    depth: Spread,
    won_by_black: u64,
    won_by_white: u64,
    /// Black's area minus White's, without komi, and the number of games that ended so.
    scores: Vec<(i32, u64)>,
    /// Average owner of each point, from -1 (White) to 1 (Black); rows from the top.
    ownership: Vec<Vec<f64>>,
    /// See [`Statistics::criticality`]; rows from the top.
    criticality: Vec<Vec<f64>>,
    seconds_by_phase: BTreeMap<&'static str, f64>,
}

impl SearchSummary {
    /// The figures of a report.
    #[must_use]
    pub fn new(report: &Report) -> Self {
        let seconds = report.time.as_secs_f64();
        Self {
            unit: report.unit(),
            playouts: report.playouts,
            kept: report.reused_visits,
            seconds,
            playouts_per_second: if seconds > 0.0 {
                report.playouts as f64 / seconds
            } else {
                0.0
            },
            nodes: report.nodes,
            memory: report.memory,
            win_rate: report.win_rate,
            moves: report.origins,
            games: report.statistics.as_ref().map(GameFigures::new),
        }
    }
}

impl GameFigures {
    fn new(statistics: &Statistics) -> Self {
        let owners = statistics.ownership.as_ref();
        let phases = SimulationPhase::NAMED.into_iter().zip(statistics.times);
        Self {
            count: statistics.games,
            length: statistics.length,
            depth: statistics.depth,
            won_by_black: statistics.won[Color::Black],
            won_by_white: statistics.won[Color::White],
            scores: statistics.leads.clone(),
            ownership: rows(statistics.size, |coord| {
                owners.map_or(0.0, |owners| owners.balance(coord))
            }),
            criticality: rows(statistics.size, |coord| {
                statistics.criticality[coord.index(statistics.size)]
            }),
            seconds_by_phase: phases
                .map(|((_, name), time)| (name, time.as_secs_f64()))
                .collect(),
        }
    }
}

fn by_name<S: Serializer>(counts: &OriginCounts, serializer: S) -> Result<S::Ok, S::Error> {
    let counts = Origin::NAMED.map(|(origin, name)| (name, counts.of(origin)));
    BTreeMap::from(counts).serialize(serializer)
}

/// A number for every point, with four decimals; rows from the top.
fn rows(size: usize, number: impl Fn(Coord) -> f64) -> Vec<Vec<f64>> {
    let rounded = |coord| without_sign_of_zero((1e4 * number(coord)).round() / 1e4);
    Coord::rows(size)
        .map(|row| row.map(&rounded).collect())
        .collect()
}

fn without_sign_of_zero(number: f64) -> f64 {
    number + 0.0
}

impl fmt::Display for SearchSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} {} on top of {} in {:.3} s, {} nodes, win rate {:.1} %",
            self.playouts,
            self.unit,
            self.kept,
            self.seconds,
            self.nodes,
            100.0 * self.win_rate,
        )?;
        let mebibytes = self.memory as f64 / MEBIBYTE as f64;
        write!(f, "{}\nmemory {mebibytes:.1} MiB", self.moves)?;
        if let Some(games) = &self.games {
            let speed = self.playouts_per_second;
            write!(f, "\nplayouts_per_second {speed:.0}\n{games}")?;
        }
        Ok(())
    }
}

impl fmt::Display for GameFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |part: f64, whole: f64| 100.0 * part / whole.max(f64::MIN_POSITIVE);
        let [black, white] = [self.won_by_black, self.won_by_white]
            .map(|games| percent(games as f64, self.count as f64));
        let whole = self.seconds_by_phase.values().sum();
        let phases = SimulationPhase::NAMED.map(|(_, name)| {
            let seconds = self.seconds_by_phase[name];
            format!("{name} {:.1} %", percent(seconds, whole))
        });
        writeln!(f, "games {}", self.count)?;
        writeln!(f, "won black {black:.1} %, white {white:.1} %")?;
        if let Some(length) = &self.length {
            writeln!(f, "length {}", spread(length))?;
        }
        writeln!(f, "depth {}", spread(&self.depth))?;
        writeln!(f, "time {}", phases.join(", "))?;
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

fn spread(
    Spread {
        mean,
        deviation,
        least,
        most,
    }: &Spread,
) -> String {
    format!("{mean:.1} +- {deviation:.1}, {least} to {most}")
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
            let percent = without_sign_of_zero((100.0 * number).round());
            write!(f, "{percent:>5}")?;
        }
    }
    Ok(())
}
