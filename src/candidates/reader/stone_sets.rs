//! A board for reading: two sets of stones, from which chains and liberties are found when they are needed. It is a few words
//! long, so that a copy before each move takes the place of undo.

use crate::board::{Board, ByColor, Color, Point, PointSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StoneSets<const W: usize> {
    stones: ByColor<PointSet<W>>,
    /// All points of the board.
    area: PointSet<W>,
    /// The point that simple ko forbids to retake.
    ko: Option<Point<W>>,
}

impl<const W: usize> StoneSets<W> {
    pub(super) fn new(board: &Board<W>) -> Self {
        let stones = board.stones_by_color();
        Self {
            stones,
            area: stones[Color::Black] | stones[Color::White] | board.empty(),
            ko: board.ko(),
        }
    }

    #[inline]
    pub(super) fn stones(&self, color: Color) -> PointSet<W> {
        self.stones[color]
    }

    #[inline]
    pub(super) fn empty(&self) -> PointSet<W> {
        self.area & !(self.stones[Color::Black] | self.stones[Color::White])
    }

    /// The color of the stone on a point.
    pub(super) fn color(&self, point: Point<W>) -> Option<Color> {
        let mut colors = Color::BOTH.into_iter();
        colors.find(|&color| self.stones(color).contains(point))
    }

    /// The chain of a stone of this color.
    #[inline]
    pub(super) fn chain(&self, color: Color, point: Point<W>) -> PointSet<W> {
        PointSet::only(point).flood(&self.stones(color))
    }

    #[inline]
    pub(super) fn liberties(&self, chain: PointSet<W>) -> PointSet<W> {
        chain.neighbors() & self.empty()
    }

    /// The position after a move; `None` if that is illegal.
    pub(super) fn after(&self, color: Color, point: Point<W>) -> Option<Self> {
        let around = PointSet::around(point);
        if self.ko == Some(point) && !around.intersects(&self.stones(color)) {
            return None;
        }
        let mut next = *self;
        next.ko = None;
        next.stones[color].insert(point);
        let mut captured = PointSet::EMPTY;
        let mut enemies = around & self.stones(!color);
        while let Some(enemy) = enemies.first() {
            let chain = next.chain(!color, enemy);
            if next.liberties(chain).is_empty() {
                captured |= chain;
            }
            enemies &= !chain;
        }
        next.stones[!color] ^= captured;
        let own = next.chain(color, point);
        let liberties = next.liberties(own);
        if liberties.is_empty() {
            return None;
        }
        if captured.len() == 1 && own.len() == 1 && liberties.len() == 1 {
            next.ko = captured.first();
        }
        Some(next)
    }

    /// The liberties of chains of `color` next to these stones of the other side that have at most so many.
    pub(super) fn liberties_beside(
        &self,
        color: Color,
        stones: PointSet<W>,
        at_most: usize,
    ) -> PointSet<W> {
        let mut moves = PointSet::EMPTY;
        let mut enemies = stones.neighbors() & self.stones(color);
        while let Some(enemy) = enemies.first() {
            let chain = self.chain(color, enemy);
            let liberties = self.liberties(chain);
            if liberties.len() <= at_most {
                moves |= liberties;
            }
            enemies &= !chain;
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cpu::split_mix;

    #[test]
    fn random_games_give_the_same_as_the_board() {
        for (game, size) in (0..60).zip((3..=9).cycle()) {
            let mut board: Board<2> = Board::new(size);
            let mut color = Color::Black;
            for n in 0..2 * (size * size) as u64 {
                let position = StoneSets::new(&board);
                for point in &board.empty() {
                    let after = position.after(color, point);
                    assert_eq!(after.is_some(), board.is_legal(color, point));
                    if let Some(after) = after {
                        let mut next = board.clone();
                        next.play_legal(color, point);
                        assert_eq!(after, StoneSets::new(&next));
                    }
                }
                for (color, coord) in board.all_stones() {
                    let point = Point::new(coord);
                    let chain = position.chain(color, point);
                    let expected = board.chain(point).unwrap();
                    assert_eq!(position.color(point), Some(color));
                    assert_eq!(chain, expected.stones);
                    assert_eq!(position.liberties(chain), expected.liberties);
                }
                let moves: Vec<_> = board.legal(color).iter().collect();
                if let Some(&point) =
                    moves.get((split_mix(game, n) % 90) as usize % moves.len().max(1))
                {
                    board.play_legal(color, point);
                } else {
                    board.pass();
                }
                color = !color;
            }
        }
    }
}
