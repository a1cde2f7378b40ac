//! Random choices in playouts.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{Rng, SeedableRng};

use tao_rules::board::{Point, PointSet};
use tao_rules::cpu::Cpu;

/// A seeded generator. The same seed gives the same numbers on every machine.
#[derive(Clone, Debug)]
pub struct PlayoutRng(Xoshiro256PlusPlus);

impl PlayoutRng {
    /// A generator with this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Returns a number less than `n`; the probabilities differ by at most 1/2^32.
    #[inline(always)]
    pub fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.0.next_u32()) * n as u64) >> 32) as usize
    }

    #[inline(always)]
    pub(super) fn pick<C: Cpu, const W: usize>(
        &mut self,
        points: &PointSet<W>,
    ) -> Option<Point<W>> {
        let count = points.len();
        (count > 0).then(|| points.nth::<C>(self.below(count)))
    }
}
