//! The weights of a layer, in the order in which the kernels read them.

use super::aligned::Aligned;
use super::layout::{FIRST, ROW};

/// A layer as in the file: steps, biases and weights, in the file's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RawLayer {
    /// Length of an input vector.
    pub(super) inputs: usize,
    /// Length of an output vector.
    pub(super) outputs: usize,
    /// For each output: the binary logarithm of the inverse step of its weights. Empty in a pool layer.
    pub(super) steps: Vec<u8>,
    /// One for each output. Empty in a pool layer.
    pub(super) biases: Vec<i32>,
    /// `[output][input][tap]`.
    pub(super) weights: Vec<i8>,
}

/// Outputs that a kernel computes at once.
pub(super) const OUTPUT_BLOCK: usize = 16;

/// Inputs whose weights are side by side.
pub(super) const INPUT_GROUP: usize = 4;

/// A 3x3 or 1x1 convolution.
///
/// The three points of a row are side by side in memory, so a 3x3 convolution is three products of a matrix by a vector with
/// three times the inputs: `bands` is 3 and `depth` three times the inputs. For a 1x1 convolution, `bands` is 1 and `depth` is
/// the number of inputs.
#[derive(Debug)]
pub(super) struct Convolution {
    /// Rows of taps.
    pub(super) bands: usize,
    /// Consecutive inputs of a band: a multiple of 8, and so of [`INPUT_GROUP`].
    pub(super) depth: usize,
    /// Numbers of a cell of the input.
    pub(super) inputs: usize,
    /// Numbers of a cell of the output: a multiple of [`OUTPUT_BLOCK`].
    pub(super) outputs: usize,
    /// `[output / 16][band][depth / 4][16][4]`.
    pub(super) weights: Aligned<i8>,
    /// One for each output.
    pub(super) biases: Aligned<i32>,
    /// How far the sums are shifted to the right, for each output.
    pub(super) shifts: Aligned<i32>,
}

impl Convolution {
    /// Packs a layer whose input cells have `inputs` numbers; `gain` is the binary logarithm by which the outputs' unit
    /// is finer than that of the inputs.
    pub(super) fn new(layer: &RawLayer, inputs: usize, gain: i32) -> Self {
        let taps = layer.weights.len() / (layer.inputs * layer.outputs);
        let width = if taps == 9 { 3 } else { 1 };
        let outputs = layer.outputs.next_multiple_of(OUTPUT_BLOCK);
        let depth = width * inputs;
        let mut weights = Aligned::new(width * depth * outputs);
        for output in 0..layer.outputs {
            for input in 0..layer.inputs {
                for tap in 0..taps {
                    let place = tap % width * inputs + input;
                    let groups = depth / INPUT_GROUP;
                    let group = (output / OUTPUT_BLOCK * width + tap / width) * groups
                        + place / INPUT_GROUP;
                    let packed = (group * OUTPUT_BLOCK + output % OUTPUT_BLOCK) * INPUT_GROUP
                        + place % INPUT_GROUP;
                    weights[packed] = layer.weights[(output * layer.inputs + input) * taps + tap];
                }
            }
        }
        let shifts = layer.steps.iter().map(|&step| i32::from(step) - gain);
        Self {
            bands: width,
            depth,
            inputs,
            outputs,
            weights,
            biases: padded(outputs, layer.biases.iter().copied()),
            shifts: padded(outputs, shifts),
        }
    }

    /// The weights of a block of outputs.
    #[inline(always)]
    pub(super) fn block(&self, block: usize) -> &[i8] {
        let len = self.bands * self.depth * OUTPUT_BLOCK;
        &self.weights[block * len..(block + 1) * len]
    }

    /// Index in a buffer of the first number that the first cell of the run needs.
    #[inline(always)]
    pub(super) const fn input_start(&self) -> usize {
        let cell = if self.bands == 3 { 0 } else { FIRST };
        cell * self.inputs
    }

    /// Distance in a buffer from the inputs of one band to those of the next.
    #[inline(always)]
    pub(super) const fn band_stride(&self) -> usize {
        ROW * self.inputs
    }
}

/// Inputs of a dense layer whose weights are side by side.
pub(super) const INPUT_PAIR: usize = 2;

/// A product of a matrix by a vector.
#[derive(Debug)]
pub(super) struct Dense {
    /// Numbers of the output: a multiple of [`OUTPUT_BLOCK`].
    pub(super) outputs: usize,
    /// `[output / 16][input / 2][16][2]`.
    pub(super) weights: Aligned<i16>,
    /// One for each output.
    pub(super) biases: Aligned<i32>,
    /// How far the sums are shifted to the right, for each output.
    pub(super) shifts: Aligned<i32>,
}

impl Dense {
    /// The weights of each block of outputs. They have, for each pair of inputs, the weights of all outputs of the block.
    #[inline(always)]
    pub(super) fn blocks(&self) -> impl Iterator<Item = &[[i16; INPUT_PAIR * OUTPUT_BLOCK]]> {
        let len = self.weights.len() / self.outputs * OUTPUT_BLOCK;
        self.weights
            .chunks_exact(len)
            .map(|block| block.as_chunks().0)
    }

    /// Packs a layer.
    pub(super) fn new(layer: &RawLayer) -> Self {
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
