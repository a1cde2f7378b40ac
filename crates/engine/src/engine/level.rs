//! Levels of play, from a beginner's to full strength: fewer visits, and a choice among good moves.

use std::fmt;
use std::str::FromStr;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::turn::Turn;
use crate::search::{Report, Snapshot, draw, improved_policy};
use tao_rules::board::Move;

/// The strength of play, from 1 to [`Level::FULL`], which does not limit the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

/// Temperatures of the lowest levels, beginning with level 1. These levels search one visit with the network. A step from one level
/// to the next is worth 104 to 191 Elo, 137 on average; `docs/lab/strength.md` has the matches.
const TEMPERATURES: [f64; 9] = [2.2, 1.9, 1.67, 1.44, 1.21, 1.0, 0.76, 0.52, 0.25];

/// Visits with the network of the levels above these and below full strength. These levels play the best move.
const VISITS: [u64; 10] = [3, 6, 10, 19, 34, 73, 145, 285, 560, 1_050];

/// Number of playouts that replace one visit with the network, on boards for which there is none.
const PLAYOUTS_PER_VISIT: u64 = 50;

impl Level {
    /// The weakest level.
    pub const LOWEST: Self = Self(1);

    /// Full strength.
    pub const FULL: Self = Self((TEMPERATURES.len() + VISITS.len()) as u8 + 1);

    /// The level with this number, if there is one.
    #[must_use]
    pub fn new(number: u8) -> Option<Self> {
        let level = Self(number);
        (Self::LOWEST..=Self::FULL)
            .contains(&level)
            .then_some(level)
    }

    /// The number of the level, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Maximum number of visits for a move; `None` for no limit.
    pub(super) fn most_visits(self, has_network: bool) -> Option<u64> {
        let visits = match self.index().checked_sub(TEMPERATURES.len()) {
            None => 1,
            Some(index) => *VISITS.get(index)?,
        };
        let playouts = visits * PLAYOUTS_PER_VISIT;
        Some(if has_network { visits } else { playouts })
    }

    /// Draws a move at random: its probability is what the search gives it, to the power of 1 / temperature. `None` at levels that
    /// play the best move, and if there is no move but a pass, which is never drawn.
    pub(super) fn choose(self, snapshot: &Snapshot, seed: u64) -> Option<Move> {
        let temperature = *TEMPERATURES.get(self.index())?;
        let mut policy = improved_policy(snapshot);
        policy.retain(|&(mv, _)| mv != Move::Pass);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        draw(&policy, temperature, &mut rng)
    }
}

impl Turn<'_, '_> {
    /// Replaces the move to play, unless it is a pass, by one that the level draws.
    pub(super) fn choose_by_level(&self, report: &mut Report) {
        // Games with adjacent seeds must not share random numbers, so the move number must not change the same bits as the seed
        // does.
        let seed = self.seed.rotate_left(32) ^ self.game.move_number() as u64;
        let chosen = self.level.choose(&report.snapshot, seed);
        if let Some(mv) = chosen.filter(|&mv| self.game.is_legal(self.color(), mv))
            && report.best != Move::Pass
        {
            report.choose(mv);
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
    use crate::search::MoveStats;
    use tao_rules::board::Color;

    fn snapshot(moves: &[(&str, f64)]) -> Snapshot {
        let moves = moves.iter().map(|&(mv, prior)| MoveStats {
            prior: Some(prior),
            ..MoveStats::new(mv.parse().unwrap(), 0)
        });
        Snapshot {
            to_move: Color::Black,
            komi: 7.0,
            visits: 1,
            win_rate: 0.5,
            moves: moves.collect(),
            outcomes: None,
        }
    }

    #[test]
    fn levels_are_numbers_from_1_to_20() {
        for text in ["1", "20"] {
            assert_eq!(text.parse::<Level>().unwrap().to_string(), text);
        }
        for text in ["0", "21", "-1", "256", "strong", ""] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError), "{text}");
        }
        assert_eq!(
            ParseLevelError.to_string(),
            "a level is a number from 1 to 20"
        );
    }

    #[test]
    fn higher_levels_search_more_or_choose_better() {
        assert!(TEMPERATURES.is_sorted_by(|warm, cold| warm > cold && *cold > 0.0));
        assert!(VISITS.is_sorted_by(|few, many| 1 < *few && few < many));
        assert_eq!(
            [true, false].map(|has| Level::FULL.most_visits(has)),
            [None; 2]
        );
        assert_eq!(Level(8).most_visits(false), Some(50));
    }

    #[test]
    fn low_levels_choose_good_moves_more_often_than_bad_ones_and_never_pass() {
        let snapshot = snapshot(&[("E5", 0.6), ("C3", 0.2), ("pass", 0.15), ("A1", 0.05)]);
        let count = |level: Level, mv: &str| {
            let mv = Some(mv.parse().unwrap());
            let moves = (0..1_000).map(|seed| level.choose(&snapshot, seed));
            moves.filter(|&chosen| chosen == mv).count()
        };
        let [low, middle] = [1, 7].map(Level);
        assert!(count(low, "E5") > count(low, "C3") && count(low, "C3") > count(low, "A1"));
        assert!(count(low, "A1") > count(middle, "A1"));
        assert_eq!(count(low, "pass"), 0);
        assert_eq!(Level::FULL.choose(&snapshot, 1), None);
        assert_eq!(low.choose(&snapshot, 7), low.choose(&snapshot, 7));
    }
}
