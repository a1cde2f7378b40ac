//! The convolution by `vpdpbusd`: 64 products of bytes, added to 16 sums, in one instruction.

use std::arch::x86_64::{
    __m512i, _mm512_dpbusd_epi32, _mm512_loadu_si512, _mm512_set1_epi32, _mm512_setzero_si512,
    _mm512_storeu_si512,
};
use std::array;

use super::Multiply;
use crate::net::layer::{Convolution, INPUT_GROUP, OUTPUT_BLOCK};
use crate::net::layout::{ROW, SIDE};

/// A processor with AVX-512 and its neural-network instructions. Only [`run`](super::Kernel::run) names it, after the
/// check.
#[derive(Clone, Copy, Debug)]
pub(super) struct Avx512;

/// Bytes of a register.
const REGISTER: usize = 64;

impl Multiply for Avx512 {
    #[inline(always)]
    fn convolve(layer: &Convolution, input: &[u8], sums: &mut [i32]) {
        #[expect(
            unsafe_code,
            reason = "95 % of an evaluation; `Avx512` is only used once the instructions were detected"
        )]
        // SAFETY: `Kernel::run` names `Avx512` only behind `is_available`.
        unsafe {
            convolve(layer, input, sums);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn convolve(layer: &Convolution, input: &[u8], sums: &mut [i32]) {
    let blocks = layer.outputs / OUTPUT_BLOCK;
    let mut block = 0;
    // Three blocks for the nine points of a row fill 27 registers with sums.
    while block < blocks {
        match blocks - block {
            1 => convolve_blocks::<1>(layer, block, input, sums),
            2 | 4 => convolve_blocks::<2>(layer, block, input, sums),
            _ => convolve_blocks::<3>(layer, block, input, sums),
        }
        block += match blocks - block {
            1 => 1,
            2 | 4 => 2,
            _ => 3,
        };
    }
}

/// Computes `N` blocks of outputs for all points.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn convolve_blocks<const N: usize>(
    layer: &Convolution,
    first: usize,
    input: &[u8],
    sums: &mut [i32],
) {
    let groups = layer.depth / INPUT_GROUP;
    for row in 0..SIDE {
        let mut parts = [[_mm512_setzero_si512(); N]; SIDE];
        for band in 0..layer.bands {
            let start = layer.input_start() + (row + band) * layer.band_stride();
            let inputs: [&[[u8; INPUT_GROUP]]; SIDE] = array::from_fn(|point| {
                let point = &input[start + point * layer.inputs..][..layer.depth];
                &point.as_chunks().0[..groups]
            });
            let weights = layer.weights.as_chunks::<REGISTER>().0;
            let weights = weights[band * groups * layer.outputs / OUTPUT_BLOCK..]
                .chunks_exact(layer.outputs / OUTPUT_BLOCK);
            for (group, weights) in (0..groups).zip(weights) {
                let weights = &weights[first..first + N];
                let weights: [__m512i; N] = array::from_fn(|n| load(&weights[n]));
                for (parts, inputs) in parts.iter_mut().zip(inputs) {
                    let inputs = _mm512_set1_epi32(i32::from_le_bytes(inputs[group]));
                    for (part, weights) in parts.iter_mut().zip(weights) {
                        *part = _mm512_dpbusd_epi32(*part, inputs, weights);
                    }
                }
            }
        }
        for (point, parts) in parts.iter().enumerate() {
            let cell = row * ROW + point;
            let sums = &mut sums[cell * layer.outputs..(cell + 1) * layer.outputs];
            let sums = sums.as_chunks_mut::<OUTPUT_BLOCK>().0;
            for (sums, part) in sums[first..first + N].iter_mut().zip(parts) {
                store(sums, *part);
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn load(bytes: &[i8; REGISTER]) -> __m512i {
    #[expect(unsafe_code, reason = "the compiler has no safe load of a register")]
    // SAFETY: the array has the bytes of a register, and the load needs no alignment.
    unsafe {
        _mm512_loadu_si512(bytes.as_ptr().cast())
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

/// Whether this machine has the instructions.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vnni")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni,bmi1,bmi2,lzcnt,popcnt")]
fn compiled_for_avx512<T: super::KernelTask>(task: T) {
    task.run::<Avx512>();
}

/// Runs `task` in the build with these instructions, which this machine must have.
pub(super) fn run<T: super::KernelTask>(task: T) {
    assert!(is_available());
    #[expect(
        unsafe_code,
        reason = "twice as fast as AVX2 or more; checked in the line above"
    )]
    // SAFETY: the processor has all features that the function is compiled for.
    unsafe {
        compiled_for_avx512(task);
    }
}
