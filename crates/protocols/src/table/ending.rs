//! How a game ends.

use tao_rules::board::{Color, PointSet};
use tao_sgf as sgf;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// This side gave up.
    Resigned(Color),
    /// This side had no time left.
    OutOfTime(Color),
    /// By two passes, with these dead stones.
    Counted {
        /// The stones that are removed before the count.
        dead: PointSet<6>,
    },
}

impl Ending {
    /// The ending that a record names, unless it is a score: `B+R`, `W+Time`.
    pub(super) fn of_result(result: &str) -> Option<Self> {
        let (winner, reason) = result.split_once('+')?;
        let winner: Color = winner.trim().parse().ok()?;
        match reason.trim().chars().next()?.to_ascii_uppercase() {
            'R' => Some(Self::Resigned(!winner)),
            'T' => Some(Self::OutOfTime(!winner)),
            _ => None,
        }
    }

    /// The result in a record, unless it is a score: `W+R`, `B+T`.
    #[must_use]
    pub fn result(self) -> Option<String> {
        match self {
            Self::Resigned(loser) => Some(sgf::result_without_score(loser, 'R')),
            Self::OutOfTime(loser) => Some(sgf::result_without_score(loser, 'T')),
            Self::Counted { .. } => None,
        }
    }
}
