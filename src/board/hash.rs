//! Zobrist hash: one random key a stone, exclusive-or of the keys of all stones.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use super::{Board, Color, MAX_SIZE, Point, PointSet};

/// What the keys are made of.
pub(crate) const SEED: u64 = 0;

/// Keys by colour, row and column: the same in every board class.
static KEYS: [[[u64; MAX_SIZE]; MAX_SIZE]; 2] = keys();

const fn keys() -> [[[u64; MAX_SIZE]; MAX_SIZE]; 2] {
    let mut keys = [[[0; MAX_SIZE]; MAX_SIZE]; 2];
    let mut n = 0;
    let mut color = 0;
    while color < 2 {
        let mut row = 0;
        while row < MAX_SIZE {
            let mut column = 0;
            while column < MAX_SIZE {
                n += 1;
                keys[color][row][column] = split_mix(SEED, n);
                column += 1;
            }
            row += 1;
        }
        color += 1;
    }
    keys
}

/// Output `n` of the `SplitMix64` generator (Steele, Lea and Flood, OOPSLA 2014).
const fn split_mix(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl<const W: usize> Board<W> {
    /// Hash of the stones alone: the same for the same stones whatever the board class, and whoever
    /// is to move. Costs a walk over the stones.
    #[must_use]
    pub fn hash(&self) -> u64 {
        hash_of(&self.stones)
    }
}

/// Hash of the stones of a position, Black's first.
pub(crate) fn hash_of<const W: usize>(stones: &[PointSet<W>; 2]) -> u64 {
    let mut hash = 0;
    for color in Color::BOTH {
        for point in &stones[color as usize] {
            hash ^= key(color, point);
        }
    }
    hash
}

/// What a stone adds to the hash by exclusive or.
pub(crate) fn key<const W: usize>(color: Color, point: Point<W>) -> u64 {
    let coord = point.coord();
    KEYS[color as usize][coord.row()][coord.column()]
}

/// The hash of stones made one of a situation: the same stones hash differently for each player to move.
pub(crate) const fn in_turn(hash: u64, to_move: Color) -> u64 {
    match to_move {
        Color::Black => hash,
        Color::White => !hash,
    }
}
