//! Eyes as the thesis defines them, and the moves that a uniform playout chooses from.

use super::{Board, Color, Point, PointSet};

impl<const W: usize> Board<W> {
    /// The points whose four neighbours are all stones of `color` or the edge: eyes, true and false.
    #[inline(always)]
    #[must_use]
    pub fn surrounded(&self, color: Color) -> PointSet<W> {
        self.empty & !(self.empty | self.stones(!color)).neighbors()
    }

    /// The points on whose diagonals the enemy of `color` stands so strongly that an eye there is
    /// false: two diagonal stones in the centre, one on the edge or in the corner.
    #[inline(always)]
    fn undermined(&self, color: Color) -> PointSet<W> {
        let [a, b, c, d] = self.stones(!color).diagonals();
        let one = a | b | c | d;
        let two = (a & b) | (c & d) | ((a | b) & (c | d));
        two | (one & self.edge)
    }

    /// The true eyes of `color`: surrounded, and not false by its diagonals.
    #[inline(always)]
    #[must_use]
    pub fn eyes(&self, color: Color) -> PointSet<W> {
        self.surrounded(color) & !self.undermined(color)
    }

    /// Whether the four neighbours of the empty `point` are all stones of `color` or the edge.
    #[inline(always)]
    #[must_use]
    pub fn is_surrounded(&self, color: Color, point: Point<W>) -> bool {
        self.neighborhood(point).is_surrounded(color)
    }

    /// Whether the empty `point` is a true eye of `color`.
    #[inline(always)]
    #[must_use]
    pub fn is_eye(&self, color: Color, point: Point<W>) -> bool {
        let code = self.neighborhood(point);
        code.is_surrounded(color) && !code.is_undermined(color)
    }

    /// Whether the empty `point` is among the [`playable`](Self::playable).
    #[inline(always)]
    #[must_use]
    pub fn is_playable(&self, color: Color, point: Point<W>) -> bool {
        !self.is_eye(color, point) && self.ko != Some(point) && self.can_breathe(color, point)
    }

    /// The legal points that are no true eye of `color`, who must be to move: the ko counts against it.
    #[inline(always)]
    #[must_use]
    pub fn playable(&self, color: Color) -> PointSet<W> {
        let mut points = self.empty & self.breathing(color).neighbors() & !self.eyes(color);
        if let Some(ko) = self.ko {
            points.remove(ko);
        }
        points
    }
}
