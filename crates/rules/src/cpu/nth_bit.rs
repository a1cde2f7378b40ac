//! Where the set bits of a word are.

/// Halves the range of the bit six times, by the number of set bits in the lower half.
#[inline(always)]
pub(super) fn by_halves(word: u64, mut n: u32) -> u32 {
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
pub(super) fn by_deposit(word: u64, n: u32) -> u32 {
    std::arch::x86_64::_pdep_u64(1 << n, word).trailing_zeros()
}
