//! Compares the incremental state of a board with one computed from its stones.

use super::neighborhood::Neighborhoods;
use super::{Board, ByColor, Chain, Color, Point, PointSet};

impl<const W: usize> Board<W> {
    /// Checks the incremental state against one computed from scratch. Slow: for tests and assertions.
    ///
    /// # Errors
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        let full = PointSet::full(self.size);
        let ByColor([black, white]) = self.stones;
        if black.intersects(&white) || self.empty != full & !(black | white) {
            return Err("every point is empty, black or white");
        }
        let mut neighborhoods = Neighborhoods::empty_board(self.size);
        let mut atari = PointSet::EMPTY;
        for color in Color::BOTH {
            for point in &self.stones(color) {
                neighborhoods.toggle(point, color);
                let stones = PointSet::only(point).flood(&self.stones(color));
                let liberties = stones.neighbors() & self.empty;
                let chain = self.chain_at(point);
                if chain.stones != stones {
                    return Err("a chain's stones are connected and complete");
                }
                if chain.liberties != liberties || liberties.is_empty() {
                    return Err(
                        "a chain's liberties are the empty points next to it, at least one",
                    );
                }
                if liberties.len() == 1 {
                    atari.insert(point);
                }
            }
        }
        if self.edge != PointSet::edge(self.size) {
            return Err("the edge is the first line");
        }
        let mut points = full.iter();
        if points.any(|point| neighborhoods.at(point) != self.neighborhood(point)) {
            return Err("a neighborhood shows the eight neighbors");
        }
        if self.atari != atari {
            return Err("the stones in atari are those with one liberty");
        }
        self.check_empty_points()
    }

    fn check_empty_points(&self) -> Result<(), &'static str> {
        for point in &self.empty {
            if usize::from(self.chain_ids.at(point)) != point.number() {
                return Err("the chain id of an empty point is its number");
            }
            if *self.chain_at(point) != Chain::EMPTY {
                return Err("the record of an id without a chain is empty");
            }
        }
        if self.ko.is_some_and(|ko| !self.is_ko(ko)) {
            return Err(
                "the ko point is empty, among stones of one color, next to a lone stone in atari",
            );
        }
        Ok(())
    }

    /// Whether a lone stone may have captured a single stone on this point and could be retaken.
    fn is_ko(&self, point: Point<W>) -> bool {
        let around = PointSet::around(point);
        let lone_captor = |color| {
            let captors = around & self.stones(color) & self.atari;
            captors
                .iter()
                .any(|captor| self.chain_at(captor).stones.len() == 1)
        };
        let only = |color: Color| !around.intersects(&(self.empty | self.stones(!color)));
        self.empty.contains(point)
            && Color::BOTH
                .into_iter()
                .any(|color| only(color) && lone_captor(color))
    }
}
