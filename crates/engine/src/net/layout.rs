//! Where the numbers of a point are in memory.
//!
//! The channels of a point are side by side. Rows have ten points: the last is a border of zeros that the next row shares, and
//! a row of border points lies below and above the board. So a neighbor is always the same distance away.

use tao_rules::board::Symmetry;

/// Points along one side of the grid; a smaller board is in its lower left corner.
pub const SIDE: usize = 9;

/// Points along one side of the smallest board.
pub const MIN_SIDE: usize = 5;

/// Points of the grid, in the order `row * 9 + column` from the bottom left.
pub const POINTS: usize = SIDE * SIDE;

/// Input planes: the bytes of an input point.
pub(super) const PLANES: usize = 24;

/// Points from one row to the next.
pub(super) const ROW: usize = SIDE + 1;

/// Cell of the first point; cell of the point at row `r` and column `c`: `FIRST + r * ROW + c`.
pub(super) const FIRST: usize = ROW + 1;

/// Cells from the first point to the last.
pub(super) const RUN: usize = SIDE * ROW - 1;

/// Cells whose sums may be computed: the run, rounded up to whole tiles of 15.
pub(super) const SUM_CELLS: usize = RUN.next_multiple_of(15);

/// Cells of a buffer: all cells whose sums may be computed, and their neighbors.
pub(super) const CELLS: usize = SUM_CELLS + 2 * FIRST;

/// The cells of the run that are points.
#[inline(always)]
pub(super) fn points() -> impl Iterator<Item = usize> {
    (0..SIDE).flat_map(|row| row * ROW..row * ROW + SIDE)
}

/// For each symmetry and each point: the image's cell in the run.
pub(super) const IMAGES: [[u8; POINTS]; 8] = {
    let symmetries = Symmetry::all();
    let mut images = [[0; POINTS]; 8];
    let mut i = 0;
    while i < 8 * POINTS {
        let (symmetry, point) = (symmetries[i / POINTS], i % POINTS);
        let (column, row) = symmetry.image(point % SIDE, point / SIDE, SIDE);
        images[symmetry.index()][point] = (row * ROW + column) as u8;
        i += 1;
    }
    images
};
