//! The convolution by `vpdpbusd` on processors without AVX-512: 32 products of bytes, added to eight sums, in one instruction.

use std::arch::x86_64::{_mm256_dpbusd_avx_epi32, _mm256_setzero_si256};

use super::avx2::{LANES, REGISTER, copies, load, store};
use crate::net::evaluate::Epilogue;
use crate::net::layer::{Convolution, INPUT_GROUP, OUTPUT_BLOCK, ROW, SIDE};

/// Points of a row that are computed together before the other four: their sums fill ten of 16 registers.
const CELLS_AT_ONCE: usize = 5;

#[inline]
#[target_feature(enable = "avx2,avxvnni")]
pub fn convolve(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    for block in 0..layer.outputs / OUTPUT_BLOCK {
        for row in 0..SIDE {
            let first = row * ROW;
            convolve_points::<CELLS_AT_ONCE>(layer, block, first, input, epilogue);
            let next = first + CELLS_AT_ONCE;
            convolve_points::<{ SIDE - CELLS_AT_ONCE }>(layer, block, next, input, epilogue);
        }
    }
}

/// Computes a block of outputs for `N` neighboring points: two registers for each, so that the sum to which products are added was
/// changed long before. Arrays are filled in place and borrowed, as `array::from_fn` and loops over arrays by value copy them to
/// memory.
#[inline]
#[target_feature(enable = "avx2,avxvnni")]
fn convolve_points<const N: usize>(
    layer: &Convolution,
    block: usize,
    cell: usize,
    input: &[u8],
    epilogue: &mut impl Epilogue,
) {
    let groups = layer.depth / INPUT_GROUP;
    let mut parts = [[_mm256_setzero_si256(); 2]; N];
    let weights = layer.block(block).as_chunks::<REGISTER>().0;
    let bands = weights.as_chunks::<2>().0.chunks_exact(groups);
    for (band, weights) in bands.enumerate() {
        let start = layer.input_start() + band * layer.band_stride();
        let mut inputs: [&[[u8; INPUT_GROUP]]; N] = [&[]; N];
        for (cell, inputs) in (cell..).zip(&mut inputs) {
            let point = &input[start + cell * layer.inputs..][..layer.depth];
            *inputs = &point.as_chunks().0[..groups];
        }
        for (group, weights) in weights.iter().enumerate() {
            let weights = [load(&weights[0]), load(&weights[1])];
            for (parts, inputs) in parts.iter_mut().zip(&inputs) {
                let inputs = copies(inputs[group]);
                for (part, weights) in parts.iter_mut().zip(&weights) {
                    *part = _mm256_dpbusd_avx_epi32(*part, inputs, *weights);
                }
            }
        }
    }
    let mut sums = [[0; OUTPUT_BLOCK]; N];
    for (sums, parts) in sums.iter_mut().zip(&parts) {
        for (sums, part) in sums.as_chunks_mut::<LANES>().0.iter_mut().zip(parts) {
            store(sums, *part);
        }
    }
    epilogue.apply(layer, block, cell, &sums);
}
