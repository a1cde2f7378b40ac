//! Moves in the form that searches use.

use super::{Move, Point};

/// A move on a board of this class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointMove<const W: usize> {
    /// A pass.
    Pass,
    /// A stone on a point.
    Play(Point<W>),
}

impl<const W: usize> PointMove<W> {
    /// The point of a stone.
    #[must_use]
    pub const fn point(self) -> Option<Point<W>> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass => None,
        }
    }

    /// The same move on a board of any class.
    #[must_use]
    pub fn to_move(self) -> Move {
        let point = self.point();
        point.map_or(Move::Pass, |point| Move::Play(point.coord()))
    }
}
