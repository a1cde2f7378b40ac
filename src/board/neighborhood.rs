//! What a point sees around it: its eight neighbours in sixteen bits.

use super::{Color, Point, stride};

/// The eight neighbours of a point, two bits each: `00` empty, `01` black, `10` white, `11` off the board.
///
/// From the low bits: north, east, south, west, then north-west, north-east, south-east, south-west.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Neighborhood(u16);

/// The low bit of each orthogonal neighbour's place.
const LOW_BITS: u16 = 0x0055;

impl Neighborhood {
    /// The code with these bits.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The code as a number.
    #[inline(always)]
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// Whether an orthogonal neighbour is empty.
    #[inline(always)]
    pub(super) const fn has_empty_neighbor(self) -> bool {
        !(self.0 | self.0 >> 1) & LOW_BITS != 0
    }

    /// Whether only stones of `color` and edge are around: an eye, true or false.
    #[inline(always)]
    pub(super) const fn is_surrounded(self, color: Color) -> bool {
        // A stone of the colour has the colour's bit, the edge has both bits; no other neighbour has it.
        let bits = LOW_BITS << color as u16;
        self.0 & bits == bits
    }

    /// Whether the diagonals would make an eye of `color` a false one.
    #[inline(always)]
    pub(super) fn is_undermined(self, color: Color) -> bool {
        UNDERMINED[(self.0 >> 8) as usize][color as usize]
    }

    /// Which orthogonal neighbours are stones of `color`: ones in the [lanes](super::lanes) that are.
    #[inline(always)]
    pub(super) fn neighbor_lanes(self, color: Color) -> u64 {
        NEIGHBOR_LANES[(self.0 & 0xff) as usize][color as usize]
    }
}

/// For every low byte of a code, by colour: a lane of ones where the neighbour is a stone of that colour.
static NEIGHBOR_LANES: [[u64; 2]; 256] = {
    let mut lanes = [[0; 2]; 256];
    let mut code = 0;
    while code < 256 {
        let mut place = 0;
        while place < 4 {
            match code >> (2 * place) & 3 {
                1 => lanes[code][Color::Black as usize] |= 0xffff << (16 * place),
                2 => lanes[code][Color::White as usize] |= 0xffff << (16 * place),
                _ => {}
            }
            place += 1;
        }
        code += 1;
    }
    lanes
};

/// For every high byte of a code, by colour: whether the enemies on the diagonals make an eye there false,
/// which takes two of them in the centre and one on the edge or in the corner.
static UNDERMINED: [[bool; 2]; 256] = {
    let mut undermined = [[false; 2]; 256];
    let mut code = 0;
    while code < 256 {
        let mut stones = [0; 2];
        let mut place = 0;
        let mut needed = 2;
        while place < 4 {
            match code >> (2 * place) & 3 {
                1 => stones[Color::Black as usize] += 1,
                2 => stones[Color::White as usize] += 1,
                3 => needed = 1,
                _ => {}
            }
            place += 1;
        }
        undermined[code][Color::Black as usize] = stones[Color::White as usize] >= needed;
        undermined[code][Color::White as usize] = stones[Color::Black as usize] >= needed;
        code += 1;
    }
    undermined
};

/// The code of every point.
///
/// Indexed from the south-west corner of a point's 3x3 window, which is the point's own number: cell
/// `number + 0` is the south-west neighbour, `number + stride + 1` the point itself. So the border needs
/// no negative index, and a masked number plus any window offset is in range without a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Neighborhoods<const W: usize>([[u8; 256]; W]);

/// For each row of the window, south first: where the stone in its centre stands in the codes of the
/// three cells of that row: the low one of its two bits.
const WINDOW_ROWS: [u64; 3] = [
    1 << 10 | 1 << 16 | 1 << (32 + 8),
    1 << 2 | 1 << (32 + 6),
    1 << 12 | 1 << (16 + 4) | 1 << (32 + 14),
];

impl<const W: usize> Neighborhoods<W> {
    /// The codes of an empty board of this size.
    pub(super) fn empty_board(size: usize) -> Self {
        let mut codes = Self([[0; 256]; W]);
        for row in 0..size {
            for column in 0..size {
                let mut code = 0;
                // North, east, south, west, north-west, north-east, south-east, south-west.
                let window = [
                    (0, 1),
                    (1, 0),
                    (0, -1),
                    (-1, 0),
                    (-1, 1),
                    (1, 1),
                    (1, -1),
                    (-1, -1),
                ];
                for (place, (east, north)) in window.into_iter().enumerate() {
                    let on_board = |from: usize, step: isize| {
                        from.checked_add_signed(step).is_some_and(|to| to < size)
                    };
                    if !on_board(row, north) || !on_board(column, east) {
                        code |= 3_u16 << (2 * place);
                    }
                }
                let cell = row * stride::<W>() + column + stride::<W>() + 1;
                codes.0.as_flattened_mut()[2 * cell..2 * cell + 2]
                    .copy_from_slice(&code.to_le_bytes());
            }
        }
        codes
    }

    /// The code of `point`.
    #[inline(always)]
    pub(super) fn at(&self, point: Point<W>) -> Neighborhood {
        let cell = point.number() + stride::<W>() + 1;
        let bytes = self.0.as_flattened();
        Neighborhood(u16::from_le_bytes([bytes[2 * cell], bytes[2 * cell + 1]]))
    }

    /// Puts a stone into the codes of its neighbours, or takes it out again.
    #[inline(always)]
    pub(super) fn toggle(&mut self, point: Point<W>, color: Color) {
        let bytes = self.0.as_flattened_mut();
        for (row, places) in WINDOW_ROWS.into_iter().enumerate() {
            let cell = point.number() + row * stride::<W>();
            xor_cells(bytes, cell, places << color as u64);
        }
    }
}

/// Changes the codes of cell `cell` and its next three at once.
#[inline(always)]
fn xor_cells(bytes: &mut [u8], cell: usize, change: u64) {
    let cells = &mut bytes[2 * cell..2 * cell + 8];
    let old = u64::from_le_bytes([
        cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6], cells[7],
    ]);
    cells.copy_from_slice(&(old ^ change).to_le_bytes());
}
