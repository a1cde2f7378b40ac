//! A network: sizes, identity and layers.

use super::layer::{Convolution, Dense, RawLayer};
use super::layout::PLANES;
use super::scope::Scope;
use super::shape::{LayerEntry, Shape};

/// Binary logarithm of the ratio between the unit of activations, 1/32, and the finer unit of the stream, 1/256.
const STREAM_GAIN: i32 = 3;

/// A neural network: residual blocks of two 3x3 convolutions, some with global pooling between them, then a head
/// for points (policy and owner) and one for the whole board (value, lead, and the policy of a pass).
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
    /// Its sizes.
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

/// A residual block.
#[derive(Debug)]
pub(super) struct Block {
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
    /// For each block, whether it pools.
    pub(super) pools: Vec<bool>,
    /// All [layers](Shape::layers).
    pub(super) layers: Vec<RawLayer>,
}

impl RawNetwork {
    /// The rows of its layer table.
    pub(super) fn entries(&self) -> Vec<LayerEntry> {
        self.shape.layers(self.scope.planes(), &self.pools)
    }
}

impl Network {
    /// Packs the layers of a file with this checksum.
    pub(super) fn new(raw: &RawNetwork, identity: u32) -> Self {
        let Shape { channels, neck, .. } = raw.shape;
        let mut numbers = 0..raw.layers.len();
        let mut next = || &raw.layers[numbers.next().unwrap_or_default()];
        let input = Convolution::new(next(), PLANES, STREAM_GAIN);
        let block = |&has_pool: &bool| Block {
            first: Convolution::new(next(), channels, 0),
            pool: has_pool.then(|| Dense::new(next())),
            second: Convolution::new(next(), channels, STREAM_GAIN),
        };
        let entries = raw.entries();
        Self {
            name: raw.name.clone(),
            identity,
            scope: raw.scope,
            shape: raw.shape,
            multiplications: entries.iter().map(LayerEntry::multiplications).sum(),
            input,
            blocks: raw.pools.iter().map(block).collect(),
            neck: Convolution::new(next(), channels, 0),
            points: Convolution::new(next(), neck, STREAM_GAIN),
            hidden: Dense::new(next()),
            outcome: Dense::new(next()),
        }
    }
}
