//! What ranks of a cluster share of their trees, and how often.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What ranks share of their trees, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharingParams {
    /// Milliseconds between two rounds. `MoGo` had 350 on 800 processors, 50 in Bourki et al.
    pub milliseconds: u64,
    /// Percent of the root's visits that a node needs for its children to be shared, in (0, 100]. 5 in Gelly et al. and Bourki
    /// et al. The smaller it is, the more nodes a message holds.
    pub percent: f64,
    /// Moves from the root to the lowest nodes that are shared, at most [`MAX_DEPTH`](Self::MAX_DEPTH). 3 in both sources.
    pub depth: usize,
}

impl SharingParams {
    /// Largest [`depth`](Self::depth).
    pub const MAX_DEPTH: usize = 14;

    /// Shares more nodes, and more often, than the sources, whose messages were for 19x19 and went over slower networks. Rounds
    /// every 20 ms won 48 Elo (9 to 87) against every 50 ms, with eight ranks: `docs/lab/cluster.md`.
    pub const DEFAULT: Self = Self {
        milliseconds: 20,
        percent: 1.0,
        depth: 4,
    };

    /// The time between two rounds.
    #[must_use]
    pub const fn period(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }

    /// Visits that a node needs for its children to be shared, if the root has `root` visits.
    #[expect(clippy::cast_sign_loss, reason = "a share of visits")]
    pub fn least_visits(&self, root: u32) -> u32 {
        ((f64::from(root) * self.percent / 100.0).ceil() as u32).max(1)
    }
}
