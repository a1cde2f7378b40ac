//! Visits and the sum of their values.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

/// The value of a win in [`Tally::value`]; a draw is worth half of it and a loss nothing.
pub const WIN: u32 = 1 << 12;

/// Low bits of the word in a [`SharedTally`] that hold the value: enough for as many wins as the other bits can count.
const VALUE_BITS: u32 = 38;

/// Maximum simulations of a search, and also maximum visits that it takes over from the search before, since a [`SharedTally`]
/// counts to 2^26 - 1.
pub const MAX_SIMULATIONS: u64 = (1 << 25) - 1;

const _: () = assert!(
    2 * MAX_SIMULATIONS < 1 << (u64::BITS - VALUE_BITS)
        && 2 * MAX_SIMULATIONS * (WIN as u64) < 1 << VALUE_BITS
);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub visits: u32,
    /// Sum of the values, each from 0 to [`WIN`]: an integer, so that no rounding depends on the order of simulations.
    pub value: u64,
}

impl Tally {
    /// Mean value in [0, 1]. There must be a visit.
    #[inline]
    pub fn mean(self) -> f64 {
        self.value as f64 / (f64::from(WIN) * f64::from(self.visits))
    }

    /// The sum of two tallies.
    pub const fn plus(self, other: Self) -> Self {
        Self {
            visits: self.visits.saturating_add(other.visits),
            value: self.value.saturating_add(other.value),
        }
    }

    /// The difference between a sum and one of its parts.
    pub const fn minus(self, part: Self) -> Self {
        Self {
            visits: self.visits.saturating_sub(part.visits),
            value: self.value.saturating_sub(part.value),
        }
    }
}

/// A tally that threads share: one word, so that visits and value always belong together.
#[derive(Debug, Default)]
pub struct SharedTally(AtomicU64);

impl SharedTally {
    #[inline]
    pub fn get(&self) -> Tally {
        let word = self.0.load(Ordering::Relaxed);
        Tally {
            visits: (word >> VALUE_BITS) as u32,
            value: word & ((1 << VALUE_BITS) - 1),
        }
    }

    pub fn set(&self, tally: Tally) {
        let word = u64::from(tally.visits) << VALUE_BITS | tally.value;
        self.0.store(word, Ordering::Relaxed);
    }

    #[inline]
    pub fn add(&self, value: u32) {
        self.0
            .fetch_add(1 << VALUE_BITS | u64::from(value), Ordering::Relaxed);
    }

    /// Adds many visits at once. The sum must have no more than 2^26 - 1.
    pub fn add_tally(&self, tally: Tally) {
        let word = u64::from(tally.visits) << VALUE_BITS | tally.value;
        self.0.fetch_add(word, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_search_does_not_overflow() {
        let visits = 2 * MAX_SIMULATIONS as u32;
        let won = Tally {
            visits,
            value: u64::from(visits) * u64::from(WIN),
        };
        let tally = SharedTally::default();
        tally.set(won);
        assert_eq!(tally.get(), won);
        assert!((won.mean() - 1.0).abs() < f64::EPSILON);
        tally.add(0);
        assert_eq!(
            (tally.get().visits, tally.get().value),
            (visits + 1, won.value)
        );
    }
}
