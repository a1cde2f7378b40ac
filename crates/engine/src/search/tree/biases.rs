//! How wrong the evaluations of similar positions were: `KataGo`'s subtree value bias correction.

use std::sync::atomic::{AtomicU64, Ordering};

/// Kinds of positions that are told apart.
const KINDS: usize = 1 << 16;

/// Bytes of [`Biases`].
pub const BIAS_BYTES: usize = KINDS * size_of::<AtomicU64>();

/// For each kind of position, the sum of the weighted errors and the sum of the weights, as two `f32` in one word that threads
/// share.
#[derive(Debug)]
pub struct Biases(Box<[AtomicU64]>);

impl Default for Biases {
    fn default() -> Self {
        Self((0..KINDS).map(|_| AtomicU64::new(0)).collect())
    }
}

impl Biases {
    /// Mean error of the evaluations of this kind, for the side that made the last move; 0 before the first.
    pub fn mean(&self, kind: u64) -> f32 {
        let (sum, weight) = unpack(self.word(kind).load(Ordering::Relaxed));
        if weight > 0.0 { sum / weight } else { 0.0 }
    }

    pub fn add(&self, kind: u64, error: f32, weight: f32) {
        let add = |word| {
            let (sum, weights) = unpack(word);
            Some(pack(sum + weight * error, weights + weight))
        };
        let word = self.word(kind);
        let _ = word.fetch_update(Ordering::Relaxed, Ordering::Relaxed, add);
    }

    const fn word(&self, kind: u64) -> &AtomicU64 {
        &self.0[kind as usize % KINDS]
    }
}

const fn pack(sum: f32, weight: f32) -> u64 {
    (sum.to_bits() as u64) << 32 | weight.to_bits() as u64
}

const fn unpack(word: u64) -> (f32, f32) {
    (
        f32::from_bits((word >> 32) as u32),
        f32::from_bits(word as u32),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_weighted_and_of_one_kind() {
        let biases = Biases::default();
        let is_mean = |mean: f32| (biases.mean(7) - mean).abs() < 1e-3;
        assert!(is_mean(0.0));
        biases.add(7, -100.0, 1.0);
        biases.add(7, 200.0, 0.5);
        biases.add(8, 1.0, 1.0);
        assert!(is_mean(0.0));
        biases.add(7, 300.0, 1.5);
        assert!(is_mean(150.0));
    }
}
