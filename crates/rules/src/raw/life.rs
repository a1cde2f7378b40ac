//! Unconditional life: chains that no sequence of enemy moves captures, even if their owner always passes, and the territory in
//! which the enemy cannot live. It holds with and without suicide.
//! Source: D. B. Benson, "Life in the game of Go", Information Sciences 10, 1976.

use super::{Board, Color, Point, PointSet};

/// What one side owns unconditionally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Life<const W: usize> {
    /// Stones that cannot be captured while their owner keeps their eyes.
    pub stones: PointSet<W>,
    /// The regions that only these stones enclose, enemy stones included, and where the enemy has no room for two eyes: at most
    /// one point, an empty one, is not next to a living stone. The owner can capture everything there: each stone that it plays
    /// there is connected to living ones, except for a stone on that one point, which captures.
    pub territory: PointSet<W>,
}

impl<const W: usize> Life<W> {
    /// What `color` owns.
    pub fn of(board: &Board<W>, color: Color) -> Self {
        let own = board.stones(color);
        if own.is_empty() || board.empty().is_empty() {
            return Self::default();
        }
        let empty = board.empty();
        let mut regions: Vec<PointSet<W>> = (empty | board.stones(!color)).regions().collect();
        let mut living = own;
        loop {
            let mut dying = PointSet::EMPTY;
            for chain in board.chains(living) {
                let is_vital = |region: &&PointSet<W>| {
                    let inside = **region & empty;
                    !inside.is_empty() && (inside & !chain.liberties).is_empty()
                };
                if regions.iter().filter(is_vital).take(2).count() < 2 {
                    dying |= chain.stones;
                }
            }
            if dying.is_empty() {
                break;
            }
            living &= !dying;
            if living.is_empty() {
                return Self::default();
            }
            regions.retain(|region| !region.neighbors().intersects(&dying));
        }
        let near = living.neighbors();
        let is_safe = |region: &&PointSet<W>| {
            let inner = **region & !near;
            inner.len() <= 1 && (inner & !empty).is_empty()
        };
        let territory = regions.iter().filter(is_safe);
        Self {
            stones: living,
            territory: territory.fold(PointSet::EMPTY, |all, &region| all | region),
        }
    }

    /// A move toward the capture of enemy stones in the territory, if there are any. The owner plays such moves instead of
    /// passing, so that the enemy stones are gone before the game ends.
    pub fn capturing_move(&self, board: &Board<W>, color: Color) -> Option<Point<W>> {
        let dead = board.chain((self.territory & board.stones(!color)).first()?)?;
        let connected = dead.liberties & self.stones.neighbors();
        connected.first().or(dead.liberties.first())
    }

    /// The stones and the territory.
    pub fn points(&self) -> PointSet<W> {
        self.stones | self.territory
    }
}
