//! The convolution by `vpdpbusd` on processors without AVX-512: 32 products of bytes, added to eight sums, in one instruction.

use std::arch::x86_64::{__m256i, _mm256_dpbusd_avx_epi32, _mm256_setzero_si256};

use super::avx2::{LANES, REGISTER, copies, load, store};
use crate::net::evaluate::Epilogue;
use crate::net::layer::{Convolution, INPUT_GROUP, OUTPUT_BLOCK, ROW, SIDE};

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
pub fn convolve(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    for block in 0..layer.outputs / OUTPUT_BLOCK {
        for row in 0..SIDE {
            let mut row_sums = [[0; OUTPUT_BLOCK]; SIDE];
            for half in 0..2 {
                let parts = convolve_row(layer, block, half, row, input);
                for (sums, part) in row_sums.iter_mut().zip(parts) {
                    store(&mut sums.as_chunks_mut::<LANES>().0[half], part);
                }
            }
            epilogue.apply(layer, block, row * ROW, &row_sums);
        }
    }
}

/// The sums of the points of a row, for half a block of outputs: a register for each point, so that the sum to which products are
/// added was changed long before. Arrays are filled in place and borrowed, as `array::from_fn` and loops over arrays by value copy them
/// to memory.
#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn convolve_row(
    layer: &Convolution,
    block: usize,
    half: usize,
    row: usize,
    input: &[u8],
) -> [__m256i; SIDE] {
    let groups = layer.depth / INPUT_GROUP;
    let mut parts = [_mm256_setzero_si256(); SIDE];
    let weights = layer.block(block).as_chunks::<REGISTER>().0;
    let bands = weights.as_chunks::<2>().0.chunks_exact(groups);
    for (band, weights) in bands.enumerate() {
        let start = layer.input_start() + (row + band) * layer.band_stride();
        let mut inputs: [&[[u8; INPUT_GROUP]]; SIDE] = [&[]; SIDE];
        for (point, inputs) in inputs.iter_mut().enumerate() {
            let point = &input[start + point * layer.inputs..][..layer.depth];
            *inputs = &point.as_chunks().0[..groups];
        }
        for (group, weights) in weights.iter().enumerate() {
            let weights = load(&weights[half]);
            for (part, inputs) in parts.iter_mut().zip(&inputs) {
                *part = _mm256_dpbusd_avx_epi32(*part, copies(inputs[group]), weights);
            }
        }
    }
    parts
}
