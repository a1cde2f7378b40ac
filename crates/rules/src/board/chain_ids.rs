//! Which chain every cell belongs to.

use super::{Point, PointSet, stride};

/// The id of a chain: the number of the point where the chain began. Border cells have spare numbers.
pub(super) type ChainId = u16;

/// Indexed like `Neighborhoods`. Empty and border cells have ids of their own, so a move need not check what its neighbors are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ChainIds<const W: usize>([[ChainId; 128]; W]);

impl<const W: usize> ChainIds<W> {
    pub(super) fn empty_board(size: usize) -> Self {
        let spare_count = 64 * W - stride::<W>() * (stride::<W>() - 1);
        let mut ids = Self([[0; 128]; W]);
        for (cell, id) in ids.0.as_flattened_mut().iter_mut().enumerate() {
            *id = (64 * W - 1 - cell % spare_count) as ChainId;
        }
        for point in &PointSet::full(size) {
            ids.set(point, point.number() as ChainId);
        }
        ids
    }

    /// The ids of the four neighbors in [lanes](super::lanes).
    #[inline(always)]
    pub(super) fn around(&self, point: Point<W>) -> u64 {
        let cells = self.0.as_flattened();
        let (corner, row) = (point.number(), stride::<W>());
        u64::from(cells[corner + 2 * row + 1])
            | u64::from(cells[corner + row + 2]) << 16
            | u64::from(cells[corner + 1]) << 32
            | u64::from(cells[corner + row]) << 48
    }

    #[inline(always)]
    pub(super) fn at(&self, point: Point<W>) -> ChainId {
        self.0.as_flattened()[point.number() + stride::<W>() + 1]
    }

    #[inline(always)]
    pub(super) fn set(&mut self, point: Point<W>, id: ChainId) {
        self.0.as_flattened_mut()[point.number() + stride::<W>() + 1] = id;
    }

    /// Replaces one id by another in all cells. The plain loop compiles to vector instructions.
    #[inline(always)]
    pub(super) fn replace(&mut self, from: ChainId, to: ChainId) {
        let used = (stride::<W>() + 1) * (stride::<W>() + 1);
        for id in &mut self.0.as_flattened_mut()[..used.next_multiple_of(16)] {
            *id = if *id == from { to } else { *id };
        }
    }
}
