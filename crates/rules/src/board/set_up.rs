//! Positions that are not reached by ordinary moves: set-up stones, removed stones, other board classes, and suicide.

use super::lanes::lane;
use super::{Board, Color, Coord, Point, PointSet};

impl<const W: usize> Board<W> {
    /// A board of this size, which the class must have, with these stones; `None` if a stone is off the board, a point is given
    /// twice, or a chain has no liberty.
    #[must_use]
    pub fn set_up(size: usize, stones: impl IntoIterator<Item = (Color, Coord)>) -> Option<Self> {
        let mut board = Self::new(size);
        // A chain that is not complete yet has a liberty where its next stones will stand, so a capture or a suicide means that
        // a complete chain has no liberty.
        for (count, (color, coord)) in stones.into_iter().enumerate() {
            if !coord.is_on(size) {
                return None;
            }
            board.ko = None;
            board.play(color, Point::new(coord)).ok()?;
            if size * size - board.empty.len() != count + 1 {
                return None;
            }
        }
        board.ko = None;
        Some(board)
    }

    /// The position with this ko point, which simple ko forbids to retake and which must be on the board.
    #[must_use]
    pub fn with_ko(self, ko: Option<Coord>) -> Self {
        Self {
            ko: ko.map(Point::new),
            ..self
        }
    }

    /// Every stone with its color.
    pub fn all_stones(&self) -> impl Iterator<Item = (Color, Coord)> {
        let stones = self.stones;
        Color::BOTH.into_iter().flat_map(move |color| {
            stones[color]
                .iter()
                .map(move |point| (color, point.coord()))
        })
    }

    /// The position without these stones and without a ko.
    #[must_use]
    pub fn without(&self, gone: PointSet<W>) -> Self {
        let mut board = Self::new(self.size);
        for color in Color::BOTH {
            // A chain that stays keeps its liberties, so nothing is captured.
            for point in &(self.stones[color] & !gone) {
                board.play_legal(color, point);
            }
        }
        board.ko = None;
        board
    }

    /// The same position in another board class, which must have this size.
    #[must_use]
    pub fn convert<const V: usize>(&self) -> Board<V> {
        let mut board = Board::new(self.size);
        for (color, coord) in self.all_stones() {
            board.play_legal(color, Point::new(coord));
        }
        board.ko = self.ko.map(|point| Point::new(point.coord()));
        board
    }

    /// Plays a suicide, for rules that allow it: removes the stone and the chains of its color next to it.
    pub fn play_suicide(&mut self, color: Color, point: Point<W>) {
        self.ko = None;
        let own = self.neighborhood(point).neighbor_lanes(color);
        let ids = self.chain_ids.around(point);
        let mut stones = PointSet::EMPTY;
        for i in 0..4 {
            if lane(own, i) != 0 {
                stones |= self.take_chain(lane(ids, i)).stones;
            }
        }
        self.capture(color, stones);
    }
}
