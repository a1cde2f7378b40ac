//! Superko: which repetitions of a position are forbidden.

use serde::{Deserialize, Serialize};

use super::Color;

/// Which repetitions are forbidden. The simple ko always is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Superko {
    /// None but the simple ko.
    #[default]
    Simple,
    /// The stones of any earlier position, whoever was to move.
    Positional,
    /// The stones of an earlier position with the same player to move.
    Situational,
}

impl Superko {
    /// The hash by which this rule compares positions, from the hash of the stones.
    #[must_use]
    pub const fn key(self, stones: u64, to_move: Color) -> u64 {
        match (self, to_move) {
            (Self::Situational, Color::White) => !stones,
            _ => stones,
        }
    }
}
