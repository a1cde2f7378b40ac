//! The processors that there are builds for.

use super::{Build, Cpu};

/// Keeps other modules from implementing [`Cpu`], whose [`Cpu::BUILD`] is a promise.
pub trait Sealed {}

/// Any processor.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Sealed for Portable {}

impl Cpu for Portable {
    const BUILD: Build = Build::Portable;

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

#[cfg(target_arch = "aarch64")]
pub(super) use arm::Neon;
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
pub(super) use x86::Amx;
#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "aarch64")]
mod arm {
    use super::{Build, Cpu, Portable, Sealed};

    #[derive(Clone, Copy, Debug)]
    pub(in crate::cpu) struct Neon;

    impl Sealed for Neon {}

    impl Cpu for Neon {
        const BUILD: Build = Build::Neon;

        #[inline(always)]
        fn nth_bit(word: u64, n: u32) -> u32 {
            Portable::nth_bit(word, n)
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Build, Cpu, Sealed};
    use std::arch::x86_64::_pdep_u64;

    #[derive(Clone, Copy, Debug)]
    pub(in crate::cpu) struct Avx2;

    #[derive(Clone, Copy, Debug)]
    pub(in crate::cpu) struct Avx512;

    #[cfg(target_os = "linux")]
    #[derive(Clone, Copy, Debug)]
    pub(in crate::cpu) struct Amx;

    impl Sealed for Avx2 {}
    impl Sealed for Avx512 {}
    #[cfg(target_os = "linux")]
    impl Sealed for Amx {}

    impl Cpu for Avx2 {
        const BUILD: Build = Build::Avx2;

        #[inline(always)]
        fn nth_bit(word: u64, n: u32) -> u32 {
            #[expect(
                unsafe_code,
                reason = "3 % of a playout; only used once BMI2 was detected"
            )]
            // SAFETY: the processors of this module are named only where the machine has their features, BMI2 among them.
            unsafe {
                deposit(1 << n, word).trailing_zeros()
            }
        }
    }

    impl Cpu for Avx512 {
        const BUILD: Build = Build::Avx512;

        #[inline(always)]
        fn nth_bit(word: u64, n: u32) -> u32 {
            Avx2::nth_bit(word, n)
        }
    }

    #[cfg(target_os = "linux")]
    impl Cpu for Amx {
        const BUILD: Build = Build::Amx;

        #[inline(always)]
        fn nth_bit(word: u64, n: u32) -> u32 {
            Avx2::nth_bit(word, n)
        }
    }

    #[inline]
    #[target_feature(enable = "bmi2")]
    fn deposit(bits: u64, mask: u64) -> u64 {
        _pdep_u64(bits, mask)
    }
}
