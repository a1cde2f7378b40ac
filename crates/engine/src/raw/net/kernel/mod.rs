//! The arithmetic of the layers for several kinds of processors. All give the same numbers.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avxvnni;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use super::evaluate::Epilogue;
use super::layer::{Convolution, Dense};
use tao_rules::cpu::{Build, Cpu};

/// Computes the sums of products and hands them to the epilogue. `input` is a whole buffer.
#[inline(always)]
pub fn convolve<C: Cpu>(layer: &Convolution, input: &[u8], epilogue: &mut impl Epilogue) {
    #[expect(unsafe_code, reason = "more than nine tenths of an evaluation")]
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(unused_unsafe, reason = "the portable build is safe")
    )]
    // SAFETY: `C` is a processor of this build, so it has the instructions.
    unsafe {
        match C::BUILD {
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Build::Wasm => wasm::convolve(layer, input, epilogue),
            #[cfg(target_arch = "aarch64")]
            Build::Neon => neon::convolve(layer, input, epilogue),
            #[cfg(target_arch = "x86_64")]
            Build::Avx2 => avx2::convolve(layer, input, epilogue),
            #[cfg(target_arch = "x86_64")]
            Build::AvxVnni => avxvnni::convolve(layer, input, epilogue),
            #[cfg(target_arch = "x86_64")]
            Build::Avx512 => avx512::convolve(layer, input, epilogue),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Build::Amx => amx::convolve(layer, input, epilogue),
            _ => portable::convolve(layer, input, epilogue),
        }
    }
}

/// Computes the sums of a dense layer, without bias.
#[inline(always)]
pub fn multiply<C: Cpu>(layer: &Dense, inputs: &[i16], sums: &mut [i32]) {
    #[expect(unsafe_code, reason = "5 % of an evaluation by AMX")]
    #[cfg_attr(
        not(target_arch = "x86_64"),
        expect(unused_unsafe, reason = "the portable build is safe")
    )]
    // SAFETY: see `convolve`.
    unsafe {
        match C::BUILD {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2 | Build::AvxVnni => avx2::multiply(layer, inputs, sums),
            #[cfg(target_arch = "x86_64")]
            Build::Avx512 | Build::Amx => avx512::multiply(layer, inputs, sums),
            _ => portable::multiply(layer, inputs, sums),
        }
    }
}

/// Two inputs as one number, to be copied to every place of a register.
#[cfg(target_arch = "x86_64")]
const fn pair([low, high]: [i16; 2]) -> i32 {
    low.cast_unsigned() as i32 | (high as i32) << 16
}
