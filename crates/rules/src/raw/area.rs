//! Eyes, the moves that a uniform playout chooses from, and the area score with every stone alive.

use super::{Board, ByColor, Color, Point, PointSet};

/// Points of each side under area scoring, before komi.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Area {
    /// Black stones and the empty regions that touch only black.
    pub black: usize,
    /// White stones and the empty regions that touch only white.
    pub white: usize,
    /// Empty points of regions that touch both colors, or none: half a point for each side.
    pub shared: usize,
}

impl Area {
    /// Black's points minus White's: the same by Chinese and Tromp-Taylor counting, as shared points cancel.
    pub fn lead(self) -> i32 {
        self.black as i32 - self.white as i32
    }
}

impl<const W: usize> Board<W> {
    /// The area score.
    pub fn area(&self) -> Area {
        let ByColor([black, white]) = self.owned().map(|points| points.len());
        Area {
            black,
            white,
            shared: self.size * self.size - black - white,
        }
    }

    /// Whether more than half of the points have stones.
    pub fn is_more_than_half_full(&self) -> bool {
        2 * self.empty.len() < self.size * self.size
    }

    /// By color: the stones, and the empty regions that touch only this color.
    pub fn owned(&self) -> ByColor<PointSet<W>> {
        let mut owned = self.stones;
        let mut remaining = self.empty;
        while let Some(start) = remaining.first() {
            let region = self.region(PointSet::only(start));
            remaining &= !region;
            let border = region.neighbors();
            let touches = self.stones.map(|stones| border.intersects(&stones));
            match touches.0 {
                [true, false] => owned[Color::Black] |= region,
                [false, true] => owned[Color::White] |= region,
                _ => {}
            }
        }
        owned
    }

    /// The empty points connected to `seed`, which must be empty points.
    pub fn region(&self, seed: PointSet<W>) -> PointSet<W> {
        seed.flood(&self.empty)
    }

    /// [`Area::lead`] of a board where no two empty points touch, as after a playout: each empty point counts for the color
    /// around it.
    #[inline(always)]
    pub fn settled_lead(&self) -> i32 {
        let ByColor([black, white]) = self.stones;
        let (near_black, near_white) = (black.neighbors(), white.neighbors());
        let black_eyes = self.empty & near_black & !near_white;
        let white_eyes = self.empty & near_white & !near_black;
        (black.len() + black_eyes.len()) as i32 - (white.len() + white_eyes.len()) as i32
    }

    /// The empty points whose neighbors are all stones of `color` or the edge: true and false eyes.
    #[inline(always)]
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
    pub fn eyes(&self, color: Color) -> PointSet<W> {
        self.surrounded(color) & !self.false_eye_points(color)
    }

    /// Whether the empty `point` is among the [`surrounded`](Self::surrounded).
    #[inline(always)]
    pub fn is_surrounded(&self, color: Color, point: Point<W>) -> bool {
        self.neighborhood(point).is_surrounded(color)
    }

    /// Whether the empty `point` is a true eye of `color`.
    #[inline(always)]
    pub fn is_eye(&self, color: Color, point: Point<W>) -> bool {
        let neighborhood = self.neighborhood(point);
        neighborhood.is_surrounded(color) && !neighborhood.has_false_eye_diagonals(color)
    }

    /// Whether the empty `point` is among the [`playable`](Self::playable).
    #[inline(always)]
    pub fn is_playable(&self, color: Color, point: Point<W>) -> bool {
        !self.is_eye(color, point) && self.ko != Some(point) && !self.is_suicide(color, point)
    }

    /// The legal points that are not true eyes of `color`, which must be the side to move. The ko point is never among them.
    #[inline(always)]
    pub fn playable(&self, color: Color) -> PointSet<W> {
        let mut points = self.empty & self.liberty_sources(color).neighbors() & !self.eyes(color);
        if let Some(ko) = self.ko {
            points.remove(ko);
        }
        points
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_points_cancel() {
        let board: Board<2> = "
            . X . O .
            X X . O O
            X X . O O
            X X . O O
            . X . O ."
            .parse()
            .unwrap();
        let area = board.area();
        let [black, white, shared] = [10, 10, 5];
        assert_eq!(
            area,
            Area {
                black,
                white,
                shared
            }
        );
        assert_eq!(area.lead(), 0);
    }

    #[test]
    fn an_empty_board_is_shared() {
        for size in 2..=9 {
            let shared = size * size;
            let expected = Area {
                shared,
                ..Area::default()
            };
            assert_eq!(Board::<2>::new(size).area(), expected);
        }
    }
}
