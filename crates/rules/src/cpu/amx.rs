//! Whether the matrix unit AMX can be used.

use std::arch::asm;
use std::arch::x86_64::{__cpuid_count, _xgetbv};
use std::sync::LazyLock;

/// Whether this machine, which must have AVX-512, has the instructions and the system lets this process use them.
pub(super) fn is_available() -> bool {
    static AVAILABLE: LazyLock<bool> = LazyLock::new(|| has_tiles() && request_tiles());
    *AVAILABLE
}

/// Whether the processor multiplies tiles of bytes and the system saves them.
fn has_tiles() -> bool {
    /// Bits of the processor's feature word: tiles, and products of bytes in them.
    const FEATURES: u32 = 1 << 24 | 1 << 25;
    /// Bits of the system's word: the configuration of the tiles, and the tiles.
    const SAVED: u64 = 1 << 17 | 1 << 18;
    #[expect(unsafe_code, reason = "stable Rust does not know these features yet")]
    // SAFETY: processors with AVX-512 have both instructions.
    unsafe {
        __cpuid_count(7, 0).edx & FEATURES == FEATURES && saved() & SAVED == SAVED
    }
}

#[target_feature(enable = "xsave")]
fn saved() -> u64 {
    #[expect(unsafe_code, reason = "see `has_tiles`")]
    // SAFETY: register 0 always exists.
    unsafe {
        _xgetbv(0)
    }
}

/// Asks the system for the memory to save tiles, for the whole process. Returns whether the system agrees.
fn request_tiles() -> bool {
    /// `arch_prctl`.
    const SYSTEM_CALL: isize = 158;
    /// `ARCH_REQ_XCOMP_PERM`, see <https://docs.kernel.org/arch/x86/xstate.html>.
    const REQUEST: usize = 0x1023;
    /// Number of the tiles among the states that a system saves.
    const TILES: usize = 18;
    let result: isize;
    #[expect(unsafe_code, reason = "no library offers this call")]
    // SAFETY: the call changes only what the system saves for this process.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") SYSTEM_CALL => result,
            in("rdi") REQUEST,
            in("rsi") TILES,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result == 0
}
