//! The convolution by `sdot`: 16 products of bytes, added to four sums, in one instruction.
//!
//! Inputs are at most 127, so they have the same values as signed bytes.

use std::arch::aarch64::{
    int8x16_t, int32x4_t, vdupq_n_s8, vdupq_n_s32, vld1q_s8, vreinterpretq_s8_s32, vst1q_s32,
};
use std::arch::asm;

use crate::net::evaluate::Epilogue;
use crate::net::layer::{Convolution, INPUT_GROUP, OUTPUT_BLOCK, ROW, SIDE};

/// Bytes of a register.
const REGISTER_BYTES: usize = 16;

/// Sums in a register.
const LANES: usize = 4;

/// Registers of sums for a point: half a block of outputs. For the nine points of a row they are 18 of 32 registers.
const REGISTERS: usize = 2;

#[inline]
#[target_feature(enable = "neon,dotprod")]
pub fn convolve(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    for block in 0..layer.outputs / OUTPUT_BLOCK {
        for row in 0..SIDE {
            let mut row_sums = [[0; OUTPUT_BLOCK]; SIDE];
            for first in (0..OUTPUT_BLOCK).step_by(REGISTERS * LANES) {
                let parts = convolve_row(layer, block, first, row, input);
                for (sums, parts) in row_sums.iter_mut().zip(parts) {
                    for (sums, part) in sums[first..].as_chunks_mut().0.iter_mut().zip(parts) {
                        store(sums, part);
                    }
                }
            }
            epilogue.apply(layer, block, row * ROW, &row_sums);
        }
    }
}

/// The sums of the points of a row, for some outputs of a block from `first` on. Arrays are filled in place and borrowed, as
/// `array::from_fn` and loops over arrays by value copy them to memory.
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn convolve_row(
    layer: &Convolution,
    block: usize,
    first: usize,
    row: usize,
    input: &[u8],
) -> [[int32x4_t; REGISTERS]; SIDE] {
    let groups = layer.depth / INPUT_GROUP;
    let mut parts = [[vdupq_n_s32(0); REGISTERS]; SIDE];
    let block = layer
        .block(block)
        .as_chunks::<{ OUTPUT_BLOCK * INPUT_GROUP }>()
        .0;
    for (band, weights) in block.chunks_exact(groups).enumerate() {
        let start = layer.input_start() + (row + band) * layer.band_stride();
        let mut inputs: [&[[u8; INPUT_GROUP]]; SIDE] = [&[]; SIDE];
        for (point, inputs) in inputs.iter_mut().enumerate() {
            let point = &input[start + point * layer.inputs..][..layer.depth];
            *inputs = &point.as_chunks().0[..groups];
        }
        for (group, weights) in weights.iter().enumerate() {
            let weights = weights[first * INPUT_GROUP..].as_chunks().0;
            let mut registers = [vdupq_n_s8(0); REGISTERS];
            for (register, weights) in registers.iter_mut().zip(weights) {
                *register = load(weights);
            }
            for (parts, inputs) in parts.iter_mut().zip(&inputs) {
                let inputs = copies(inputs[group]);
                for (part, weights) in parts.iter_mut().zip(&registers) {
                    *part = add_products(*part, inputs, *weights);
                }
            }
        }
    }
    parts
}

/// A register full of copies of a group of inputs.
#[inline]
#[target_feature(enable = "neon")]
fn copies(group: [u8; INPUT_GROUP]) -> int8x16_t {
    vreinterpretq_s8_s32(vdupq_n_s32(i32::from_le_bytes(group)))
}

/// Adds four products to each sum.
#[inline]
#[target_feature(enable = "neon,dotprod")]
fn add_products(mut sums: int32x4_t, inputs: int8x16_t, weights: int8x16_t) -> int32x4_t {
    #[expect(
        unsafe_code,
        reason = "stable Rust has no function for this instruction"
    )]
    // SAFETY: the instruction only changes the register of the sums.
    unsafe {
        asm!(
            "sdot {sums:v}.4s, {inputs:v}.16b, {weights:v}.16b",
            sums = inout(vreg) sums,
            inputs = in(vreg) inputs,
            weights = in(vreg) weights,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    sums
}

#[inline]
#[target_feature(enable = "neon")]
fn load(bytes: &[i8; REGISTER_BYTES]) -> int8x16_t {
    #[expect(unsafe_code, reason = "the compiler has no safe load of a register")]
    // SAFETY: the array has the bytes of a register, and the load needs no alignment.
    unsafe {
        vld1q_s8(bytes.as_ptr())
    }
}

#[inline]
#[target_feature(enable = "neon")]
fn store(numbers: &mut [i32; LANES], register: int32x4_t) {
    #[expect(unsafe_code, reason = "the compiler has no safe store of a register")]
    // SAFETY: the array has the bytes of a register, and the store needs no alignment.
    unsafe {
        vst1q_s32(numbers.as_mut_ptr(), register);
    }
}
