//! Zobrist hash: the exclusive or of one random key for each stone. [`Superko`](crate::game::Superko) compares positions by it.
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use super::{Board, ByColor, Color, MAX_SIZE, Point, PointSet};
use crate::cpu::split_mix;

/// Seed of the keys.
pub const SEED: u64 = 0;

/// By color, row and column: the same keys in every board class.
static KEYS: ByColor<[[u64; MAX_SIZE]; MAX_SIZE]> =
    ByColor::new(keys(1), keys(1 + MAX_SIZE * MAX_SIZE));

/// The outputs of the generator, starting with number `first`.
const fn keys(first: usize) -> [[u64; MAX_SIZE]; MAX_SIZE] {
    let mut keys = [[0; MAX_SIZE]; MAX_SIZE];
    let mut i = 0;
    while i < MAX_SIZE * MAX_SIZE {
        keys[i / MAX_SIZE][i % MAX_SIZE] = split_mix(SEED, (first + i) as u64);
        i += 1;
    }
    keys
}

impl<const W: usize> Board<W> {
    /// Hash of the stones alone, the same in every board class. Costs a walk over the stones.
    pub fn hash(&self) -> u64 {
        hash_of(&self.stones)
    }
}

/// The hash of these stones.
pub fn hash_of<const W: usize>(stones: &ByColor<PointSet<W>>) -> u64 {
    let mut hash = 0;
    for color in Color::BOTH {
        for point in &stones[color] {
            hash ^= key(color, point);
        }
    }
    hash
}

/// The part of the hash for a stone on a point.
pub fn key<const W: usize>(color: Color, point: Point<W>) -> u64 {
    let coord = point.coord();
    KEYS[color][coord.row()][coord.column()]
}
