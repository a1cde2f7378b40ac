//! Moves in the form that searches use.

use super::{Move, Point};

/// A move on a board of this class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointMove<const W: usize> {
    Pass,
    Play(Point<W>),
}

impl<const W: usize> PointMove<W> {
    pub(crate) const fn point(self) -> Option<Point<W>> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass => None,
        }
    }

    pub(crate) fn to_move(self) -> Move {
        let point = self.point();
        point.map_or(Move::Pass, |point| Move::Play(point.coord()))
    }
}
