//! The eight symmetries of a square board.

use super::Coord;

/// A rotation or reflection, by default the identity, as three bits: mirror the rows, mirror the columns, then swap the two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry(u8);

impl Symmetry {
    const FLIP_ROW: u8 = 1;
    const FLIP_COLUMN: u8 = 2;
    const SWAP: u8 = 4;

    /// All eight symmetries, the identity first.
    pub const fn all() -> [Self; 8] {
        let mut all = [Self(0); 8];
        let mut bits = 0;
        while bits < 8 {
            all[bits as usize] = Self(bits);
            bits += 1;
        }
        all
    }

    /// Index in the list of [all](Self::all) symmetries.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    const fn has(self, bit: u8) -> bool {
        self.0 & bit != 0
    }

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Self {
        match self.0 {
            // The rows are mirrored before they become columns.
            5 => Self(6),
            6 => Self(5),
            _ => self,
        }
    }

    /// The image of the point at `column` and `row`, in this order, on a board of this size. A point off the board is its own image.
    pub const fn image(self, mut column: usize, mut row: usize, size: usize) -> (usize, usize) {
        if column >= size || row >= size {
            return (column, row);
        }
        if self.has(Self::FLIP_COLUMN) {
            column = size - 1 - column;
        }
        if self.has(Self::FLIP_ROW) {
            row = size - 1 - row;
        }
        if self.has(Self::SWAP) {
            (row, column)
        } else {
            (column, row)
        }
    }

    /// The image of a point of a board of this size. A point off the board is its own image.
    pub const fn apply(self, coord: Coord, size: usize) -> Coord {
        let (column, row) = self.image(coord.column(), coord.row(), size);
        Coord::at(column, row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_leads_back() {
        for symmetry in Symmetry::all() {
            for coord in Coord::all(7) {
                let image = symmetry.apply(coord, 5);
                assert_eq!(symmetry.inverse().apply(image, 5), coord);
            }
        }
    }
}
