//! The arithmetic of the layers for several kinds of processors, chosen at run time. All give the same numbers.

#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
mod portable;

use super::layer::{Convolution, Dense};
#[cfg(target_arch = "x86_64")]
use crate::board::cpu::is_v3_available;

/// A build of the evaluation for one kind of processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Kernel {
    /// Any processor.
    Portable,
    /// ARM processors with products of bytes, since about 2018: all of Apple's for computers.
    Neon,
    /// Processors with AVX2, since about 2013.
    Avx2,
    /// Processors with AVX-512 and VNNI, since about 2019.
    Avx512,
    /// Processors with AMX, since about 2023, on Linux.
    Amx,
}

/// Products of matrices on one kind of processor.
pub(super) trait Multiply {
    /// Computes for each cell of the [run](super::layout::RUN) that is a point the sums of products, `[cell][output]`,
    /// without bias. `input` is a whole buffer; what `sums` then holds for other cells is unspecified.
    fn convolve(layer: &Convolution, input: &[u8], sums: &mut [i32]);

    /// Computes the sums of a dense layer, without bias.
    fn multiply(layer: &Dense, inputs: &[i16], sums: &mut [i32]);

    /// Repeats the instructions of [`convolve`](Self::convolve) that multiply, without memory, and returns the number of
    /// multiply-accumulates; none where the compiler chooses the instructions.
    fn multiply_registers(rounds: usize) -> usize;
}

/// Work that is compiled once for each kind of processor. [`run`](Self::run) and everything that it calls must be
/// `#[inline(always)]`, else the callee is the plain build.
pub(super) trait KernelTask {
    /// Does the work.
    fn run<M: Multiply>(self);
}

impl Kernel {
    const ALL: [Self; 5] = [
        Self::Portable,
        Self::Neon,
        Self::Avx2,
        Self::Avx512,
        Self::Amx,
    ];

    /// Those that this machine can run, the slowest first.
    #[must_use]
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|kernel| kernel.is_available())
    }

    /// The fastest that this machine can run.
    #[must_use]
    pub fn best() -> Self {
        Self::available().next_back().unwrap_or(Self::Portable)
    }

    /// Its name in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
            Self::Amx => "amx",
        }
    }

    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_v3_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::is_available(),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Self::Amx => amx::is_available(),
            _ => false,
        }
    }

    /// Multiplies registers for this many rounds and returns the number of multiply-accumulates: the most that the core can
    /// do in the time. `None` for the portable build, where the compiler chooses the instructions.
    #[must_use]
    pub fn multiply_registers(self, rounds: usize) -> Option<usize> {
        let mut products = 0;
        self.run(RegisterTask {
            rounds,
            products: &mut products,
        });
        (products > 0).then_some(products)
    }

    /// Runs `task` in this build, or in the portable one if this is not [available](Self::available).
    #[inline]
    pub(super) fn run<T: KernelTask>(self, task: T) {
        match self {
            #[cfg(target_arch = "aarch64")]
            Self::Neon if neon::is_available() => neon::run(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if is_v3_available() => avx2::run(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if avx512::is_available() => avx512::run(task),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Self::Amx if amx::is_available() => amx::run(task),
            _ => task.run::<portable::Portable>(),
        }
    }
}

struct RegisterTask<'a> {
    rounds: usize,
    products: &'a mut usize,
}

impl KernelTask for RegisterTask<'_> {
    #[inline(always)]
    fn run<M: Multiply>(self) {
        *self.products = M::multiply_registers(self.rounds);
    }
}

/// Two inputs as one number, to be copied to every place of a register.
#[cfg(target_arch = "x86_64")]
const fn pair([low, high]: [i16; 2]) -> i32 {
    low.cast_unsigned() as i32 | (high as i32) << 16
}
