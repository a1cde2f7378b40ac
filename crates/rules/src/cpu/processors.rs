//! The processors that there are builds for.

use super::{Build, Cpu};

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
processor!(Avx512);
#[cfg(all(target_arch = "x86_64", target_os = "linux"))]
processor!(Amx);
