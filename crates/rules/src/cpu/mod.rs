//! The same code compiled for several kinds of processors, of which one is chosen at run time, and operations on bits.
//!
//! Playouts count and find bits, for which x86-64 processors since about 2013 have instructions; networks multiply matrices,
//! for which newer processors have faster and faster instructions. The `unsafe` blocks only promise that the processor has the
//! instructions, which [`Build`] has checked.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
mod build;
mod nth_bit;
mod processors;
mod split_mix;

pub use build::{Build, dispatch, features};
pub use processors::Portable;
pub use split_mix::split_mix;

/// A kind of processor, with what differs between the builds. Only this module implements the trait, and it runs code for a
/// processor only if the machine has one of that kind.
pub trait Cpu: Copy + processors::Sealed {
    /// The build for this processor.
    const BUILD: Build;

    /// Position of the set bit of `word` with exactly `n` set bits below it; some number up to 64 if there is none.
    #[inline(always)]
    #[must_use]
    fn nth_bit(word: u64, n: u32) -> u32 {
        match Self::BUILD {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2 | Build::Avx512 | Build::Amx => {
                #[expect(
                    unsafe_code,
                    reason = "3 % of a playout; only used once BMI2 was detected"
                )]
                // SAFETY: code for these processors is run only if the machine has their features, BMI2 among them.
                unsafe {
                    nth_bit::by_deposit(word, n)
                }
            }
            _ => nth_bit::by_halves(word, n),
        }
    }
}

/// Work that is compiled once for each kind of processor. [`run`](Self::run) and everything that it calls must be
/// `#[inline(always)]`, else the callee is compiled without the features of the processor.
pub trait CpuTask {
    /// Result of the work.
    type Output;

    /// Does the work.
    fn run<C: Cpu>(self) -> Self::Output;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments of [`Cpu::nth_bit`].
    #[derive(Clone, Copy)]
    struct NthBit(u64, u32);

    impl CpuTask for NthBit {
        type Output = u32;

        #[inline(always)]
        fn run<C: Cpu>(self) -> u32 {
            C::nth_bit(self.0, self.1)
        }
    }

    #[test]
    fn every_build_finds_the_same_bits() {
        let mut word = 0x9e37_79b9_7f4a_7c15_u64;
        for _ in 0..2_000 {
            word = word.wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(23);
            for sparse in [
                word,
                word & (word >> 7) & (word >> 31),
                u64::MAX,
                1,
                1 << 63,
            ] {
                let bits = (0..64).filter(|bit| sparse >> bit & 1 != 0);
                for (n, bit) in (0..).zip(bits) {
                    let task = NthBit(sparse, n);
                    assert_eq!(dispatch(task), bit, "{sparse:x} {n}");
                    for build in Build::available() {
                        assert_eq!(build.run(task), bit, "{build:?}: {sparse:x} {n}");
                    }
                }
            }
        }
    }
}
