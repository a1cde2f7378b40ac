//! What follows a convolution at each point: the sums become activations, or outputs of the network.

use super::layer::{Convolution, OUTPUT_BLOCK};
use super::layout::{FIRST, RUN};

/// Largest activation; 32 stands for 1.
const MAX_ACTIVATION: i32 = 127;

/// A number for each of the outputs that a kernel computes at once.
pub(super) type Outputs<T> = [T; OUTPUT_BLOCK];

/// What follows a convolution. A closure would not be inlined into the code for a processor.
pub(super) trait Epilogue {
    /// Takes the sums, without bias, of a block of outputs for neighboring points in a row. `cell` is the cell of the first
    /// point in the [run](RUN). Called once for each block and each point.
    fn apply(&mut self, block: usize, cell: usize, sums: &[Outputs<i32>]);
}

/// Writes the activations of a layer.
pub(super) struct Activate<'a> {
    pub(super) layer: &'a Convolution,
    pub(super) activations: &'a mut [u8],
}

impl Epilogue for Activate<'_> {
    #[inline(always)]
    fn apply(&mut self, block: usize, cell: usize, sums: &[Outputs<i32>]) {
        let layer = self.layer;
        let [biases, shifts] =
            [&layer.biases, &layer.shifts].map(|numbers| of_block(numbers, block));
        let activations = column(self.activations, layer.outputs, FIRST + cell, block);
        for (place, sums) in activations.zip(sums) {
            let mut activations = [0; OUTPUT_BLOCK];
            for i in 0..OUTPUT_BLOCK {
                activations[i] = to_activation((sums[i] + biases[i]) >> shifts[i]);
            }
            *place = activations;
        }
    }
}

/// Adds the outputs of a layer to the stream, and sets the activations to those of the stream.
pub(super) struct AddToStream<'a> {
    pub(super) layer: &'a Convolution,
    /// The biases of the layer, plus the outputs of the pool layer before it, if there is one.
    pub(super) biases: &'a [i32],
    pub(super) stream: &'a mut [i16],
    pub(super) activations: &'a mut [u8],
}

impl Epilogue for AddToStream<'_> {
    #[inline(always)]
    fn apply(&mut self, block: usize, cell: usize, sums: &[Outputs<i32>]) {
        let layer = self.layer;
        let [biases, shifts] = [self.biases, &layer.shifts].map(|numbers| of_block(numbers, block));
        let stream = column(self.stream, layer.outputs, cell, block);
        let activations = column(self.activations, layer.outputs, FIRST + cell, block);
        for ((stream_place, place), sums) in stream.zip(activations).zip(sums) {
            // Local arrays, which the compiler keeps in registers.
            let (mut stream, mut activations) = (*stream_place, [0; OUTPUT_BLOCK]);
            for i in 0..OUTPUT_BLOCK {
                stream[i] = stream[i].saturating_add(saturate((sums[i] + biases[i]) >> shifts[i]));
                activations[i] = to_activation((i32::from(stream[i]) + 4) >> 3);
            }
            *stream_place = stream;
            *place = activations;
        }
    }
}

/// Keeps the sums for the policy and the owner of each cell of the run.
pub(super) struct KeepPoints<'a>(pub(super) &'a mut [[i32; 2]; RUN]);

impl Epilogue for KeepPoints<'_> {
    #[inline(always)]
    fn apply(&mut self, _: usize, cell: usize, sums: &[Outputs<i32>]) {
        for (point, sums) in self.0[cell..].iter_mut().zip(sums) {
            *point = [sums[0], sums[1]];
        }
    }
}

/// The numbers of a block of outputs.
#[inline(always)]
fn of_block(numbers: &[i32], block: usize) -> Outputs<i32> {
    numbers.as_chunks().0[block]
}

/// The numbers of a block of outputs in a buffer that has `outputs` for each cell, from this cell on.
#[inline(always)]
fn column<T>(
    buffer: &mut [T],
    outputs: usize,
    cell: usize,
    block: usize,
) -> impl Iterator<Item = &mut Outputs<T>> {
    let blocks = outputs / OUTPUT_BLOCK;
    let numbers = &mut buffer.as_chunks_mut().0[cell * blocks + block..];
    numbers.iter_mut().step_by(blocks)
}

#[inline(always)]
#[expect(clippy::cast_sign_loss, reason = "the number is not negative")]
fn to_activation(number: i32) -> u8 {
    number.clamp(0, MAX_ACTIVATION) as u8
}

#[inline(always)]
fn saturate(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}
