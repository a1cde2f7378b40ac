//! The convolution by WebAssembly's SIMD. A relaxed instruction adds 16 products of bytes to four sums; without relaxed SIMD,
//! products of 16 bits are added in pairs.
//!
//! Inputs are at most 127 and no weight is -128, so that the relaxed product is exact. In some early browsers it was not:
//! `web/src/engine/simd.ts` tests the browser, and loads the build without relaxed SIMD there.

use std::arch::wasm32::{v128, v128_load, v128_load32_splat, v128_store};

use crate::net::evaluate::Epilogue;
use crate::net::layer::{Convolution, INPUT_GROUP, OUTPUT_BLOCK, ROW, SIDE};

#[cfg(not(target_feature = "relaxed-simd"))]
use pairs as products;
#[cfg(target_feature = "relaxed-simd")]
use relaxed as products;

use products::{REGISTERS, Sums};

/// Bytes of a register.
const REGISTER_BYTES: usize = 16;

/// Sums in a register.
const LANES: usize = 4;

/// Points that are computed together: with 16 registers, their sums fill 12.
const CELLS_AT_ONCE: usize = 3;

/// The sums of the relaxed instruction, of four products each.
#[cfg(target_feature = "relaxed-simd")]
mod relaxed {
    use std::arch::wasm32::{i32x4_relaxed_dot_i8x16_i7x16_add, i32x4_splat, v128};

    /// Registers of weights that are multiplied together.
    pub const REGISTERS: usize = 4;

    #[derive(Clone, Copy)]
    pub struct Sums(v128);

    impl Sums {
        #[inline(always)]
        pub fn zero() -> Self {
            Self(i32x4_splat(0))
        }

        #[inline(always)]
        pub fn add(&mut self, inputs: v128, weights: v128) {
            self.0 = i32x4_relaxed_dot_i8x16_i7x16_add(weights, inputs, self.0);
        }

        #[inline(always)]
        pub fn total(self) -> v128 {
            self.0
        }
    }

    /// The inputs, of which the register has copies, as they are multiplied.
    #[inline(always)]
    pub fn inputs(copies: v128) -> v128 {
        copies
    }
}

/// Sums of two products each, two of them for an output.
#[cfg(not(target_feature = "relaxed-simd"))]
mod pairs {
    use std::arch::wasm32::{
        i16x8_extend_high_i8x16, i16x8_extend_low_i8x16, i32x4_add, i32x4_dot_i16x8, i32x4_shuffle,
        i32x4_splat, v128,
    };

    /// Registers of weights that are multiplied together.
    pub const REGISTERS: usize = 2;

    #[derive(Clone, Copy)]
    pub struct Sums([v128; 2]);

    impl Sums {
        #[inline(always)]
        pub fn zero() -> Self {
            Self([i32x4_splat(0); 2])
        }

        #[inline(always)]
        pub fn add(&mut self, inputs: v128, weights: v128) {
            let [low, high] = &mut self.0;
            *low = i32x4_add(
                *low,
                i32x4_dot_i16x8(i16x8_extend_low_i8x16(weights), inputs),
            );
            *high = i32x4_add(
                *high,
                i32x4_dot_i16x8(i16x8_extend_high_i8x16(weights), inputs),
            );
        }

        #[inline(always)]
        pub fn total(self) -> v128 {
            let [low, high] = self.0;
            i32x4_add(
                i32x4_shuffle::<0, 2, 4, 6>(low, high),
                i32x4_shuffle::<1, 3, 5, 7>(low, high),
            )
        }
    }

    /// The inputs, of which the register has copies, as they are multiplied.
    #[inline(always)]
    pub fn inputs(copies: v128) -> v128 {
        i16x8_extend_low_i8x16(copies)
    }
}

#[inline(always)]
pub fn convolve(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    for block in 0..layer.outputs / OUTPUT_BLOCK {
        for row in 0..SIDE {
            for column in (0..SIDE).step_by(CELLS_AT_ONCE) {
                let cell = row * ROW + column;
                let mut cell_sums = [[0; OUTPUT_BLOCK]; CELLS_AT_ONCE];
                for first in (0..OUTPUT_BLOCK).step_by(REGISTERS * LANES) {
                    let parts = convolve_points(layer, block, first, cell, input);
                    for (sums, parts) in cell_sums.iter_mut().zip(parts) {
                        for (sums, part) in sums[first..].as_chunks_mut().0.iter_mut().zip(parts) {
                            store(sums, part.total());
                        }
                    }
                }
                epilogue.apply(layer, block, cell, &cell_sums);
            }
        }
    }
}

/// The sums of neighboring points, for some outputs of a block from `first` on.
#[inline(always)]
fn convolve_points(
    layer: &Convolution,
    block: usize,
    first: usize,
    cell: usize,
    input: &[u8],
) -> [[Sums; REGISTERS]; CELLS_AT_ONCE] {
    let groups = layer.depth / INPUT_GROUP;
    let mut parts = [[Sums::zero(); REGISTERS]; CELLS_AT_ONCE];
    let block = layer
        .block(block)
        .as_chunks::<{ OUTPUT_BLOCK * INPUT_GROUP }>()
        .0;
    for (band, weights) in block.chunks_exact(groups).enumerate() {
        let start = layer.input_start() + band * layer.band_stride();
        let mut inputs: [&[[u8; INPUT_GROUP]]; CELLS_AT_ONCE] = [&[]; CELLS_AT_ONCE];
        for (cell, inputs) in (cell..).zip(&mut inputs) {
            let point = &input[start + cell * layer.inputs..][..layer.depth];
            *inputs = &point.as_chunks().0[..groups];
        }
        for (group, weights) in weights.iter().enumerate() {
            let weights = weights[first * INPUT_GROUP..].as_chunks().0;
            let inputs = inputs.map(|inputs| products::inputs(copies(&inputs[group])));
            for (place, weights) in weights[..REGISTERS].iter().enumerate() {
                let weights = load(weights);
                for (parts, inputs) in parts.iter_mut().zip(&inputs) {
                    parts[place].add(*inputs, weights);
                }
            }
        }
    }
    parts
}

/// A register full of copies of a group of inputs.
#[inline(always)]
fn copies(group: &[u8; INPUT_GROUP]) -> v128 {
    #[expect(unsafe_code, reason = "the compiler has no safe load of a register")]
    // SAFETY: the array has the bytes that are copied, and the load needs no alignment.
    unsafe {
        v128_load32_splat(group.as_ptr().cast())
    }
}

#[inline(always)]
fn load(bytes: &[i8; REGISTER_BYTES]) -> v128 {
    #[expect(unsafe_code, reason = "the compiler has no safe load of a register")]
    // SAFETY: the array has the bytes of a register, and the load needs no alignment.
    unsafe {
        v128_load(bytes.as_ptr().cast())
    }
}

#[inline(always)]
fn store(numbers: &mut [i32; LANES], register: v128) {
    #[expect(unsafe_code, reason = "the compiler has no safe store of a register")]
    // SAFETY: the array has the bytes of a register, and the store needs no alignment.
    unsafe {
        v128_store(numbers.as_mut_ptr().cast(), register);
    }
}
