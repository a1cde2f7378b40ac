//! What a playout records besides its result.

use super::OriginCounts;
use tao_rules::board::{ByColor, Color, Point, PointSet};

/// By color: the points where it was the first to play, which "all moves as first" statistics credit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FirstMoves<const W: usize>(ByColor<PointSet<W>>);

impl<const W: usize> FirstMoves<W> {
    /// The points where this color played first.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, color: Color) -> PointSet<W> {
        self.0[color]
    }

    /// Adds a move after the others.
    #[inline(always)]
    pub fn append(&mut self, color: Color, point: Point<W>) {
        let ByColor([black, white]) = self.0;
        self.0[color] |= PointSet::only(point) & !(black | white);
    }

    /// Adds a move before the others.
    #[inline(always)]
    pub fn prepend(&mut self, color: Color, point: Point<W>) {
        self.0[!color].remove(point);
        self.0[color].insert(point);
    }
}

/// Statistics of playouts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayoutStats<const W: usize> {
    /// Number of moves by the rule that made them, over all playouts.
    pub origin_counts: OriginCounts,
    /// First moves of the last playout.
    pub first_moves: FirstMoves<W>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_move_on_a_point_counts() {
        let [a, b, c] = ["A1", "B2", "C3"].map(|vertex| Point::<2>::new(vertex.parse().unwrap()));
        let mut first_moves = FirstMoves::default();
        first_moves.append(Color::Black, a);
        first_moves.append(Color::White, b);
        first_moves.append(Color::White, a); // after a capture
        first_moves.append(Color::White, b);
        assert_eq!(first_moves.of(Color::Black), PointSet::only(a));
        assert_eq!(first_moves.of(Color::White), PointSet::only(b));
        first_moves.prepend(Color::White, a);
        first_moves.prepend(Color::Black, c);
        assert_eq!(first_moves.of(Color::Black), PointSet::only(c));
        assert_eq!(
            first_moves.of(Color::White),
            PointSet::only(a) | PointSet::only(b)
        );
    }
}
