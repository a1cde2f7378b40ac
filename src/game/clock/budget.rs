//! Time for one move.

use std::time::Duration;

/// Time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// What the move should take.
    pub target: Duration,
    /// What it may take while it is not clear which move is best; no less than `target`. Where it is the same, nothing is
    /// gained by an early answer, and only a move that cannot change any more is played before.
    pub maximum: Duration,
}

impl TimeBudget {
    /// The same time for every move.
    #[must_use]
    pub const fn fixed(time: Duration) -> Self {
        Self {
            target: time,
            maximum: time,
        }
    }

    /// What satisfies both.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self {
            target: self.target.min(other.target),
            maximum: self.maximum.min(other.maximum),
        }
    }

    /// What is left of it after some time.
    #[must_use]
    pub const fn minus(self, time: Duration) -> Self {
        Self {
            target: self.target.saturating_sub(time),
            maximum: self.maximum.saturating_sub(time),
        }
    }
}
