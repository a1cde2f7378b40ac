//! Networks with random weights.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::format;
use super::layer::RawLayer;
use super::network::{Network, RawNetwork};
use super::scope::Scope;
use super::shape::{LayerEntry, LayerKind, Shape};

impl Network {
    /// A network with random weights, for tests and benchmarks, with the scope of 9x9 and area scoring. Every second block
    /// pools.
    #[must_use]
    pub fn random(shape: Shape, seed: u64) -> Self {
        let raw = RawNetwork::random(Scope::PLAIN, shape, seed);
        let (_, identity) = format::to_bytes(&raw);
        Self::new(&raw, identity)
    }
}

impl RawNetwork {
    /// The layers of [`Network::random`].
    pub(super) fn random(scope: Scope, shape: Shape, seed: u64) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let pools: Vec<bool> = (0..shape.blocks).map(|block| block % 2 == 1).collect();
        let entries = shape.layers(scope.planes(), &pools);
        let layers = entries.iter().map(|entry| random_layer(entry, &mut rng));
        Self {
            scope,
            shape,
            name: format!("random-{}x{}", shape.blocks, shape.channels),
            layers: layers.collect(),
            pools,
        }
    }
}

/// A layer whose steps and biases leave a good part of the activations between their limits.
fn random_layer(entry: &LayerEntry, rng: &mut Xoshiro256PlusPlus) -> RawLayer {
    let fan_in = entry.weights() / entry.outputs;
    // The deviation of a sum of products is about 64 times that of an activation, and doubles with every fourfold number of
    // inputs.
    let step = 6 + fan_in.ilog2() / 2 + u32::from(entry.kind == LayerKind::Convolution3);
    let bias = 32 << step;
    RawLayer {
        inputs: entry.inputs,
        outputs: entry.outputs,
        steps: (0..entry.biases())
            .map(|_| step as u8 + rng.random_range(0..=1))
            .collect(),
        biases: (0..entry.biases())
            .map(|_| rng.random_range(-bias..=bias))
            .collect(),
        weights: (0..entry.weights())
            .map(|_| rng.random_range(-127..=127))
            .collect(),
    }
}
