//! Chains of stones, and the chains that a set of stones belongs to.

use super::{Board, PointSet};

/// Solidly connected stones of one color, and the empty points next to them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain<const W: usize> {
    /// The stones of the chain.
    pub stones: PointSet<W>,
    /// The empty points next to a stone of the chain.
    pub liberties: PointSet<W>,
}

impl<const W: usize> Chain<W> {
    pub(super) const EMPTY: Self = Self {
        stones: PointSet::EMPTY,
        liberties: PointSet::EMPTY,
    };
}

/// Iterator over chains: see [`Board::chains`].
#[derive(Clone, Debug)]
pub struct Chains<'a, const W: usize> {
    board: &'a Board<W>,
    remaining: PointSet<W>,
}

impl<'a, const W: usize> Iterator for Chains<'a, W> {
    type Item = &'a Chain<W>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let chain = self.board.chain_at(self.remaining.first()?);
        self.remaining &= !chain.stones;
        Some(chain)
    }
}

impl<const W: usize> Board<W> {
    /// Each chain that has one of these `stones`, once. All of them must be stones, of either color.
    #[inline(always)]
    #[must_use]
    pub const fn chains(&self, stones: PointSet<W>) -> Chains<'_, W> {
        Chains {
            board: self,
            remaining: stones,
        }
    }
}
