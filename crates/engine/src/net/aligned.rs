//! Buffers that begin at a cache line.

use std::ops::{Deref, DerefMut};

/// Bytes of a cache line.
const LINE: usize = 64;

/// A buffer of fixed length whose first number is at the beginning of a cache line.
#[derive(Debug)]
pub(super) struct Aligned<T> {
    storage: Vec<T>,
    start: usize,
    len: usize,
}

impl<T: Copy + Default> Aligned<T> {
    /// A buffer of zeros.
    pub(super) fn new(len: usize) -> Self {
        let storage = vec![T::default(); len + LINE / size_of::<T>()];
        let offset = storage.as_ptr().align_offset(LINE);
        // Where the alignment is unknown, the buffer is only slower.
        let start = if offset <= storage.len() - len {
            offset
        } else {
            0
        };
        Self {
            storage,
            start,
            len,
        }
    }
}

impl<T> Deref for Aligned<T> {
    type Target = [T];

    #[inline(always)]
    fn deref(&self) -> &[T] {
        &self.storage[self.start..self.start + self.len]
    }
}

impl<T> DerefMut for Aligned<T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.storage[self.start..self.start + self.len]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_begin_at_a_cache_line() {
        for len in [0, 1, 63, 64, 1000] {
            let buffer = Aligned::<i32>::new(len);
            assert_eq!((buffer.len(), buffer.as_ptr() as usize % LINE), (len, 0));
        }
    }
}
