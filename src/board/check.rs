//! Recomputes from the stones all that a board keeps up to date, and compares.

use super::neighborhood::Neighborhoods;
use super::{Board, Chain, Color, Point, PointSet};

impl<const W: usize> Board<W> {
    /// Compares the incremental state with one made from scratch. Slow: for tests and assertions.
    ///
    /// # Errors
    ///
    /// The name of the first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        let full = PointSet::full(self.size);
        let [black, white] = self.stones;
        if black.intersects(&white) || self.empty != full & !(black | white) {
            return Err("every point is empty, black or white");
        }
        let mut codes = Neighborhoods::empty_board(self.size);
        let mut atari = PointSet::EMPTY;
        for color in Color::BOTH {
            for point in &self.stones(color) {
                codes.toggle(point, color);
                let stones = self.connected(color, point);
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
        if full
            .iter()
            .any(|point| codes.at(point) != self.neighborhoods.at(point))
        {
            return Err("a code shows the eight neighbours");
        }
        if self.atari != atari {
            return Err("the stones in atari are those with one liberty");
        }
        self.check_empty_points()
    }

    fn check_empty_points(&self) -> Result<(), &'static str> {
        if self
            .empty
            .iter()
            .any(|point| self.names.at(point) as usize != point.number())
        {
            return Err("an empty point is named after itself");
        }
        if self
            .empty
            .iter()
            .any(|point| *self.chain_at(point) != Chain::NONE)
        {
            return Err("a name that no chain has has an empty record");
        }
        if self.ko.is_some_and(|ko| !self.is_ko(ko)) {
            return Err(
                "the ko point is empty, among stones of one colour, next to a lone stone in atari",
            );
        }
        Ok(())
    }

    /// Whether a single stone may have been taken from this point by a lone stone that could be retaken.
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

    /// The stones connected to a stone, by flooding.
    fn connected(&self, color: Color, point: Point<W>) -> PointSet<W> {
        let mut chain = PointSet::only(point);
        loop {
            let grown = (chain | chain.neighbors()) & self.stones(color);
            if grown == chain {
                return chain;
            }
            chain = grown;
        }
    }
}
