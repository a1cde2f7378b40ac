//! The memory of an evaluation.

use super::aligned::Aligned;
use super::layer::OUTPUT_BLOCK;
use super::layout::{CELLS, PLANES, RUN};
use super::shape::Shape;

/// The intermediate results of an evaluation. Border cells stay zero.
#[derive(Debug)]
pub(super) struct Buffers {
    /// Input of the network, `[cell][plane]`.
    pub(super) planes: Aligned<u8>,
    /// The residual stream in units of 1/256, `[cell][channel]`, for the cells of the [run](RUN) only.
    pub(super) stream: Aligned<i16>,
    /// Activations of the stream in units of 1/32, `[cell][channel]`.
    pub(super) activations: Aligned<u8>,
    /// Activations inside a block, `[cell][channel]`.
    pub(super) inner: Aligned<u8>,
    /// Activations of the neck, `[cell][channel]`.
    pub(super) neck: Aligned<u8>,
    /// Sums for the policy and the owner of each cell of the run.
    pub(super) points: [[i32; 2]; RUN],
    /// Biases of the second convolution of a block, plus the outputs of the pool layer before it, if there is one.
    pub(super) extra: Aligned<i32>,
    /// Means and maxima of the channels in units of 1/1024.
    pub(super) pooled: Aligned<i16>,
    /// Output of the hidden layer in units of 1/1024.
    pub(super) hidden: Aligned<i16>,
    /// Sums of a dense layer.
    pub(super) dense: Aligned<i32>,
}

impl Buffers {
    /// Buffers for networks of this shape.
    pub(super) fn new(shape: Shape) -> Self {
        let Shape {
            channels,
            neck,
            hidden,
            ..
        } = shape;
        let widest = channels.max(neck).max(hidden).max(OUTPUT_BLOCK);
        Self {
            planes: Aligned::new(CELLS * PLANES),
            stream: Aligned::new(RUN * channels),
            activations: Aligned::new(CELLS * channels),
            inner: Aligned::new(CELLS * channels),
            neck: Aligned::new(CELLS * neck),
            points: [[0; 2]; RUN],
            extra: Aligned::new(channels),
            pooled: Aligned::new(2 * channels.max(neck)),
            hidden: Aligned::new(hidden),
            dense: Aligned::new(widest),
        }
    }
}
