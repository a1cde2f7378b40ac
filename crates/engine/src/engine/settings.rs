//! How the engine plays: its settings and levels.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::resign::LOST_BELOW;
use crate::book::BookSource;
use crate::net::{self, Network};
use crate::pattern::Shapes;
use crate::search::{EvaluationKind, MEBIBYTE, Observer, Params, Report, Request};

/// Whether the engine resigns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Resign {
    /// It plays lost games to the end.
    Never,
    /// It resigns once several of its moves in a row looked lost.
    #[default]
    WhenLost,
}

/// How the engine plays.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// The search.
    pub params: Params,
    /// The search in place of UCT; `None` for UCT.
    pub other_search: Option<Arc<dyn OtherSearch>>,
    /// The network that the search may use.
    pub network: Option<Arc<Network>>,
    /// The shapes that simulated games play; `None` for those in the program.
    pub shapes: Option<Arc<Shapes>>,
    /// The opening book.
    pub book: BookSource,
    /// The strength of its moves. Below the full level it uses neither the book nor the solver.
    pub level: Level,
    /// Playouts for a move; without it, and without a time limit, those of `params`.
    pub playouts: Option<u64>,
    /// Time for a move.
    pub time_per_move: Option<Duration>,
    /// Most playouts in the opponent's time, see [`Engine::ponder`](super::Engine::ponder); 0 for no pondering.
    pub ponder: u64,
    /// Seed of every game; without one each game draws its own.
    pub seed: Option<u64>,
    /// When to resign.
    pub resign: Resign,
    /// The win rate below which a move looks lost, in [0, 1].
    pub resign_below: f64,
}

impl Default for EngineSettings {
    /// The default parameters of the search and the network in the program; no book, no limits and no seed.
    fn default() -> Self {
        Self {
            params: Params::default(),
            other_search: None,
            network: net::embedded(),
            shapes: None,
            book: BookSource::None,
            level: Level::FULL,
            playouts: None,
            time_per_move: None,
            ponder: 0,
            seed: None,
            resign: Resign::default(),
            resign_below: LOST_BELOW,
        }
    }
}

impl EngineSettings {
    /// The network that evaluates boards of this size; `None` where playouts or another search do.
    pub fn network_for(&self, size: usize) -> Option<&Arc<Network>> {
        let asks =
            self.other_search.is_none() && self.params.evaluation.kind != EvaluationKind::Playout;
        let network = self.network.as_ref().filter(|_| asks);
        network.filter(|network| network.scope.has_size(size))
    }

    /// These settings with the memory of one engine, where the search memory is divided equally among `engines`.
    pub fn sharing_memory(mut self, engines: usize) -> Self {
        let all = self.params.search_bytes() / MEBIBYTE;
        let own = (all / engines.max(1)).max(1);
        self.params.machine.memory = self.params.machine.memory.saturating_sub(all - own);
        self
    }

    /// Checks that pondering, if it is on, helps the next search.
    ///
    /// # Errors
    /// The reason why no tree is reused.
    pub fn check_pondering(&self) -> Result<(), &'static str> {
        if self.ponder == 0 {
            Ok(())
        } else if self.other_search.is_some() {
            Err("this search keeps no tree for the next move")
        } else if self.params.tree.reuse {
            Ok(())
        } else {
            Err("these settings keep no tree for the next move (reuse=on does)")
        }
    }
}

/// A search that an [`Engine`](super::Engine) uses in place of UCT. It keeps no tree.
pub trait OtherSearch: fmt::Debug + Send + Sync {
    /// Searches until a limit of the request is reached or `stop` is set. The observer gets snapshots as from UCT, and the last
    /// one in any case.
    fn search(
        &self,
        params: &Params,
        request: &Request,
        stop: &AtomicBool,
        observer: &mut Observer<'_>,
    ) -> Report;
}

/// The strength of play, from 1 to [`Level::FULL`], which does not limit the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// How a level chooses among the searched moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Choice {
    /// As a beginner, who sees a stone in atari with this probability.
    Beginner { sight: f64 },
    /// With the probability that the search gives a move, to the power of 1 / temperature.
    Drawn { temperature: f64 },
    /// The best one.
    Best,
}

/// What beginners see, beginning with level 1. These levels look at one visit with the network. The values were found by matches: a
/// step from one level to the next is worth 90 to 191 Elo; `docs/lab/strength.md` has all steps.
const SIGHTS: [f64; 6] = [0.02, 0.05, 0.1, 0.2, 0.3, 0.5];

/// Temperatures of the levels above these, which search one visit with the network as well.
pub(super) const TEMPERATURES: [f64; 9] = [2.2, 1.9, 1.67, 1.44, 1.21, 1.0, 0.76, 0.52, 0.25];

/// Visits with the network of the levels above these and below full strength. These levels play the best move.
const VISITS: [u64; 10] = [3, 6, 10, 19, 34, 73, 145, 285, 560, 1_050];

/// Number of levels that search one visit.
const UNSEARCHED: usize = SIGHTS.len() + TEMPERATURES.len();

/// Number of playouts that replace one visit with the network, on boards for which there is none.
const PLAYOUTS_PER_VISIT: u64 = 50;

impl Level {
    /// The weakest level.
    pub const LOWEST: Self = Self(1);

    /// Full strength.
    pub const FULL: Self = Self((UNSEARCHED + VISITS.len()) as u8 + 1);

    /// The level with this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        let level = Self(number);
        (Self::LOWEST..=Self::FULL)
            .contains(&level)
            .then_some(level)
    }

    /// The number of the level, from 1.
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Maximum number of visits for a move; `None` for no limit.
    pub(super) fn most_visits(self, has_network: bool) -> Option<u64> {
        let visits = match self.index().checked_sub(UNSEARCHED) {
            None => 1,
            Some(index) => *VISITS.get(index)?,
        };
        let playouts = visits * PLAYOUTS_PER_VISIT;
        Some(if has_network { visits } else { playouts })
    }

    /// How the level chooses among the searched moves.
    pub(super) fn choice(self) -> Choice {
        let temperatures = SIGHTS.len()..UNSEARCHED;
        match self.index() {
            index if index < temperatures.start => Choice::Beginner {
                sight: SIGHTS[index],
            },
            index if index < temperatures.end => Choice::Drawn {
                temperature: TEMPERATURES[index - SIGHTS.len()],
            },
            _ => Choice::Best,
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The error for an invalid level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a level is a number from 1 to {}", Level::FULL)]
pub struct ParseLevelError;

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.parse().ok();
        number.and_then(Self::new).ok_or(ParseLevelError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_numbers_from_1_to_26() {
        for text in ["1", "26"] {
            assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
        }
        for text in ["0", "27", "-1", "256", "strong", ""] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError), "{text}");
        }
        assert_eq!(
            ParseLevelError.to_string(),
            "a level is a number from 1 to 26"
        );
    }

    #[test]
    fn higher_levels_see_more_choose_better_or_search_more() {
        assert!(SIGHTS.is_sorted_by(|dim, keen| 0.0 < *dim && dim < keen && *keen < 1.0));
        assert!(TEMPERATURES.is_sorted_by(|warm, cold| warm > cold && *cold > 0.0));
        assert!(VISITS.is_sorted_by(|few, many| 1 < *few && few < many));
        assert_eq!(
            [true, false].map(|has| Level::FULL.most_visits(has)),
            [None; 2]
        );
        assert_eq!(Level(8).most_visits(false), Some(50));
        assert_eq!(
            [6, 7, 15, 16, 26].map(|number| Level(number).choice()),
            [
                Choice::Beginner { sight: SIGHTS[5] },
                Choice::Drawn { temperature: 2.2 },
                Choice::Drawn { temperature: 0.25 },
                Choice::Best,
                Choice::Best,
            ]
        );
    }
}
