//! Time for one move.

use std::time::Duration;

/// Time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// What the move should take.
    pub soft: Duration,
    /// What it may take while it is not clear which move is best; no less than `soft`. Where it is the same, nothing is
    /// gained by an early answer, and only a move that cannot change any more is played before.
    pub hard: Duration,
}

impl TimeBudget {
    /// The same time for every move.
    #[must_use]
    pub const fn fixed(time: Duration) -> Self {
        Self {
            soft: time,
            hard: time,
        }
    }

    /// What satisfies both.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self {
            soft: self.soft.min(other.soft),
            hard: self.hard.min(other.hard),
        }
    }

    /// What is left of it after some time.
    #[must_use]
    pub const fn less(self, time: Duration) -> Self {
        Self {
            soft: self.soft.saturating_sub(time),
            hard: self.hard.saturating_sub(time),
        }
    }
}
