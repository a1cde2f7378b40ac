//! The convolution for any processor, in a form that compilers turn into vector instructions.

use std::array;

use crate::net::evaluate::Epilogue;
use crate::net::layer::{Convolution, Dense, INPUT_GROUP, INPUT_PAIR, OUTPUT_BLOCK, points};

/// Weights of one group of inputs for a block of outputs.
const WEIGHTS: usize = INPUT_GROUP * OUTPUT_BLOCK;

/// Products that are computed together.
const LANES: usize = 8;

#[inline(always)]
pub fn convolve(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    for block in 0..layer.outputs / OUTPUT_BLOCK {
        for cell in points() {
            // A sum for each weight of a group, so each output has four.
            let mut parts = [0; WEIGHTS];
            let mut weights = layer.block(block).as_chunks().0.as_chunks().0.iter();
            for band in 0..layer.bands {
                let start = layer.input_start() + band * layer.band_stride() + cell * layer.inputs;
                let groups = input[start..start + layer.depth].as_chunks().0;
                let inputs = groups.as_chunks().0;
                for (inputs, weights) in inputs.iter().zip(&mut weights) {
                    accumulate(&mut parts, inputs, weights);
                }
            }
            let parts = parts.as_chunks::<INPUT_GROUP>().0;
            let sums = array::from_fn(|i| parts[i].iter().sum());
            epilogue.apply(layer, block, cell, &[sums]);
        }
    }
}

#[inline(always)]
pub fn multiply(layer: &Dense, inputs: &[i16], sums: &mut [i32]) {
    for (sums, weights) in sums
        .as_chunks_mut::<OUTPUT_BLOCK>()
        .0
        .iter_mut()
        .zip(layer.blocks())
    {
        *sums = [0; OUTPUT_BLOCK];
        for (pair, weights) in inputs.as_chunks::<INPUT_PAIR>().0.iter().zip(weights) {
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<INPUT_PAIR>().0) {
                let products = pair
                    .iter()
                    .zip(weights)
                    .map(|(&input, &weight)| i32::from(input) * i32::from(weight));
                *sum += products.sum::<i32>();
            }
        }
    }
}

/// Adds the products of two groups of inputs.
#[inline(always)]
fn accumulate(
    parts: &mut [i32; WEIGHTS],
    inputs: &[[u8; INPUT_GROUP]; 2],
    weights: &[[i8; WEIGHTS]; 2],
) {
    let inputs =
        inputs.map(|group| -> [i16; LANES] { array::from_fn(|i| group[i % INPUT_GROUP].into()) });
    for (block, parts) in parts.as_chunks_mut::<LANES>().0.iter_mut().enumerate() {
        for i in 0..LANES {
            let place = block * LANES + i;
            // At most twice 127 times 127, which fits into 16 bits.
            let sum = inputs[0][i] * i16::from(weights[0][place])
                + inputs[1][i] * i16::from(weights[1][place]);
            parts[i] += i32::from(sum);
        }
    }
}
