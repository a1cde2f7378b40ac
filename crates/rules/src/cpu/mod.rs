//! The same code compiled for several kinds of processors, of which one is chosen at run time, and operations on bits.
//!
//! Playouts count and find bits, for which x86-64 processors since about 2013 have instructions; networks multiply matrices,
//! for which newer processors have faster and faster instructions. The `unsafe` blocks only promise that the processor has the
//! instructions, which [`Build`] has checked.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
mod build;

pub use build::{Build, Portable, dispatch, features};

/// A kind of processor, with what differs between the builds. Only this module implements the trait, and it runs code for a
/// processor only if the machine has one of that kind.
pub trait Cpu: Copy + build::Sealed {
    /// The build for this processor.
    const BUILD: Build;

    /// Position of the set bit of `word` with exactly `n` set bits below it; some number up to 64 if there is none.
    #[inline(always)]
    fn nth_bit(word: u64, n: u32) -> u32 {
        match Self::BUILD {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2 | Build::AvxVnni | Build::Avx512 | Build::Amx => {
                #[expect(
                    unsafe_code,
                    reason = "3 % of a playout; only used once BMI2 was detected"
                )]
                // SAFETY: code for these processors is run only if the machine has their features, BMI2 among them.
                unsafe {
                    by_deposit(word, n)
                }
            }
            _ => by_halves(word, n),
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

/// Halves the range of the bit six times, by the number of set bits in the lower half.
#[inline(always)]
fn by_halves(word: u64, mut n: u32) -> u32 {
    let mut position = 0;
    let mut width = 32;
    while width > 0 {
        let below = ((word >> position) & ((1 << width) - 1)).count_ones();
        let upper = u32::from(n >= below);
        n -= below * upper;
        position += width * upper;
        width /= 2;
    }
    position
}

/// Moves bit `n` to the place of the set bit with `n` set bits below it, in one instruction.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "bmi2")]
fn by_deposit(word: u64, n: u32) -> u32 {
    std::arch::x86_64::_pdep_u64(1 << n, word).trailing_zeros()
}

/// Output `n` of the `SplitMix64` generator (Steele, Lea and Flood, OOPSLA 2014).
pub const fn split_mix(seed: u64, n: u64) -> u64 {
    let mut z = seed.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
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
