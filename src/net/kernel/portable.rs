//! The convolution for any processor, in a form that compilers turn into vector instructions.

use super::Multiply;
use crate::net::layer::{Convolution, INPUT_GROUP, OUTPUT_BLOCK};
use crate::net::layout::{ROW, RUN, SIDE};

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Portable;

/// Weights of one group of inputs for a block of outputs.
const WEIGHTS: usize = INPUT_GROUP * OUTPUT_BLOCK;

impl Multiply for Portable {
    #[inline(always)]
    fn convolve(layer: &Convolution, input: &[u8], sums: &mut [i32]) {
        let row = INPUT_GROUP * layer.outputs;
        for block in 0..layer.outputs / OUTPUT_BLOCK {
            for cell in (0..RUN).filter(|cell| cell % ROW < SIDE) {
                // A sum for each weight of the group: each output has four.
                let mut parts = [0; WEIGHTS];
                for band in 0..layer.bands {
                    let start =
                        layer.input_start() + band * layer.band_stride() + cell * layer.inputs;
                    let inputs = input[start..start + layer.depth]
                        .as_chunks::<INPUT_GROUP>()
                        .0;
                    let weights = &layer.weights[band * layer.depth * layer.outputs..];
                    let weights = weights.chunks_exact(row);
                    for (group, weights) in inputs.iter().zip(weights) {
                        let weights = &weights[block * WEIGHTS..(block + 1) * WEIGHTS];
                        accumulate(&mut parts, *group, weights);
                    }
                }
                let sums = &mut sums[cell * layer.outputs + block * OUTPUT_BLOCK..];
                for (sum, parts) in sums.iter_mut().zip(parts.as_chunks::<INPUT_GROUP>().0) {
                    *sum = parts.iter().sum();
                }
            }
        }
    }
}

#[inline(always)]
fn accumulate(parts: &mut [i32; WEIGHTS], group: [u8; INPUT_GROUP], weights: &[i8]) {
    let inputs: [i16; 16] = std::array::from_fn(|i| i16::from(group[i % INPUT_GROUP]));
    for (parts, weights) in parts.chunks_exact_mut(16).zip(weights.chunks_exact(16)) {
        for i in 0..16 {
            // At most 127 times 127.
            parts[i] += i32::from(inputs[i] * i16::from(weights[i]));
        }
    }
}
