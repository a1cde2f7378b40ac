//! A move that was looked at, as JSON has it.

use serde::Serialize;

use crate::search::{Prospect, RankedMove};

/// A move and its figures; the win rate is that of the player to move.
#[derive(Debug, Serialize)]
pub(super) struct Candidate {
    #[serde(rename = "move")]
    mv: String,
    visits: u64,
    win_rate: f64,
}

impl From<&RankedMove> for Candidate {
    fn from(ranked: &RankedMove) -> Self {
        Self {
            mv: ranked.mv.to_string(),
            visits: ranked.visits,
            win_rate: ranked.win_rate,
        }
    }
}

impl From<&Prospect> for Candidate {
    fn from(prospect: &Prospect) -> Self {
        Self {
            mv: prospect.mv.to_string(),
            visits: prospect.visits,
            win_rate: prospect.win_rate,
        }
    }
}
