//! Eyes as the thesis defines them, and the moves that a uniform playout chooses from.

use super::{Board, Color, Point, PointSet};

impl<const W: usize> Board<W> {
    /// The empty points whose neighbors are all stones of `color` or the edge: true and false eyes.
    #[inline(always)]
    #[must_use]
    pub fn surrounded(&self, color: Color) -> PointSet<W> {
        self.empty & !(self.empty | self.stones(!color)).neighbors()
    }

    /// The points where an eye of `color` would be false: with two enemy stones on the diagonals, or one on the edge or in the
    /// corner.
    #[inline(always)]
    fn false_eye_points(&self, color: Color) -> PointSet<W> {
        let [a, b, c, d] = self.stones(!color).diagonals();
        let one = a | b | c | d;
        let two = (a & b) | (c & d) | ((a | b) & (c | d));
        two | (one & self.edge)
    }

    /// The true eyes of `color`.
    #[inline(always)]
    #[must_use]
    pub fn eyes(&self, color: Color) -> PointSet<W> {
        self.surrounded(color) & !self.false_eye_points(color)
    }

    /// Whether the empty `point` is among the [`surrounded`](Self::surrounded).
    #[inline(always)]
    #[must_use]
    pub fn is_surrounded(&self, color: Color, point: Point<W>) -> bool {
        self.neighborhood(point).is_surrounded(color)
    }

    /// Whether the empty `point` is a true eye of `color`.
    #[inline(always)]
    #[must_use]
    pub fn is_eye(&self, color: Color, point: Point<W>) -> bool {
        let neighborhood = self.neighborhood(point);
        neighborhood.is_surrounded(color) && !neighborhood.has_false_eye_diagonals(color)
    }

    /// Whether the empty `point` is among the [`playable`](Self::playable).
    #[inline(always)]
    #[must_use]
    pub fn is_playable(&self, color: Color, point: Point<W>) -> bool {
        !self.is_eye(color, point) && self.ko != Some(point) && !self.is_suicide(color, point)
    }

    /// The legal points that are not true eyes of `color`, which must be the side to move. The ko point is never among them.
    #[inline(always)]
    #[must_use]
    pub fn playable(&self, color: Color) -> PointSet<W> {
        let mut points = self.empty & self.liberty_sources(color).neighbors() & !self.eyes(color);
        if let Some(ko) = self.ko {
            points.remove(ko);
        }
        points
    }
}
