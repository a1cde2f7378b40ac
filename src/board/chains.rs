//! The chains that a set of stones belongs to.

use super::{Board, Chain, PointSet};

/// Iterator over chains: see [`Board::chains`].
#[derive(Clone, Debug)]
pub struct Chains<'a, const W: usize> {
    board: &'a Board<W>,
    left: PointSet<W>,
}

impl<'a, const W: usize> Iterator for Chains<'a, W> {
    type Item = &'a Chain<W>;

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let chain = self.board.chain_at(self.left.first()?);
        self.left &= !chain.stones;
        Some(chain)
    }
}

impl<const W: usize> Board<W> {
    /// Each chain that has one of these `stones`, once. All of them must be stones, of either colour.
    #[inline(always)]
    #[must_use]
    pub const fn chains(&self, stones: PointSet<W>) -> Chains<'_, W> {
        Chains {
            board: self,
            left: stones,
        }
    }
}
