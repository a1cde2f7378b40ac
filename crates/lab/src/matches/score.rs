//! The sums over the games of a match, and its result as text.

use std::collections::{HashMap, HashSet};
use std::io;
use std::io::Write;

use tao_rules::board::ByColor;

use super::log::{EndReason, LogEntry, MatchSettings, Side};
use super::statistics::{Pentanomial, SPRT_BOUND, Sprt, SprtDecision};

/// The games of a match, or of several parts of it that differ by their seeds.
#[derive(Clone, Debug, Default)]
pub struct MatchScore {
    /// The settings of the first game that was added.
    pub(super) settings: Option<MatchSettings>,
    /// By color of A: its wins, draws and losses.
    pub(super) results_by_color: ByColor<[u64; 3]>,
    pub pairs: Pentanomial,
    /// Half points of A in the first game of incomplete pairs, by seed of the match and number of the pair.
    pub(super) incomplete_pairs: HashMap<(u64, u64), usize>,
    /// Seed of the match and number of every game.
    seen: HashSet<(u64, u64)>,
    records: HashSet<String>,
    pub(super) sides: [SideTotals; 2],
    pub(super) counted: u64,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct SideTotals {
    pub(super) moves: u64,
    seconds: f64,
    pub(super) slowest: f64,
    /// Only of games with a known processor time, as is `cpu_moves`.
    cpu_seconds: f64,
    cpu_moves: u64,
    losses: HashMap<EndReason, u64>,
}

/// Why a game is not of the same match as the others.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MatchScoreError(String);

impl MatchScore {
    /// Adds a game.
    ///
    /// # Errors
    /// When the game was added before, or is of a match with other settings; their seeds may differ.
    pub fn add(&mut self, entry: &LogEntry) -> Result<(), MatchScoreError> {
        let (game, seed) = (entry.game, entry.settings.seed);
        if let Some(settings) = &self.settings {
            let expected = MatchSettings {
                seed,
                ..settings.clone()
            };
            if let Some(difference) = entry.settings.difference(&expected) {
                let reason = format!("game {game} belongs to another match: {difference}");
                return Err(MatchScoreError(reason));
            }
        }
        if !self.seen.insert((seed, game)) {
            let reason = format!("game {game} of the match with seed {seed} occurs twice");
            return Err(MatchScoreError(reason));
        }
        self.settings.get_or_insert_with(|| entry.settings.clone());
        let half_points = match entry.winner {
            Some(Side::A) => 2,
            Some(Side::B) => 0,
            None => 1,
        };
        self.results_by_color[entry.color(Side::A)][2 - half_points] += 1;
        let pair = (seed, entry.pair);
        if let Some(first) = self.incomplete_pairs.remove(&pair) {
            self.pairs.add(first + half_points);
        } else {
            self.incomplete_pairs.insert(pair, half_points);
        }
        self.counted += u64::from(matches!(
            entry.reason,
            EndReason::Passes | EndReason::Length
        ));
        self.records.insert(entry.record.clone());
        for side in Side::BOTH {
            self.sides[side as usize].add(entry, side);
        }
        Ok(())
    }

    /// Whether this game of the match with this seed was added.
    pub fn has(&self, seed: u64, game: u64) -> bool {
        self.seen.contains(&(seed, game))
    }

    /// Returns A's wins, draws and losses.
    pub fn results(&self) -> [u64; 3] {
        let ByColor([black, white]) = self.results_by_color;
        std::array::from_fn(|kind| black[kind] + white[kind])
    }

    /// The number of all games.
    pub fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// The number of games with the same moves as an earlier one.
    pub(super) fn repeated(&self) -> u64 {
        self.games() - self.records.len() as u64
    }
}

impl SideTotals {
    fn add(&mut self, entry: &LogEntry, side: Side) {
        let usage = entry.usage(side);
        self.moves += usage.moves;
        self.seconds += usage.seconds;
        self.slowest = self.slowest.max(usage.slowest);
        if let Some(seconds) = usage.cpu_seconds {
            self.cpu_seconds += seconds;
            self.cpu_moves += usage.moves;
        }
        if entry.winner == Some(side.opponent()) {
            *self.losses.entry(entry.reason).or_default() += 1;
        }
    }

    pub(super) fn losses_by(&self, end: EndReason) -> u64 {
        self.losses.get(&end).copied().unwrap_or_default()
    }

    pub(super) fn seconds_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds / self.moves as f64)
    }

    pub(super) fn cpu_seconds_per_move(&self) -> Option<f64> {
        (self.cpu_moves > 0).then(|| self.cpu_seconds / self.cpu_moves as f64)
    }
}

/// The ways to lose by a fault, with their names in a report.
pub(super) const FAULTS: [(EndReason, &str); 5] = [
    (EndReason::Crash, "crashes"),
    (EndReason::IllegalMove, "illegal moves"),
    (EndReason::BadAnswer, "bad answers"),
    (EndReason::Stall, "stalls"),
    (EndReason::Time, "time losses"),
];

const COLUMN_HEADINGS: &str =
    "         moves    s/move  CPU s/move  slowest s  games lost by a fault";

/// Writes the result of a match: score, Elo, test, and for each side time and faults. Without a game it writes nothing.
///
/// # Errors
/// When `out` cannot be written.
pub fn report(out: &mut impl Write, score: &MatchScore, sprt: Option<&Sprt>) -> io::Result<()> {
    let Some(settings) = &score.settings else {
        return Ok(());
    };
    write_settings(out, settings)?;
    writeln!(out)?;
    write_score(out, score)?;
    write_strength(out, score)?;
    if let Some(sprt) = sprt {
        write_test(out, score, sprt)?;
    }
    writeln!(out)?;
    write_sides(out, score)
}

/// Writes the players and the conditions of a match.
///
/// # Errors
/// When `out` cannot be written.
fn write_settings(out: &mut impl Write, settings: &MatchSettings) -> io::Result<()> {
    let (size, increment) = (settings.size, settings.increment);
    writeln!(out, "A: {}\nB: {}", settings.a, settings.b)?;
    write!(
        out,
        "{size}x{size}, komi {}, rules: {}, openings: {}, seed {}",
        settings.komi, settings.rules, settings.openings, settings.seed
    )?;
    if let Some(time) = settings.main_time {
        write!(out, ", {time} s for each side")?;
    }
    if increment > 0.0 {
        write!(out, ", plus {increment} s a move")?;
    }
    writeln!(out)
}

fn write_score(out: &mut impl Write, score: &MatchScore) -> io::Result<()> {
    let games = score.games();
    let [wins, draws, losses] = score.results();
    let percent = 100.0 * (wins as f64 + draws as f64 / 2.0) / games as f64;
    writeln!(
        out,
        "A wins {wins}, draws {draws}, loses {losses} of {games} games: {percent:.1} %"
    )?;
    let ByColor([black, white]) = score
        .results_by_color
        .map(|[wins, draws, losses]| format!("{wins}-{draws}-{losses}"));
    writeln!(out, "as Black {black}, as White {white}")?;
    write!(out, "{} games were counted", score.counted)?;
    match score.repeated() {
        0 => writeln!(out),
        repeated => writeln!(out, ", {repeated} have the same moves as another"),
    }
}

fn write_strength(out: &mut impl Write, score: &MatchScore) -> io::Result<()> {
    let Some(share) = score.pairs.share() else {
        return writeln!(out, "no pair of games is complete");
    };
    let (pairs, percent, elo) = (score.pairs.pairs(), share.percent(), share.elo());
    let counts = score.pairs.0.map(|count| count.to_string()).join(", ");
    write!(out, "pairs with 0, 1/2, 1, 3/2, 2 points: {counts}")?;
    match score.incomplete_pairs.len() {
        0 => writeln!(out)?,
        unpaired => writeln!(out, "; unpaired games: {unpaired}")?,
    }
    writeln!(
        out,
        "share of A in {pairs} pairs: {:.1} % (95 %: {:.1} to {:.1})",
        percent.observed, percent.low, percent.high
    )?;
    writeln!(
        out,
        "Elo of A over B: {:+.0} (95 %: {:+.0} to {:+.0})",
        elo.observed, elo.low, elo.high
    )
}

fn write_test(out: &mut impl Write, score: &MatchScore, sprt: &Sprt) -> io::Result<()> {
    let [elo0, elo1] = sprt.hypotheses;
    let ratio = sprt.log_likelihood_ratio(&score.pairs);
    let decision = match sprt.decision(&score.pairs) {
        SprtDecision::H0 => "H0 accepted",
        SprtDecision::H1 => "H1 accepted",
        SprtDecision::Undecided => "undecided",
    };
    writeln!(
        out,
        "SPRT, H0 {elo0:+} Elo, H1 {elo1:+} Elo: log-likelihood ratio {ratio:.2} in ({:.2}, {SPRT_BOUND:.2}), {decision}",
        -SPRT_BOUND
    )
}

fn write_sides(out: &mut impl Write, score: &MatchScore) -> io::Result<()> {
    writeln!(out, "{COLUMN_HEADINGS}")?;
    for (name, side) in ["A", "B"].into_iter().zip(&score.sides) {
        let seconds = |time: Option<f64>| time.map_or("-".to_owned(), |time| format!("{time:.4}"));
        writeln!(
            out,
            "{name:<6}{:>8}{:>10}{:>12}{:>11.3}  {}",
            side.moves,
            seconds(side.seconds_per_move()),
            seconds(side.cpu_seconds_per_move()),
            side.slowest,
            faults(side)
        )?;
    }
    Ok(())
}

/// The games that a side lost by faults: `0`, or `3: crashes 2, stalls 1`.
fn faults(side: &SideTotals) -> String {
    let counts = FAULTS.map(|(end, name)| (side.losses_by(end), name));
    let total: u64 = counts.iter().map(|(count, _)| count).sum();
    let kinds = counts.iter().filter(|(count, _)| *count > 0);
    let kinds: Vec<_> = kinds
        .map(|(count, name)| format!("{name} {count}"))
        .collect();
    let colon = if total > 0 { ": " } else { "" };
    format!("{total}{colon}{}", kinds.join(", "))
}
