//! The sizes of a network, the weights of a layer in the order in which the kernels read them, and where the numbers of a point are.
//!
//! The channels of a point are side by side in memory. Rows have ten points: the last is a border of zeros that the next row
//! shares, and a row of border points lies below and above the board. So a neighbor is always the same distance away.

use std::{fmt, iter};

use tao_rules::board::Symmetry;

use super::evaluate::{Aligned, MAX_ACTIVATION};

/// Points along one side of the grid; a smaller board is in its lower left corner.
pub const SIDE: usize = 9;

/// Points along one side of the smallest board.
pub const MIN_SIDE: usize = 5;

/// Points of the grid, in the order `row * 9 + column` from the bottom left.
pub const POINTS: usize = SIDE * SIDE;

/// Input planes: the bytes of an input point.
pub const PLANES: usize = 24;

/// Points from one row to the next.
pub const ROW: usize = SIDE + 1;

/// Cell of the first point; cell of the point at row `r` and column `c`: `FIRST + r * ROW + c`.
pub const FIRST: usize = ROW + 1;

/// Cells from the first point to the last.
pub const RUN: usize = SIDE * ROW - 1;

/// Cells whose sums may be computed: the run, rounded up to whole tiles of 15.
pub const SUM_CELLS: usize = RUN.next_multiple_of(15);

/// Cells of a buffer: all cells whose sums may be computed, and their neighbors.
pub const CELLS: usize = SUM_CELLS + 2 * FIRST;

/// The cells of the run that are points.
#[inline(always)]
pub fn points() -> impl Iterator<Item = usize> {
    (0..SIDE).flat_map(|row| row * ROW..row * ROW + SIDE)
}

/// For each symmetry and each point: the image's cell in the run.
pub const IMAGES: [[u8; POINTS]; 8] = {
    let symmetries = Symmetry::all();
    let mut images = [[0; POINTS]; 8];
    let mut i = 0;
    while i < 8 * POINTS {
        let (symmetry, point) = (symmetries[i / POINTS], i % POINTS);
        let (column, row) = symmetry.image(point % SIDE, point / SIDE, SIDE);
        images[symmetry.index()][point] = (row * ROW + column) as u8;
        i += 1;
    }
    images
};

/// Sizes of a network: see [`Network`](super::Network) for the layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Residual blocks, 1 to 40.
    pub blocks: usize,
    /// Channels of the blocks: a multiple of 16 from 16 to 256.
    pub channels: usize,
    /// Channels inside bottlenecks: a multiple of 16 from 16 to 256, or 0 if there are none.
    pub narrow: usize,
    /// Channels of the neck, which the heads share: a multiple of 16 from 16 to 256.
    pub neck: usize,
    /// Units of the hidden layer of value and lead: a multiple of 16 from 16 to 256.
    pub hidden: usize,
}

impl Shape {
    /// 6 blocks of 64 channels.
    pub const DEFAULT: Self = Self {
        blocks: 6,
        channels: 64,
        narrow: 0,
        neck: 32,
        hidden: 64,
    };

    /// The layers in the order of the file, for this number of input planes.
    pub(super) fn layers(&self, planes: usize, blocks: &[BlockShape]) -> Vec<LayerEntry> {
        let (channels, neck, hidden) = (self.channels, self.neck, self.hidden);
        let input = LayerEntry::new(LayerKind::Convolution3, planes, channels);
        let blocks = blocks.iter().flat_map(|block| self.layers_of(block));
        let heads = [
            LayerEntry::new(LayerKind::Convolution1, channels, neck),
            LayerEntry::new(LayerKind::Convolution1, neck, 2),
            LayerEntry::new(LayerKind::Dense, 2 * neck, hidden),
            LayerEntry::new(LayerKind::Dense, hidden, 3),
        ];
        iter::once(input).chain(blocks).chain(heads).collect()
    }

    fn layers_of(&self, block: &BlockShape) -> Vec<LayerEntry> {
        match block {
            BlockShape::Plain(pools) => plain_layers(self.channels, *pools).collect(),
            BlockShape::Bottleneck(pools) => {
                let (wide, narrow) = (self.channels, self.narrow);
                let first = LayerEntry::new(LayerKind::Convolution1, wide, narrow);
                let last = LayerEntry::new(LayerKind::Convolution1, narrow, wide);
                let inner = pools.iter().flat_map(|&pools| plain_layers(narrow, pools));
                iter::once(first).chain(inner).chain([last]).collect()
            }
        }
    }
}

/// What a residual block is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockShape {
    /// Two 3x3 convolutions, and if true a pool layer between them.
    Plain(bool),
    /// A 1x1 convolution to the [narrow](Shape::narrow) channels, plain blocks of these, and a 1x1 convolution back.
    Bottleneck(Vec<bool>),
}

fn plain_layers(channels: usize, pools: bool) -> impl Iterator<Item = LayerEntry> {
    let convolution = LayerEntry::new(LayerKind::Convolution3, channels, channels);
    let pool = LayerEntry::new(LayerKind::Pool, 2 * channels, channels);
    iter::once(convolution)
        .chain(pools.then_some(pool))
        .chain([convolution])
}

/// What a layer computes, by its number in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LayerKind {
    Convolution3 = 0,
    Pool = 1,
    Convolution1 = 2,
    Dense = 3,
}

/// A row of the layer table in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerEntry {
    pub kind: LayerKind,
    pub inputs: usize,
    pub outputs: usize,
}

impl LayerEntry {
    /// Bytes of a row.
    pub const BYTES: usize = 6;

    const fn new(kind: LayerKind, inputs: usize, outputs: usize) -> Self {
        Self {
            kind,
            inputs,
            outputs,
        }
    }

    pub fn to_bytes(self) -> [u8; Self::BYTES] {
        let [inputs, outputs] = [self.inputs, self.outputs].map(|size| (size as u16).to_le_bytes());
        let kind = self.kind as u8;
        [kind, 0, inputs[0], inputs[1], outputs[0], outputs[1]]
    }

    /// Number of weights of the layer.
    pub const fn weights(&self) -> usize {
        let taps = match self.kind {
            LayerKind::Convolution3 => 9,
            _ => 1,
        };
        self.inputs * self.outputs * taps
    }

    /// Number of biases of the layer, and of steps.
    pub const fn biases(&self) -> usize {
        match self.kind {
            LayerKind::Pool => 0,
            _ => self.outputs,
        }
    }

    /// Bytes of the layer in the file.
    pub const fn bytes(&self) -> usize {
        5 * self.biases() + self.weights()
    }

    /// Multiply-accumulate operations of one evaluation.
    pub const fn multiplications(&self) -> usize {
        match self.kind {
            LayerKind::Convolution3 | LayerKind::Convolution1 => POINTS * self.weights(),
            LayerKind::Pool | LayerKind::Dense => self.weights(),
        }
    }
}

impl fmt::Display for LayerEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            LayerKind::Convolution3 => "3x3 convolution",
            LayerKind::Pool => "pool layer",
            LayerKind::Convolution1 => "1x1 convolution",
            LayerKind::Dense => "dense layer",
        };
        write!(f, "a {kind}, {} to {}", self.inputs, self.outputs)
    }
}

/// A layer as in the file: steps, biases and weights, in the file's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawLayer {
    /// Length of an input vector.
    pub inputs: usize,
    /// Length of an output vector.
    pub outputs: usize,
    /// For each output: the binary logarithm of the inverse step of its weights. Empty in a pool layer.
    pub steps: Vec<u8>,
    /// One for each output. Empty in a pool layer.
    pub biases: Vec<i32>,
    /// `[output][input][tap]`.
    pub weights: Vec<i8>,
}

/// Outputs that a kernel computes at once.
pub const OUTPUT_BLOCK: usize = 16;

/// Inputs whose weights are side by side.
pub const INPUT_GROUP: usize = 4;

/// A 3x3 or 1x1 convolution.
///
/// The three points of a row are side by side in memory, so a 3x3 convolution is three products of a matrix by a vector with
/// three times the inputs: `bands` is 3 and `depth` three times the inputs. For a 1x1 convolution, `bands` is 1 and `depth` is
/// the number of inputs.
#[derive(Debug)]
pub struct Convolution {
    pub bands: usize,
    /// Consecutive inputs of a band: a multiple of 8, and so of [`INPUT_GROUP`].
    pub depth: usize,
    /// Numbers of a cell of the input.
    pub inputs: usize,
    /// Numbers of a cell of the output: a multiple of [`OUTPUT_BLOCK`].
    pub outputs: usize,
    /// `[output / 16][band][depth / 4][16][4]`.
    pub weights: Aligned<i8>,
    /// `[output / 16][band][depth / 8]`: for two groups of inputs, whether [they fit](fit_into_16_bits).
    pub fits: Vec<bool>,
    /// One for each output.
    pub biases: Aligned<i32>,
    /// How far the sums are shifted to the right, for each output.
    pub shifts: Aligned<i32>,
}

impl Convolution {
    /// Packs a layer whose input cells have `inputs` numbers; `gain` is the binary logarithm by which the outputs' unit
    /// is finer than that of the inputs.
    pub fn new(layer: &RawLayer, inputs: usize, gain: i32) -> Self {
        let taps = layer.weights.len() / (layer.inputs * layer.outputs);
        let width = if taps == 9 { 3 } else { 1 };
        let outputs = layer.outputs.next_multiple_of(OUTPUT_BLOCK);
        let depth = width * inputs;
        let mut weights = Aligned::new(width * depth * outputs);
        let places: Vec<usize> = (0..taps)
            .map(|tap| OUTPUT_BLOCK * (tap / width * depth + tap % width * inputs))
            .collect();
        let filters = layer.weights.chunks_exact(layer.inputs * taps);
        for (output, filter) in filters.enumerate() {
            let block = output / OUTPUT_BLOCK * OUTPUT_BLOCK * width * depth;
            let first = block + output % OUTPUT_BLOCK * INPUT_GROUP;
            for (input, taps) in filter.chunks_exact(taps).enumerate() {
                let group = input / INPUT_GROUP * INPUT_GROUP * OUTPUT_BLOCK;
                let first = first + group + input % INPUT_GROUP;
                for (place, &weight) in places.iter().zip(taps) {
                    weights[first + place] = weight;
                }
            }
        }
        let shifts = layer.steps.iter().map(|&step| i32::from(step) - gain);
        Self {
            bands: width,
            depth,
            inputs,
            outputs,
            fits: weights.as_chunks().0.iter().map(fit_into_16_bits).collect(),
            weights,
            biases: padded(outputs, layer.biases.iter().copied()),
            shifts: padded(outputs, shifts),
        }
    }

    /// The weights of a block of outputs.
    #[inline(always)]
    pub fn block(&self, block: usize) -> &[i8] {
        let len = self.bands * self.depth * OUTPUT_BLOCK;
        &self.weights[block * len..(block + 1) * len]
    }

    /// Of the [weights](Self::block) of a block of outputs, for two groups at a time, whether they fit.
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(dead_code, reason = "only the kernel for AVX2 asks")
    )]
    #[inline(always)]
    pub fn block_fits(&self, block: usize) -> &[bool] {
        let len = self.bands * self.depth / (2 * INPUT_GROUP);
        &self.fits[block * len..(block + 1) * len]
    }

    /// Index in a buffer of the first number that the first cell of the run needs.
    #[inline(always)]
    pub const fn input_start(&self) -> usize {
        let cell = if self.bands == 3 { 0 } else { FIRST };
        cell * self.inputs
    }

    /// Distance in a buffer from the inputs of one band to those of the next.
    #[inline(always)]
    pub const fn band_stride(&self) -> usize {
        ROW * self.inputs
    }
}

/// Whether, for two groups of inputs, any four products of an output fit into 16 bits in sum: two of one group, and the two at the
/// same places of the other. Of a hundred pairs of groups, one does not.
fn fit_into_16_bits(weights: &[i8; 2 * INPUT_GROUP * OUTPUT_BLOCK]) -> bool {
    const MOST: u16 = i16::MAX.cast_unsigned() / MAX_ACTIVATION as u16;
    let sizes = weights.map(|weight| u16::from(weight.unsigned_abs()));
    let (first, second) = sizes.split_at(sizes.len() / 2);
    let four = |i: usize| first[i] + first[i + 1] + second[i] + second[i + 1];
    (0..first.len()).step_by(2).map(four).fold(0, u16::max) <= MOST
}

/// Inputs of a dense layer whose weights are side by side.
pub const INPUT_PAIR: usize = 2;

/// A product of a matrix by a vector.
#[derive(Debug)]
pub struct Dense {
    /// Numbers of the output: a multiple of [`OUTPUT_BLOCK`].
    pub outputs: usize,
    /// `[output / 16][input / 2][16][2]`.
    pub weights: Aligned<i16>,
    /// One for each output.
    pub biases: Aligned<i32>,
    /// How far the sums are shifted to the right, for each output.
    pub shifts: Aligned<i32>,
}

impl Dense {
    /// The weights of each block of outputs. They have, for each pair of inputs, the weights of all outputs of the block.
    #[inline(always)]
    pub fn blocks(&self) -> impl Iterator<Item = &[[i16; INPUT_PAIR * OUTPUT_BLOCK]]> {
        let len = self.weights.len() / self.outputs * OUTPUT_BLOCK;
        self.weights
            .chunks_exact(len)
            .map(|block| block.as_chunks().0)
    }

    pub fn new(layer: &RawLayer) -> Self {
        let outputs = layer.outputs.next_multiple_of(OUTPUT_BLOCK);
        let mut weights = Aligned::new(layer.inputs * outputs);
        for (i, &weight) in layer.weights.iter().enumerate() {
            let (output, input) = (i / layer.inputs, i % layer.inputs);
            let pair = output / OUTPUT_BLOCK * (layer.inputs / INPUT_PAIR) + input / INPUT_PAIR;
            let packed =
                (pair * OUTPUT_BLOCK + output % OUTPUT_BLOCK) * INPUT_PAIR + input % INPUT_PAIR;
            weights[packed] = i16::from(weight);
        }
        Self {
            outputs,
            weights,
            biases: padded(outputs, layer.biases.iter().copied()),
            shifts: padded(outputs, layer.steps.iter().map(|&step| step.into())),
        }
    }
}

/// A number for each of these outputs: the given ones, then zeros.
fn padded(outputs: usize, numbers: impl Iterator<Item = i32>) -> Aligned<i32> {
    let mut buffer = Aligned::new(outputs);
    for (place, number) in buffer.iter_mut().zip(numbers) {
        *place = number;
    }
    buffer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_products_fit_up_to_the_largest_number_of_16_bits() {
        // 32767 / 127 is 258.
        for (four, fit) in [([64, -65, 65, 64], true), ([64, -65, 65, 65], false)] {
            for output in [0, 7, OUTPUT_BLOCK - 1] {
                for place in [0, 2] {
                    let mut weights = [0; 2 * INPUT_GROUP * OUTPUT_BLOCK];
                    let first = output * INPUT_GROUP + place;
                    let second = first + INPUT_GROUP * OUTPUT_BLOCK;
                    [weights[first], weights[first + 1]] = [four[0], four[1]];
                    [weights[second], weights[second + 1]] = [four[2], four[3]];
                    // The sums of other places are others.
                    weights[(output + 1) % OUTPUT_BLOCK * INPUT_GROUP] = 127;
                    weights[first ^ 2] = 127;
                    assert_eq!(fit_into_16_bits(&weights), fit, "{four:?}");
                }
            }
        }
    }
}
