//! A network: identity and layers, the one in the program, and ones with random weights.

use std::sync::{Arc, LazyLock};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::format;
use super::format::Scope;
use super::layer::{
    BlockShape, Convolution, Dense, LayerEntry, LayerKind, PLANES, RawLayer, Shape,
};

/// Binary logarithm of the ratio between the unit of activations, 1/32, and the finer unit of the stream, 1/256.
const STREAM_GAIN: i32 = 3;

/// A neural network: residual blocks of two 3x3 convolutions, some with global pooling between them, or bottlenecks of such blocks;
/// then a head for points (policy and owner) and one for the whole board (value, lead, and the policy of a pass).
///
/// Activations are 7-bit integers, weights are 8-bit integers, and sums are 32-bit integers: every machine computes the
/// same numbers.
#[derive(Debug)]
pub struct Network {
    /// The name in its file, such as `6x64`.
    pub name: String,
    /// CRC-32 of its file.
    pub identity: u32,
    /// The boards and rules that it has learned.
    pub scope: Scope,
    pub shape: Shape,
    /// Multiply-accumulate operations of one evaluation.
    pub multiplications: usize,
    pub(super) input: Convolution,
    pub(super) blocks: Vec<Block>,
    pub(super) neck: Convolution,
    pub(super) points: Convolution,
    pub(super) hidden: Dense,
    pub(super) outcome: Dense,
}

/// A residual block: see [`BlockShape`].
#[derive(Debug)]
pub(super) enum Block {
    Plain(Plain),
    Bottleneck {
        narrow: Convolution,
        inner: Vec<Plain>,
        widen: Convolution,
    },
}

#[derive(Debug)]
pub(super) struct Plain {
    pub(super) first: Convolution,
    /// Turns the means and maxima of the channels into biases that are added to those of the second convolution.
    pub(super) pool: Option<Dense>,
    pub(super) second: Convolution,
}

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawNetwork {
    pub(super) scope: Scope,
    pub(super) shape: Shape,
    pub(super) name: String,
    pub(super) blocks: Vec<BlockShape>,
    /// All [layers](Shape::layers).
    pub(super) layers: Vec<RawLayer>,
}

impl RawNetwork {
    /// The rows of its layer table.
    pub(super) fn entries(&self) -> Vec<LayerEntry> {
        self.shape.layers(self.scope.planes(), &self.blocks)
    }
}

impl Network {
    /// Packs the layers of a file with this checksum.
    pub(super) fn new(raw: &RawNetwork, identity: u32) -> Self {
        let Shape { channels, neck, .. } = raw.shape;
        let mut numbers = 0..raw.layers.len();
        let mut next = || &raw.layers[numbers.next().unwrap_or_default()];
        let input = Convolution::new(next(), PLANES, STREAM_GAIN);
        let block = |block: &BlockShape| Block::new(block, raw.shape, &mut next);
        let blocks = raw.blocks.iter().map(block).collect();
        let entries = raw.entries();
        Self {
            name: raw.name.clone(),
            identity,
            scope: raw.scope,
            shape: raw.shape,
            multiplications: entries.iter().map(LayerEntry::multiplications).sum(),
            input,
            blocks,
            neck: Convolution::new(next(), channels, 0),
            points: Convolution::new(next(), neck, STREAM_GAIN),
            hidden: Dense::new(next()),
            outcome: Dense::new(next()),
        }
    }
}

impl Block {
    /// Packs a block from the next layers.
    fn new<'a>(block: &BlockShape, shape: Shape, next: &mut impl FnMut() -> &'a RawLayer) -> Self {
        match block {
            BlockShape::Plain(pools) => Self::Plain(Plain::new(*pools, shape.channels, next)),
            BlockShape::Bottleneck(pools) => Self::Bottleneck {
                narrow: Convolution::new(next(), shape.channels, STREAM_GAIN),
                inner: pools
                    .iter()
                    .map(|&pools| Plain::new(pools, shape.narrow, next))
                    .collect(),
                widen: Convolution::new(next(), shape.narrow, STREAM_GAIN),
            },
        }
    }
}

impl Plain {
    fn new<'a>(pools: bool, channels: usize, next: &mut impl FnMut() -> &'a RawLayer) -> Self {
        Self {
            first: Convolution::new(next(), channels, 0),
            pool: pools.then(|| Dense::new(next())),
            second: Convolution::new(next(), channels, STREAM_GAIN),
        }
    }
}

/// The bytes of the network file.
const BYTES: &[u8] = include_bytes!("../../../data/6x64.taonet");

static NETWORK: LazyLock<Option<Arc<Network>>> = LazyLock::new(|| {
    Network::parse(BYTES)
        .inspect_err(|error| log::error!("the network in the program: {error}"))
        .ok()
        .map(Arc::new)
});

/// The network in the program; `None` only if a broken one was built in.
pub fn embedded() -> Option<Arc<Network>> {
    NETWORK.clone()
}

impl Network {
    /// A network with random weights, for tests and benchmarks, with the scope of 9x9 and area scoring. Every second block
    /// pools.
    pub fn random(shape: Shape, seed: u64) -> Self {
        let raw = RawNetwork::random(Scope::PLAIN, shape, seed);
        let (_, identity) = format::to_bytes(&raw);
        Self::new(&raw, identity)
    }
}

impl RawNetwork {
    /// The layers of [`Network::random`].
    pub(super) fn random(scope: Scope, shape: Shape, seed: u64) -> Self {
        let pools = (0..shape.blocks).map(|block| block % 2 == 1);
        let blocks = pools.map(BlockShape::Plain).collect();
        Self::of_blocks(scope, shape, blocks, seed)
    }

    /// Random layers of these blocks.
    pub(super) fn of_blocks(
        scope: Scope,
        shape: Shape,
        blocks: Vec<BlockShape>,
        seed: u64,
    ) -> Self {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let entries = shape.layers(scope.planes(), &blocks);
        let layers = entries.iter().map(|entry| random_layer(entry, &mut rng));
        Self {
            scope,
            shape,
            name: format!("random-{}x{}", shape.blocks, shape.channels),
            layers: layers.collect(),
            blocks,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_network_in_the_program_can_be_read() {
        assert!(embedded().is_some());
    }
}
