//! The same code compiled for two kinds of processors, chosen at run time. Playouts count and find bits, for which
//! processors since about 2013 (x86-64-v3: AVX2, BMI, POPCNT) have instructions. The two `unsafe` blocks
//! only promise that the processor has them, which [`dispatch`] has checked.

/// A processor: the operations that need other code in the two builds.
pub trait Cpu: Copy {
    /// Position of the set bit of `word` with exactly `n` set bits below it; some number up to 64 if there is none.
    fn nth_bit(word: u64, n: u32) -> u32;
}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Cpu for Portable {
    /// Halves the range six times, by the number of bits in the lower half.
    #[inline(always)]
    fn nth_bit(word: u64, mut n: u32) -> u32 {
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
}

/// Work that is compiled once for each kind of processor. [`run`](Self::run) and everything that it calls must be
/// `#[inline(always)]`, else the callee is the plain build.
pub trait CpuTask {
    /// Result of the work.
    type Output;

    /// Does the work.
    fn run<C: Cpu>(self) -> Self::Output;
}

/// Runs `task` in the fastest build for this processor.
#[inline]
pub fn dispatch<T: CpuTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if v3::is_available() {
        return v3::run(task);
    }
    task.run::<Portable>()
}

/// Names of the optional processor features that [`dispatch`] uses on this machine.
#[must_use]
pub fn features() -> &'static [&'static str] {
    #[cfg(target_arch = "x86_64")]
    if v3::is_available() {
        return &["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"];
    }
    &[]
}

/// Whether this machine has the features that [`dispatch`] uses on x86-64.
#[cfg(target_arch = "x86_64")]
pub(crate) use v3::is_available as is_v3_available;

#[cfg(target_arch = "x86_64")]
mod v3 {
    use super::{Cpu, CpuTask};
    use std::arch::x86_64::_pdep_u64;

    /// A processor of the x86-64-v3 level. Only [`run`] names it, after the check.
    #[derive(Clone, Copy, Debug)]
    struct V3;

    impl Cpu for V3 {
        #[inline(always)]
        fn nth_bit(word: u64, n: u32) -> u32 {
            #[expect(
                unsafe_code,
                reason = "3 % of a playout; `V3` is only used once BMI2 was detected"
            )]
            // SAFETY: `V3` is private, and `run` names it only behind `is_available`.
            unsafe {
                deposit(1 << n, word).trailing_zeros()
            }
        }
    }

    #[inline]
    #[target_feature(enable = "bmi2")]
    fn deposit(bits: u64, mask: u64) -> u64 {
        _pdep_u64(bits, mask)
    }

    #[inline]
    pub(crate) fn is_available() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn compiled_for_v3<T: CpuTask>(task: T) -> T::Output {
        task.run::<V3>()
    }

    #[inline]
    pub(super) fn run<T: CpuTask>(task: T) -> T::Output {
        assert!(is_available());
        #[expect(
            unsafe_code,
            reason = "a third of a playout's time; checked in the line above"
        )]
        // SAFETY: the processor has all features that the function is compiled for.
        unsafe {
            compiled_for_v3(task)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments of [`Cpu::nth_bit`].
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
                    assert_eq!(NthBit(sparse, n).run::<Portable>(), bit, "{sparse:x} {n}");
                    assert_eq!(dispatch(NthBit(sparse, n)), bit, "{sparse:x} {n}");
                }
            }
        }
    }
}
