//! The processors that there are builds for, and which of the builds this machine can run.

use std::sync::OnceLock;

use super::{Cpu, CpuTask};

/// The build that this process uses.
static BEST: OnceLock<Build> = OnceLock::new();

/// A build of the time-critical code for one kind of processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Build {
    /// Any processor.
    Portable,
    /// WebAssembly with SIMD, which is compiled in or not.
    Wasm,
    /// ARM processors with products of bytes, since about 2018, such as all of Apple's for computers.
    Neon,
    /// Processors with AVX2, BMI and POPCNT (x86-64-v3), since about 2013.
    Avx2,
    /// Processors with AVX2 and products of bytes (AVX-VNNI), such as Intel's for computers since about 2021.
    AvxVnni,
    /// Processors with AVX-512 and VNNI, since about 2019.
    Avx512,
    /// Processors with AMX, since about 2023, on Linux.
    Amx,
}

/// Defines a module for some features of a processor: whether this machine has them, and a function that runs a task compiled
/// for them. One list serves the check and the compiler.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! with_features {
    ($module:ident, $is_detected:ident, [$($feature:tt),+]) => {
        pub(super) mod $module {
            use crate::cpu::{Cpu, CpuTask};

            pub(crate) const FEATURES: &[&str] = &[$($feature),+];

            #[inline]
            pub(crate) fn is_available() -> bool {
                $(std::arch::$is_detected!($feature))&&+
            }

            $(#[target_feature(enable = $feature)])+
            fn compiled<T: CpuTask, C: Cpu>(task: T) -> T::Output {
                task.run::<C>()
            }

            /// Runs `task` with these features, which this machine must have.
            #[inline]
            pub(crate) fn run<T: CpuTask, C: Cpu>(task: T) -> T::Output {
                assert!(is_available());
                #[expect(
                    unsafe_code,
                    reason = "a third of a playout's time, nine tenths of a network's; checked in the line above"
                )]
                // SAFETY: the processor has all features that the function is compiled for.
                unsafe {
                    compiled::<T, C>(task)
                }
            }
        }
    };
}

#[cfg(target_arch = "aarch64")]
with_features!(neon, is_aarch64_feature_detected, ["neon", "dotprod"]);
#[cfg(target_arch = "x86_64")]
with_features!(
    avx2,
    is_x86_feature_detected,
    ["avx2", "bmi1", "bmi2", "lzcnt", "popcnt"]
);
#[cfg(target_arch = "x86_64")]
with_features!(
    avxvnni,
    is_x86_feature_detected,
    ["avx2", "avxvnni", "bmi1", "bmi2", "lzcnt", "popcnt"]
);
#[cfg(target_arch = "x86_64")]
with_features!(
    avx512,
    is_x86_feature_detected,
    [
        "avx512f",
        "avx512bw",
        "avx512vl",
        "avx512vnni",
        "bmi1",
        "bmi2",
        "lzcnt",
        "popcnt"
    ]
);

impl Build {
    const ALL: [Self; 7] = [
        Self::Portable,
        Self::Wasm,
        Self::Neon,
        Self::Avx2,
        Self::AvxVnni,
        Self::Avx512,
        Self::Amx,
    ];

    /// The builds that this machine can run, the slowest first.
    pub fn available() -> impl DoubleEndedIterator<Item = Self> {
        Self::ALL.into_iter().filter(|build| build.is_available())
    }

    /// The build that was [chosen](Self::choose), otherwise the fastest that this machine can run.
    pub fn best() -> Self {
        let fastest = || Self::available().next_back().unwrap_or(Self::Portable);
        *BEST.get_or_init(fastest)
    }

    /// Makes this build the one for all work of the process. Has no effect after the first call of this or of [`best`](Self::best).
    pub fn choose(self) {
        let _ = BEST.set(self);
    }

    /// Its name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Wasm => "wasm",
            Self::Neon => "neon",
            Self::Avx2 => "avx2",
            Self::AvxVnni => "avxvnni",
            Self::Avx512 => "avx512",
            Self::Amx => "amx",
        }
    }

    /// Names of the processor features that the build is compiled for, as the compiler spells them.
    const fn features(self) -> &'static [&'static str] {
        match self {
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::FEATURES,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::FEATURES,
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => avxvnni::FEATURES,
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 | Self::Amx => avx512::FEATURES,
            _ => &[],
        }
    }

    fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            Self::Wasm => matches!(Portable::BUILD, Self::Wasm),
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => avxvnni::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::is_available(),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Self::Amx => avx512::is_available() && super::amx::is_available(),
            _ => false,
        }
    }

    /// Runs `task` in this build, or in the portable one if this is not [available](Self::available).
    #[inline]
    pub fn run<T: CpuTask>(self, task: T) -> T::Output {
        if !self.is_available() {
            return task.run::<Portable>();
        }
        match self {
            #[cfg(target_arch = "aarch64")]
            Self::Neon => neon::run::<T, Neon>(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => avx2::run::<T, Avx2>(task),
            #[cfg(target_arch = "x86_64")]
            Self::AvxVnni => avxvnni::run::<T, AvxVnni>(task),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => avx512::run::<T, Avx512>(task),
            #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
            Self::Amx => avx512::run::<T, Amx>(task),
            _ => task.run::<Portable>(),
        }
    }
}

/// Runs a task without matrix products, which gains nothing from the newer builds: in the build for AVX2 unless this machine
/// cannot run it or a slower one was chosen, else in the portable one.
#[inline]
pub fn dispatch<T: CpuTask>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if dispatches_to_avx2() {
        return avx2::run::<T, Avx2>(task);
    }
    task.run::<Portable>()
}

fn dispatches_to_avx2() -> bool {
    Build::Avx2.is_available() && Build::best() >= Build::Avx2
}

/// Names of the optional processor features that [`dispatch`] uses on this machine.
pub fn features() -> &'static [&'static str] {
    if dispatches_to_avx2() {
        Build::Avx2.features()
    } else {
        &[]
    }
}

/// Keeps other modules from implementing [`Cpu`], whose [`Cpu::BUILD`] is a promise.
pub trait Sealed {}

/// Any processor that can run this program. A WebAssembly module with SIMD runs only where SIMD is available, so there this is
/// the build with SIMD.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Sealed for Portable {}

impl Cpu for Portable {
    const BUILD: Build = if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
        Build::Wasm
    } else {
        Build::Portable
    };
}

/// Defines a processor with more instructions.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! processor {
    ($name:ident) => {
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $name;

        impl Sealed for $name {}

        impl Cpu for $name {
            const BUILD: Build = Build::$name;
        }
    };
}

#[cfg(target_arch = "aarch64")]
processor!(Neon);
#[cfg(target_arch = "x86_64")]
processor!(Avx2);
#[cfg(target_arch = "x86_64")]
processor!(AvxVnni);
#[cfg(target_arch = "x86_64")]
processor!(Avx512);
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
processor!(Amx);
