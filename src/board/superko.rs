//! Superko: which repetitions a move may not bring about.

use super::Color;
use super::hash::in_turn;

/// Which repetitions a move may not bring about. The simple ko is always forbidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
    /// The hash by which this rule compares positions: of the stones alone, or of the stones and the player to move.
    #[must_use]
    pub const fn key(self, stones: u64, to_move: Color) -> u64 {
        match self {
            Self::Simple | Self::Positional => stones,
            Self::Situational => in_turn(stones, to_move),
        }
    }
}
