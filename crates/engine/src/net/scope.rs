//! The boards and rules that a network has learned.

use super::layout::{PLANES, SIDE};

/// The boards and rules that a network has learned. It says nothing of use about others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Points along one side of the smallest board; the largest one has [`SIDE`].
    pub smallest: usize,
    /// Whether it knows territory scoring too, and not only area scoring.
    pub territory: bool,
}

impl Scope {
    /// 9x9 and area scoring.
    pub const PLAIN: Self = Self {
        smallest: SIDE,
        territory: false,
    };

    /// Whether the network has learned boards of this size.
    #[must_use]
    pub fn has_size(self, size: usize) -> bool {
        (self.smallest..=SIDE).contains(&size)
    }

    /// Number of input planes. Only a network that knows territory scoring has the last plane, which tells whether territory is
    /// scored.
    pub(super) const fn planes(self) -> usize {
        if self.territory { PLANES } else { PLANES - 1 }
    }
}
