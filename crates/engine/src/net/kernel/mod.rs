//! The arithmetic of the layers for several kinds of processors. All give the same numbers.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use super::evaluate::Epilogue;
use super::layer::{Convolution, Dense};
use tao_rules::cpu::{Build, Cpu, CpuTask};

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
            Build::Avx2 => avx2::multiply(layer, inputs, sums),
            #[cfg(target_arch = "x86_64")]
            Build::Avx512 | Build::Amx => avx512::multiply(layer, inputs, sums),
            _ => portable::multiply(layer, inputs, sums),
        }
    }
}

/// Multiplies registers for this many rounds with the instructions of a convolution, without memory accesses, and returns the
/// number of multiply-accumulates. This is the most that a core can do in the time. `None` for the portable build, where the
/// compiler chooses the instructions.
pub fn multiply_registers(build: Build, rounds: usize) -> Option<usize> {
    build.run(Registers { rounds })
}

struct Registers {
    #[cfg_attr(
        not(any(target_arch = "x86_64", target_arch = "aarch64")),
        expect(dead_code, reason = "the portable build measures nothing")
    )]
    rounds: usize,
}

impl CpuTask for Registers {
    type Output = Option<usize>;

    #[inline(always)]
    fn run<C: Cpu>(self) -> Option<usize> {
        #[expect(unsafe_code, reason = "a measurement of those instructions")]
        #[cfg_attr(
            not(any(target_arch = "x86_64", target_arch = "aarch64")),
            expect(unused_unsafe, reason = "the portable build is safe")
        )]
        // SAFETY: see `convolve`.
        unsafe {
            match C::BUILD {
                #[cfg(target_arch = "aarch64")]
                Build::Neon => Some(neon::multiply_registers(self.rounds)),
                #[cfg(target_arch = "x86_64")]
                Build::Avx2 => Some(avx2::multiply_registers(self.rounds)),
                #[cfg(target_arch = "x86_64")]
                Build::Avx512 => Some(avx512::multiply_registers(self.rounds)),
                #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
                Build::Amx => Some(amx::multiply_registers(self.rounds)),
                _ => None,
            }
        }
    }
}

/// Two inputs as one number, to be copied to every place of a register.
#[cfg(target_arch = "x86_64")]
const fn pair([low, high]: [i16; 2]) -> i32 {
    low.cast_unsigned() as i32 | (high as i32) << 16
}
