//! The convolution by `vpdpbusd`: 64 products of bytes, added to 16 sums, in one instruction.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_madd_epi16,
    _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_si512,
};

use super::pair;
use crate::net::evaluate::Epilogue;
use crate::net::layer::{Convolution, Dense, INPUT_GROUP, OUTPUT_BLOCK, ROW, SIDE};

/// Bytes of a register.
const REGISTER: usize = 64;

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub fn multiply(layer: &Dense, inputs: &[i16], sums: &mut [i32]) {
    let sums = sums.as_chunks_mut::<OUTPUT_BLOCK>().0;
    for (sums, weights) in sums.iter_mut().zip(layer.blocks()) {
        // Two sums are kept in turn, as each addition to one waits for the addition before.
        let mut parts = [_mm512_setzero_si512(); 2];
        for (i, (inputs, weights)) in inputs.as_chunks().0.iter().zip(weights).enumerate() {
            let inputs = _mm512_set1_epi32(pair(*inputs));
            let products = _mm512_madd_epi16(inputs, load(weights));
            parts[i % 2] = _mm512_add_epi32(parts[i % 2], products);
        }
        store(sums, _mm512_add_epi32(parts[0], parts[1]));
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub fn convolve(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    match (layer.bands, layer.inputs) {
        (3, 64) => convolve_all::<64>(layer, input, epilogue),
        (3, 32) => convolve_all::<32>(layer, input, epilogue),
        _ => convolve_all::<ANY>(layer, input, epilogue),
    }
}

/// Stands for inputs that are known only at run time.
const ANY: usize = 0;

/// Computes all blocks of outputs, of a layer whose points have `INPUTS` inputs and whose bands are three, or of [any](ANY).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn convolve_all<const INPUTS: usize>(
    layer: &Convolution,
    input: &[u8],
    epilogue: &mut impl Epilogue,
) {
    let blocks = layer.outputs / OUTPUT_BLOCK;
    let mut block = 0;
    // Three blocks for the nine points of a row fill 27 registers with sums.
    while block < blocks {
        block += match blocks - block {
            1 => convolve_blocks::<1, INPUTS>(layer, block, input, epilogue),
            2 | 4 => convolve_blocks::<2, INPUTS>(layer, block, input, epilogue),
            _ => convolve_blocks::<3, INPUTS>(layer, block, input, epilogue),
        };
    }
}

/// Computes `N` blocks of outputs for all points, and returns `N`. Arrays are filled in place and borrowed, as `array::from_fn` and loops over
/// arrays by value copy them to memory.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn convolve_blocks<const N: usize, const INPUTS: usize>(
    layer: &Convolution,
    first: usize,
    input: &[u8],
    epilogue: &mut impl Epilogue,
) -> usize {
    // If they are constants, the distances between points need no additions in the loop.
    let (inputs, depth) = match INPUTS {
        ANY => (layer.inputs, layer.depth),
        _ => (INPUTS, 3 * INPUTS),
    };
    let groups = depth / INPUT_GROUP;
    for row in 0..SIDE {
        let mut parts = [[_mm512_setzero_si512(); N]; SIDE];
        for band in 0..layer.bands {
            let start = layer.input_start() + (row + band) * layer.band_stride();
            let run = &input[start..][..(SIDE - 1) * inputs + depth];
            let mut points: [&[[u8; INPUT_GROUP]]; SIDE] = [&[]; SIDE];
            for (point, place) in points.iter_mut().enumerate() {
                *place = &run[point * inputs..].as_chunks().0[..groups];
            }
            let mut weights: [&[[i8; REGISTER]]; N] = [&[]; N];
            for (n, weights) in weights.iter_mut().enumerate() {
                let block = layer.block(first + n).as_chunks().0;
                *weights = &block[band * groups..(band + 1) * groups];
            }
            for group in 0..groups {
                let mut registers = [_mm512_setzero_si512(); N];
                for (register, weights) in registers.iter_mut().zip(&weights) {
                    *register = load(&weights[group]);
                }
                for (parts, inputs) in parts.iter_mut().zip(&points) {
                    let inputs = _mm512_set1_epi32(i32::from_le_bytes(inputs[group]));
                    for (part, weights) in parts.iter_mut().zip(&registers) {
                        *part = _mm512_dpbusd_epi32(*part, inputs, *weights);
                    }
                }
            }
        }
        for n in 0..N {
            let mut sums = [[0; OUTPUT_BLOCK]; SIDE];
            for (sums, parts) in sums.iter_mut().zip(&parts) {
                store(sums, parts[n]);
            }
            epilogue.apply(layer, first + n, row * ROW, &sums);
        }
    }
    N
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load<T: Copy, const N: usize>(numbers: &[T; N]) -> __m512i {
    const { assert!(size_of::<[T; N]>() == REGISTER) };
    #[expect(unsafe_code, reason = "the compiler has no safe load of a register")]
    // SAFETY: the array has the bytes of a register, and the load needs no alignment.
    unsafe {
        _mm512_loadu_si512(numbers.as_ptr().cast())
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn store(numbers: &mut [i32; OUTPUT_BLOCK], register: __m512i) {
    #[expect(unsafe_code, reason = "the compiler has no safe store of a register")]
    // SAFETY: the array has the bytes of a register, and the store needs no alignment.
    unsafe {
        _mm512_storeu_si512(numbers.as_mut_ptr().cast(), register);
    }
}
