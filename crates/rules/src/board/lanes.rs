//! Arithmetic on four 16-bit numbers in a `u64` ("SIMD within a register"): one lane for each neighbor of a point,
//! north, east, south, west from the low end.

#[inline(always)]
pub(super) const fn lane(lanes: u64, i: usize) -> u16 {
    (lanes >> (16 * i)) as u16
}

/// Index of the lowest lane that is not zero; at least one must be.
#[inline(always)]
pub(super) const fn first_lane(lanes: u64) -> usize {
    (lanes.trailing_zeros() / 16) as usize
}

#[inline(always)]
pub(super) const fn splat(number: u16) -> u64 {
    number as u64 * 0x0001_0001_0001_0001
}

/// The top bit of each lane that holds less than `bound`. All lanes must be less than 2^15.
#[inline(always)]
pub(super) const fn lanes_below(bound: u16, lanes: u64) -> u64 {
    const TOP: u64 = splat(0x8000);
    !((lanes | TOP) - splat(bound)) & TOP
}
