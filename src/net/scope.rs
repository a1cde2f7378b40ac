//! What a network has learned.

use super::layout::{PLANES, SIDE};

/// The boards and rules that a network has learned. It says nothing of use about others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope {
    /// Points along one side of the smallest board; the largest one has [`SIDE`].
    pub smallest: usize,
    /// Whether it knows territory scoring, not only that by area.
    pub territory: bool,
}

impl Scope {
    /// 9x9 by area.
    pub const PLAIN: Self = Self {
        smallest: SIDE,
        territory: false,
    };

    /// Whether it has boards of this size.
    #[must_use]
    pub fn has_size(self, size: usize) -> bool {
        (self.smallest..=SIDE).contains(&size)
    }

    /// Planes that such a network sees: the last one tells territory scoring.
    pub(super) const fn planes(self) -> usize {
        if self.territory { PLANES } else { PLANES - 1 }
    }
}
