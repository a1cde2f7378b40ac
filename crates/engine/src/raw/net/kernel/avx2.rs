//! The convolution by AVX2: products of bytes, added in pairs, then again in pairs, and then to the sums, in three
//! instructions.
//!
//! The sum of two products fits into 16 bits, as no weight is -128 and no input above 127. Most sums of four do, too: then two groups
//! of inputs take five instructions in place of six.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi16, _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_maddubs_epi16, _mm256_set1_epi16, _mm256_set1_epi32, _mm256_setzero_si256,
    _mm256_storeu_si256,
};

use super::pair;
use crate::net::evaluate::Epilogue;
use crate::net::layer::{Convolution, Dense, INPUT_GROUP, INPUT_PAIR, OUTPUT_BLOCK, ROW, SIDE};

/// Bytes of a register.
pub const REGISTER: usize = 32;

/// Sums in a register.
pub const LANES: usize = 8;

/// Points that are computed together: their sums fill six of 16 registers, two for each.
const CELLS_AT_ONCE: usize = 3;

#[inline]
#[target_feature(enable = "avx2")]
pub fn convolve(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    for block in 0..layer.outputs / OUTPUT_BLOCK {
        for row in 0..SIDE {
            for column in (0..SIDE).step_by(CELLS_AT_ONCE) {
                let cell = row * ROW + column;
                let parts = convolve_points(layer, block, cell, input);
                let mut sums = [[0; OUTPUT_BLOCK]; CELLS_AT_ONCE];
                for (sums, parts) in sums.iter_mut().zip(parts) {
                    for (sums, part) in sums.as_chunks_mut().0.iter_mut().zip(parts) {
                        store(sums, part);
                    }
                }
                epilogue.apply(layer, block, cell, &sums);
            }
        }
    }
}

/// The sums of a block of outputs for neighboring points. Arrays are filled in place and borrowed, as `array::from_fn` and
/// loops over arrays by value copy them to memory.
#[inline]
#[target_feature(enable = "avx2")]
fn convolve_points(
    layer: &Convolution,
    block: usize,
    cell: usize,
    input: &[u8],
) -> [[__m256i; 2]; CELLS_AT_ONCE] {
    let pairs = layer.depth / (2 * INPUT_GROUP);
    let mut parts = [[_mm256_setzero_si256(); 2]; CELLS_AT_ONCE];
    let weights = layer.block(block).as_chunks().0.as_chunks().0;
    let bands = weights.as_chunks().0.chunks_exact(pairs);
    let fits = layer.block_fits(block).chunks_exact(pairs);
    for (band, (weights, fits)) in bands.zip(fits).enumerate() {
        let start = layer.input_start() + band * layer.band_stride();
        let mut inputs: [&[Pair<[u8; INPUT_GROUP]>]; CELLS_AT_ONCE] = [&[]; CELLS_AT_ONCE];
        for (cell, inputs) in (cell..).zip(&mut inputs) {
            let point = &input[start + cell * layer.inputs..][..layer.depth];
            *inputs = &point.as_chunks().0.as_chunks().0[..pairs];
        }
        for (pair, (weights, &fits)) in weights.iter().zip(fits).enumerate() {
            if fits {
                add_products::<true>(&mut parts, &inputs, pair, weights);
            } else {
                add_products::<false>(&mut parts, &inputs, pair, weights);
            }
        }
    }
    parts
}

/// One for each of two groups of inputs.
type Pair<T> = [T; 2];

/// Adds the products of two groups of inputs, which may [fit](Convolution::fits) into 16 bits.
#[inline]
#[target_feature(enable = "avx2")]
fn add_products<const FITS: bool>(
    parts: &mut [[__m256i; 2]; CELLS_AT_ONCE],
    inputs: &[&[Pair<[u8; INPUT_GROUP]>]; CELLS_AT_ONCE],
    pair: usize,
    [first, second]: &Pair<[[i8; REGISTER]; 2]>,
) {
    let ones = _mm256_set1_epi16(1);
    let first = [load(&first[0]), load(&first[1])];
    let second = [load(&second[0]), load(&second[1])];
    for (parts, inputs) in parts.iter_mut().zip(inputs) {
        let inputs = [copies(inputs[pair][0]), copies(inputs[pair][1])];
        for (i, part) in parts.iter_mut().enumerate() {
            let first = _mm256_maddubs_epi16(inputs[0], first[i]);
            let second = _mm256_maddubs_epi16(inputs[1], second[i]);
            let sums = if FITS {
                _mm256_madd_epi16(_mm256_add_epi16(first, second), ones)
            } else {
                let [first, second] = [
                    _mm256_madd_epi16(first, ones),
                    _mm256_madd_epi16(second, ones),
                ];
                _mm256_add_epi32(first, second)
            };
            *part = _mm256_add_epi32(*part, sums);
        }
    }
}

/// A register full of copies of a group of inputs.
#[inline]
#[target_feature(enable = "avx2")]
pub fn copies(group: [u8; INPUT_GROUP]) -> __m256i {
    _mm256_set1_epi32(i32::from_le_bytes(group))
}

#[inline]
#[target_feature(enable = "avx2")]
pub fn multiply(layer: &Dense, inputs: &[i16], sums: &mut [i32]) {
    let sums = sums.as_chunks_mut::<LANES>().0.as_chunks_mut::<2>().0;
    for (sums, weights) in sums.iter_mut().zip(layer.blocks()) {
        let mut parts = [_mm256_setzero_si256(); 2];
        for (inputs, weights) in inputs.as_chunks::<INPUT_PAIR>().0.iter().zip(weights) {
            let inputs = _mm256_set1_epi32(pair(*inputs));
            let weights = weights.as_chunks::<{ INPUT_PAIR * LANES }>().0;
            for (part, weights) in parts.iter_mut().zip(weights) {
                *part = _mm256_add_epi32(*part, _mm256_madd_epi16(inputs, load(weights)));
            }
        }
        for (sums, part) in sums.iter_mut().zip(parts) {
            store(sums, part);
        }
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub fn load<T: Copy, const N: usize>(numbers: &[T; N]) -> __m256i {
    const { assert!(size_of::<[T; N]>() == REGISTER) };
    #[expect(unsafe_code, reason = "the compiler has no safe load of a register")]
    // SAFETY: the array has the bytes of a register, and the load needs no alignment.
    unsafe {
        _mm256_loadu_si256(numbers.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx2")]
pub fn store(numbers: &mut [i32; LANES], register: __m256i) {
    #[expect(unsafe_code, reason = "the compiler has no safe store of a register")]
    // SAFETY: the array has the bytes of a register, and the store needs no alignment.
    unsafe {
        _mm256_storeu_si256(numbers.as_mut_ptr().cast(), register);
    }
}
