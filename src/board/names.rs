//! Which chain every cell belongs to.

use super::{Point, PointSet, stride};

/// The name of the chain on every cell; a cell without a stone is a "chain" of its own, so that no move
/// needs to ask what its neighbours are. Indexed like [`Neighborhoods`](super::neighborhood::Neighborhoods).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Names<const W: usize>([[u16; 128]; W]);

impl<const W: usize> Names<W> {
    /// Names of an empty board: points by their number, border cells by spare numbers.
    pub(super) fn empty_board(size: usize) -> Self {
        let spare = 64 * W - stride::<W>() * (stride::<W>() - 1);
        let mut names = Self([[0; 128]; W]);
        for (cell, name) in names.0.as_flattened_mut().iter_mut().enumerate() {
            *name = (64 * W - 1 - cell % spare) as u16;
        }
        for point in &PointSet::full(size) {
            names.set(point, point.number() as u16);
        }
        names
    }

    /// Names of the four neighbours in 16-bit lanes: north, east, south, west from the low end.
    #[inline(always)]
    pub(super) fn around(&self, point: Point<W>) -> u64 {
        let cells = self.0.as_flattened();
        let (corner, row) = (point.number(), stride::<W>());
        u64::from(cells[corner + 2 * row + 1])
            | u64::from(cells[corner + row + 2]) << 16
            | u64::from(cells[corner + 1]) << 32
            | u64::from(cells[corner + row]) << 48
    }

    /// Name of the chain on `point`.
    #[inline(always)]
    pub(super) fn at(&self, point: Point<W>) -> u16 {
        self.0.as_flattened()[point.number() + stride::<W>() + 1]
    }

    /// Names one cell.
    #[inline(always)]
    pub(super) fn set(&mut self, point: Point<W>, name: u16) {
        self.0.as_flattened_mut()[point.number() + stride::<W>() + 1] = name;
    }

    /// Gives all cells of one chain the name of another. The plain loop compiles to vector instructions.
    #[inline(always)]
    pub(super) fn rename(&mut self, from: u16, to: u16) {
        let used = (stride::<W>() + 1) * (stride::<W>() + 1);
        for name in &mut self.0.as_flattened_mut()[..used.next_multiple_of(16)] {
            *name = if *name == from { to } else { *name };
        }
    }
}
