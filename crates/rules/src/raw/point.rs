//! Points and moves of one board class, as numbers.
//!
//! The parameter `W` of a class is the number of 64-bit words that a set of its points needs: [`Board<2>`](super::Board) holds sizes
//! up to 9, `Board<4>` up to 13 and `Board<6>` up to 19. The row length ([`stride`]) depends on the class alone, so that neighbor
//! offsets are constants.

use crate::board::{Coord, Move};

/// Row length of a board class: its largest size plus a border column.
///
/// # Panics
/// At compile time, for a `W` that is no board class.
#[expect(clippy::panic, reason = "compile time only")]
pub const fn stride<const W: usize>() -> usize {
    match W {
        2 => 10,
        4 => 14,
        6 => 20,
        _ => panic!("board classes have 2, 4 or 6 words"),
    }
}

/// A point of a board of class `W`, as the number `row * stride + column`, both from zero. On `Board<2>`:
/// ```text
///   80 81 82 83 84 85 86 87 88 |        north: + stride
///   70 71 72 73 74 75 76 77 78 |   west: - 1    east: + 1
///   ..                         |        south: - stride
///   10 11 12 13 14 15 16 17 18 |
///    0  1  2  3  4  5  6  7  8 |    | border column: 9, 19, ..
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point<const W: usize>(u16);

impl<const W: usize> Point<W> {
    /// The point at these coordinates, which must be on a board of this class.
    #[inline]
    pub fn new(coord: Coord) -> Self {
        debug_assert!(coord.is_on(stride::<W>() - 1));
        Self((coord.row() * stride::<W>() + coord.column()) as u16)
    }

    /// The point with this [`number`](Self::number).
    #[inline(always)]
    pub const fn from_number(number: usize) -> Self {
        Self(number as u16)
    }

    /// The point's number, masked where that saves an array's bounds check.
    #[inline(always)]
    pub const fn number(self) -> usize {
        let number = self.0 as usize;
        if W.is_power_of_two() {
            number & (64 * W - 1)
        } else {
            number
        }
    }

    /// Column and row of the point.
    #[inline]
    pub const fn coord(self) -> Coord {
        Coord::at(self.number() % stride::<W>(), self.number() / stride::<W>())
    }
}

/// A move on a board of this class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointMove<const W: usize> {
    /// A pass.
    Pass,
    /// A stone on a point.
    Play(Point<W>),
}

impl<const W: usize> PointMove<W> {
    /// The point of a stone.
    pub const fn point(self) -> Option<Point<W>> {
        match self {
            Self::Play(point) => Some(point),
            Self::Pass => None,
        }
    }

    /// The same move on a board of any class.
    pub fn to_move(self) -> Move {
        let point = self.point();
        point.map_or(Move::Pass, |point| Move::Play(point.coord()))
    }
}
