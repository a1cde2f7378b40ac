//! What is around each point: its eight neighbors in sixteen bits, and the chains beside it.

use super::{ByColor, Color, Coord, Point, PointSet, stride};

/// The eight neighbors of a point, two bits each: `00` empty, `01` black, `10` white, `11` off the board. From the low
/// bits: north, east, south, west, then north-west, north-east, south-east, south-west.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Neighborhood(u16);

/// The low bit of each orthogonal neighbor.
const LOW_BITS: u16 = 0x0055;

impl Neighborhood {
    /// The neighborhood with these bits.
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The bits as a number.
    #[inline(always)]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The neighborhood with the colors exchanged for White: own stones are black.
    #[inline(always)]
    pub const fn seen_by(self, color: Color) -> Self {
        match color {
            Color::Black => self,
            Color::White => Self((self.0 & 0x5555) << 1 | (self.0 & 0xaaaa) >> 1),
        }
    }

    /// The images of the neighborhood under the eight symmetries, itself first.
    pub fn images(self) -> [Self; 8] {
        let mut images = [self; 8];
        for i in 1..8 {
            images[i] = if i == 4 {
                self.mirrored()
            } else {
                images[i - 1].rotated()
            };
        }
        images
    }

    /// The neighborhood turned by a quarter: the orthogonal neighbors move up by one place, and so do the diagonal ones.
    fn rotated(self) -> Self {
        let bytes = self.0.to_le_bytes().map(|byte| byte.rotate_left(2));
        Self(u16::from_le_bytes(bytes))
    }

    const fn mirrored(self) -> Self {
        let bits = self.0;
        let orthogonal = bits & 0x0033 | (bits & 0x000c) << 4 | (bits & 0x00c0) >> 4;
        let diagonal = (bits & 0x3300) << 2 | (bits & 0xcc00) >> 2;
        Self(orthogonal | diagonal)
    }

    /// Whether an orthogonal neighbor is empty.
    #[inline(always)]
    pub const fn has_empty_neighbor(self) -> bool {
        !(self.0 | self.0 >> 1) & LOW_BITS != 0
    }

    #[inline(always)]
    pub(super) const fn is_surrounded(self, color: Color) -> bool {
        // A stone of the color has the color's bit, the edge has both bits; no other neighbor has it.
        let bits = LOW_BITS << color as u16;
        self.0 & bits == bits
    }

    #[inline(always)]
    pub(super) fn has_false_eye_diagonals(self, color: Color) -> bool {
        FALSE_EYE_DIAGONALS[(self.0 >> 8) as usize][color]
    }

    /// Lanes (see [`play`](super::play)) with all bits set where the orthogonal neighbor is a stone of `color`, and zero elsewhere.
    #[inline(always)]
    pub(super) fn neighbor_lanes(self, color: Color) -> u64 {
        NEIGHBOR_LANES[(self.0 & 0xff) as usize][color]
    }
}

static NEIGHBOR_LANES: [ByColor<u64>; 256] = {
    let mut table = [ByColor::new(0, 0); 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0;
        while place < 4 {
            match byte >> (2 * place) & 3 {
                1 => table[byte].0[0] |= 0xffff << (16 * place),
                2 => table[byte].0[1] |= 0xffff << (16 * place),
                _ => {}
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

/// Indexed by the high byte and color: whether the diagonals make an eye false, which takes two enemy stones, or one on the
/// edge or in the corner.
static FALSE_EYE_DIAGONALS: [ByColor<bool>; 256] = {
    let mut table = [ByColor::new(false, false); 256];
    let mut byte = 0;
    while byte < 256 {
        let (low, high) = (byte as u8 & 0x55, (byte as u8 >> 1) & 0x55);
        let needed = if low & high == 0 { 2 } else { 1 };
        let (black, white) = (low & !high, high & !low);
        table[byte] = ByColor::new(white.count_ones() >= needed, black.count_ones() >= needed);
        byte += 1;
    }
    table
};

/// The neighborhood of every point, at `number + stride + 1`: the number itself is the index of the south-west neighbor.
/// So no index is negative, and a masked number plus any window offset is in range without a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Neighborhoods<const W: usize>([[u8; 256]; W]);

/// By row of the window, south first: the low bits of the center stone in the neighborhoods of the row's three cells.
const WINDOW_ROWS: [u64; 3] = [
    1 << 10 | 1 << 16 | 1 << (32 + 8),
    1 << 2 | 1 << (32 + 6),
    1 << 12 | 1 << (16 + 4) | 1 << (32 + 14),
];

/// The eight neighbors in the order of a [`Neighborhood`]: steps to the east and to the north.
const STEPS: [(isize, isize); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (-1, 1),
    (1, 1),
    (1, -1),
    (-1, -1),
];

impl<const W: usize> Neighborhoods<W> {
    pub(super) fn empty_board(size: usize) -> Self {
        let mut neighborhoods = Self([[0; 256]; W]);
        let bytes = neighborhoods.0.as_flattened_mut();
        let is_on_board =
            |from: usize, step| from.checked_add_signed(step).is_some_and(|to| to < size);
        for coord in Coord::all(size) {
            let mut bits = 0_u16;
            for (place, (east, north)) in STEPS.into_iter().enumerate() {
                if !is_on_board(coord.column(), east) || !is_on_board(coord.row(), north) {
                    bits |= 3 << (2 * place);
                }
            }
            let cell = Point::<W>::new(coord).number() + stride::<W>() + 1;
            bytes[2 * cell..2 * cell + 2].copy_from_slice(&bits.to_le_bytes());
        }
        neighborhoods
    }

    #[inline(always)]
    pub(super) fn at(&self, point: Point<W>) -> Neighborhood {
        let cell = point.number() + stride::<W>() + 1;
        let bytes = self.0.as_flattened();
        Neighborhood(u16::from_le_bytes([bytes[2 * cell], bytes[2 * cell + 1]]))
    }

    /// Adds a stone to the neighborhoods of its neighbors, or removes it.
    #[inline(always)]
    pub(super) fn toggle(&mut self, point: Point<W>, color: Color) {
        let bytes = self.0.as_flattened_mut();
        for (row, places) in WINDOW_ROWS.into_iter().enumerate() {
            let cell = point.number() + row * stride::<W>();
            xor_cells(bytes, cell, places << color as u64);
        }
    }
}

/// Changes the neighborhoods of cell `cell` and the next three at once.
#[inline(always)]
fn xor_cells(bytes: &mut [u8], cell: usize, change: u64) {
    let cells = &mut bytes[2 * cell..2 * cell + 8];
    let old = u64::from_le_bytes([
        cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7],
    ]);
    cells.copy_from_slice(&(old ^ change).to_le_bytes());
}

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

    /// The ids of the four neighbors in lanes.
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
