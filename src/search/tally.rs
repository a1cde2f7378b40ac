//! How many games, and how they ended.

use std::sync::atomic::{AtomicU64, Ordering};

/// Games, and how they ended for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) games: u32,
    /// Twice the wins, plus the draws: an integer, so that no rounding depends on the order of simulations.
    pub(super) half_wins: u32,
}

impl Tally {
    /// Share of the points that the side got, in [0, 1]. Needs a game.
    #[inline]
    pub(super) fn mean(self) -> f64 {
        f64::from(self.half_wins) / (2.0 * f64::from(self.games))
    }
}

/// A tally that several threads count in: one word, so that nobody sees half of a game and none is lost.
#[derive(Debug, Default)]
pub(super) struct SharedTally(AtomicU64);

impl SharedTally {
    #[inline]
    pub(super) fn get(&self) -> Tally {
        let word = self.0.load(Ordering::Relaxed);
        Tally {
            games: (word >> 32) as u32,
            half_wins: word as u32,
        }
    }

    pub(super) fn set(&self, tally: Tally) {
        let word = u64::from(tally.games) << 32 | u64::from(tally.half_wins);
        self.0.store(word, Ordering::Relaxed);
    }

    /// Counts a game.
    #[inline]
    pub(super) fn add(&self, half_wins: u32) {
        self.0
            .fetch_add(1 << 32 | u64::from(half_wins), Ordering::Relaxed);
    }
}
