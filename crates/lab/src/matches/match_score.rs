//! The sums over the games of a match.

use std::collections::{HashMap, HashSet};

use super::elo::Pentanomial;
use super::log_entry::{EndReason, LogEntry, MatchSettings, Side};
use tao_rules::board::ByColor;

/// The games of a match, or of several parts of it that differ by their seeds.
#[derive(Clone, Debug, Default)]
pub struct MatchScore {
    /// The settings of the first game that was added.
    pub(super) settings: Option<MatchSettings>,
    /// By color of A: its wins, draws and losses.
    pub(super) results_by_color: ByColor<[u64; 3]>,
    /// The complete pairs.
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

/// Games that are not of one match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MatchScoreError {
    /// A game was added before.
    #[error("game {game} of the match with seed {seed} occurs twice")]
    DuplicateGame {
        /// Its number.
        game: u64,
        /// Seed of the match.
        seed: u64,
    },
    /// The games are of different matches.
    #[error("game {game} belongs to another match: {difference}")]
    OtherMatch {
        /// Its number.
        game: u64,
        /// A setting that differs.
        difference: String,
    },
}

impl MatchScore {
    /// Adds a game.
    ///
    /// # Errors
    ///
    /// When the game was added before, or is of a match with other settings; their seeds may differ.
    pub fn add(&mut self, entry: &LogEntry) -> Result<(), MatchScoreError> {
        let (game, seed) = (entry.game, entry.settings.seed);
        if let Some(settings) = &self.settings {
            let expected = MatchSettings {
                seed,
                ..settings.clone()
            };
            if let Some(difference) = entry.settings.difference(&expected) {
                return Err(MatchScoreError::OtherMatch { game, difference });
            }
        }
        if !self.seen.insert((seed, game)) {
            return Err(MatchScoreError::DuplicateGame { game, seed });
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
    #[must_use]
    pub fn has(&self, seed: u64, game: u64) -> bool {
        self.seen.contains(&(seed, game))
    }

    /// Returns A's wins, draws and losses.
    #[must_use]
    pub fn results(&self) -> [u64; 3] {
        let ByColor([black, white]) = self.results_by_color;
        std::array::from_fn(|kind| black[kind] + white[kind])
    }

    /// Returns the number of all games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// Returns the number of games with the same moves as an earlier one.
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
