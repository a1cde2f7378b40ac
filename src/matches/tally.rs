//! What the games of a match add up to.

use std::collections::{HashMap, HashSet};

use super::elo::Pentanomial;
use super::entry::{Entry, Reason, Settings, Side, difference};

/// The games of a match, or of several parts of it that differ by their seeds.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    settings: Option<Settings>,
    /// By color of A: its wins, draws and losses.
    results: [[u64; 3]; 2],
    pairs: Pentanomial,
    /// Half points of A in pairs of which one game is there.
    open: HashMap<Game, usize>,
    seen: HashSet<Game>,
    records: HashSet<String>,
    sides: [SideTally; 2],
    counted: u64,
}

/// A game, or a pair: the seed of its match and its number there.
type Game = (u64, u64);

/// What one side has used and done in all games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideTally {
    /// Own moves.
    pub moves: u64,
    /// Seconds for them.
    pub seconds: f64,
    /// Seconds for the slowest of them.
    pub slowest: f64,
    /// Seconds of processor time in the games that know it.
    cpu_seconds: f64,
    /// Moves in these games.
    cpu_moves: u64,
    /// Games lost otherwise than at the board.
    faults: HashMap<&'static str, u64>,
}

/// Games that do not add up to a match.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TallyError {
    /// A game is there already.
    #[error("game {game} of the match with seed {seed} occurs twice")]
    Twice {
        /// Its number.
        game: u64,
        /// The match.
        seed: u64,
    },
    /// The games are of different matches.
    #[error("game {game} is of another match: {there}, not {here}")]
    OtherMatch {
        /// Its number.
        game: u64,
        /// The first setting that differs, as it is there.
        there: String,
        /// The same in the games before.
        here: String,
    },
}

impl Tally {
    /// Counts a game.
    ///
    /// # Errors
    ///
    /// When the game was counted before, or is of a match with other settings; their seeds may differ.
    pub fn add(&mut self, entry: &Entry) -> Result<(), TallyError> {
        let seed = entry.settings.seed;
        if let Some(settings) = &self.settings {
            let there = Settings {
                seed: settings.seed,
                ..entry.settings.clone()
            };
            if let Some([there, here]) = difference(&there, settings) {
                let game = entry.game;
                return Err(TallyError::OtherMatch { game, there, here });
            }
        }
        if !self.seen.insert((seed, entry.game)) {
            let game = entry.game;
            return Err(TallyError::Twice { game, seed });
        }
        self.settings.get_or_insert_with(|| entry.settings.clone());
        self.add_result(entry, (seed, entry.pair));
        self.counted += u64::from(matches!(entry.reason, Reason::Passes | Reason::Length));
        self.records.insert(entry.record.clone());
        for side in Side::BOTH {
            self.sides[side as usize].add(entry, side);
        }
        Ok(())
    }

    fn add_result(&mut self, entry: &Entry, pair: Game) {
        let half_points = match entry.winner {
            Some(Side::A) => 2,
            Some(Side::B) => 0,
            None => 1,
        };
        let color = usize::from(entry.black != Side::A);
        self.results[color][2 - half_points] += 1;
        if let Some(first) = self.open.remove(&pair) {
            self.pairs.add(first + half_points);
        } else {
            self.open.insert(pair, half_points);
        }
    }

    /// The settings of the first game; `None` before it.
    #[must_use]
    pub const fn settings(&self) -> Option<&Settings> {
        self.settings.as_ref()
    }

    /// A's wins, draws and losses.
    #[must_use]
    pub fn results(&self) -> [u64; 3] {
        let [black, white] = self.results;
        std::array::from_fn(|kind| black[kind] + white[kind])
    }

    /// A's wins, draws and losses as Black and as White.
    #[must_use]
    pub const fn results_by_color(&self) -> [[u64; 3]; 2] {
        self.results
    }

    /// All games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results().iter().sum()
    }

    /// Games that were counted, by the referee or by us.
    #[must_use]
    pub const fn counted(&self) -> u64 {
        self.counted
    }

    /// Games whose moves are those of another one.
    #[must_use]
    pub fn repeated(&self) -> u64 {
        self.games() - self.records.len() as u64
    }

    /// Pairs of which both games are there.
    #[must_use]
    pub const fn pairs(&self) -> &Pentanomial {
        &self.pairs
    }

    /// Games whose other half is missing.
    #[must_use]
    pub fn unpaired(&self) -> usize {
        self.open.len()
    }

    /// What a side has used and done.
    #[must_use]
    pub const fn side(&self, side: Side) -> &SideTally {
        &self.sides[side as usize]
    }
}

impl SideTally {
    /// The ways to lose otherwise than at the board.
    pub const FAULTS: [&'static str; 5] = [
        "crashes",
        "illegal moves",
        "bad answers",
        "stalls",
        "time losses",
    ];

    fn add(&mut self, entry: &Entry, side: Side) {
        let usage = entry.usage(side);
        self.moves += usage.moves;
        self.seconds += usage.seconds;
        self.slowest = self.slowest.max(usage.slowest);
        if let Some(seconds) = usage.cpu_seconds {
            self.cpu_seconds += seconds;
            self.cpu_moves += usage.moves;
        }
        if entry.winner != Some(side)
            && let Some(fault) = fault(entry.reason)
        {
            *self.faults.entry(fault).or_default() += 1;
        }
    }

    /// Games lost in one of the ways of [`FAULTS`](Self::FAULTS).
    #[must_use]
    pub fn lost_by(&self, fault: &str) -> u64 {
        self.faults.get(fault).copied().unwrap_or_default()
    }

    /// Seconds for a move.
    #[must_use]
    pub fn pace(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.seconds / self.moves as f64)
    }

    /// Seconds of processor time for a move, where they are known.
    #[must_use]
    pub fn cpu_pace(&self) -> Option<f64> {
        (self.cpu_moves > 0).then(|| self.cpu_seconds / self.cpu_moves as f64)
    }
}

const fn fault(reason: Reason) -> Option<&'static str> {
    let [crash, illegal_move, bad_answer, stall, time] = SideTally::FAULTS;
    match reason {
        Reason::Passes | Reason::Length | Reason::Resignation => None,
        Reason::Crash => Some(crash),
        Reason::IllegalMove => Some(illegal_move),
        Reason::BadAnswer => Some(bad_answer),
        Reason::Stall => Some(stall),
        Reason::Time => Some(time),
    }
}
