//! Allocates blocks of values that threads share, up to a fixed number of values.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Values in a segment, the longest block; fewer under Miri, which is slow. A block lies within one segment.
const SEGMENT: usize = 1 << if cfg!(miri) { 9 } else { 14 };

/// Values in segments, each allocated with its first block and never moved.
#[derive(Debug)]
pub struct Arena<T> {
    segments: Box<[OnceLock<Box<[T]>>]>,
    /// Index behind the last block.
    end: AtomicUsize,
    pub capacity: usize,
}

impl<T: Default> Arena<T> {
    pub fn new(capacity: usize) -> Self {
        let capacity = capacity.min(u32::MAX as usize);
        Self {
            segments: (0..capacity.div_ceil(SEGMENT))
                .map(|_| OnceLock::new())
                .collect(),
            end: AtomicUsize::new(0),
            capacity,
        }
    }

    /// Allocates a block and returns its first index; `None` when the arena is full. The block may still hold the values of an
    /// earlier use.
    pub fn allocate(&self, count: usize) -> Option<u32> {
        let end_after = |end| {
            let end = start_after(end, count) + count;
            (end <= self.capacity).then_some(end)
        };
        // Two threads never get the same block; the caller publishes its contents.
        let end = self
            .end
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, end_after)
            .ok()?;
        let start = start_after(end, count);
        let new_segment = || (0..SEGMENT).map(|_| T::default()).collect();
        self.segments[start / SEGMENT].get_or_init(new_segment);
        Some(start as u32)
    }

    /// Number of values that memory is allocated for.
    pub fn allocated(&self) -> usize {
        let segments = self.segments.iter();
        SEGMENT * segments.filter(|segment| segment.get().is_some()).count()
    }

    #[inline]
    pub fn block(&self, start: u32, count: usize) -> &[T] {
        let start = start as usize;
        let segment = self.segments[start / SEGMENT].get();
        segment.map_or(&[], |segment| {
            &segment[start % SEGMENT..start % SEGMENT + count]
        })
    }

    pub fn get_mut(&mut self, index: u32) -> Option<&mut T> {
        let segment = self.segments[index as usize / SEGMENT].get_mut()?;
        segment.get_mut(index as usize % SEGMENT)
    }

    /// Frees all blocks. Their values stay until they are overwritten.
    pub fn rewind(&mut self) {
        *self.end.get_mut() = 0;
    }
}

const fn start_after(end: usize, count: usize) -> usize {
    debug_assert!(count <= SEGMENT);
    if end % SEGMENT + count <= SEGMENT {
        end
    } else {
        end.next_multiple_of(SEGMENT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU32;
    use std::thread;

    #[test]
    fn blocks_stay_within_their_segment_and_the_capacity() {
        let arena = Arena::<AtomicU32>::new(2 * SEGMENT + 10);
        assert_eq!(arena.allocate(SEGMENT - 5), Some(0));
        assert_eq!(arena.allocate(6), Some(SEGMENT as u32));
        assert_eq!(arena.block(SEGMENT as u32, 6).len(), 6);
        assert_eq!(arena.allocate(SEGMENT - 6), Some(SEGMENT as u32 + 6));
        assert_eq!(arena.allocate(11), None);
        assert_eq!(arena.allocate(10), Some(2 * SEGMENT as u32));
        assert_eq!(arena.allocate(1), None);
    }

    #[test]
    fn threads_never_share_a_block() {
        const BLOCKS: u32 = 3_000;
        let arena = Arena::<AtomicU32>::new(4 * 8 * BLOCKS as usize);
        let fill = |thread: u32| {
            for _ in 0..BLOCKS {
                let start = arena.allocate(7).unwrap();
                for value in arena.block(start, 7) {
                    assert_eq!(value.swap(thread, Ordering::Relaxed), 0);
                }
            }
        };
        thread::scope(|scope| {
            for thread in 1..=4 {
                scope.spawn(move || fill(thread));
            }
        });
        let used = (0..=arena.end.into_inner() / SEGMENT)
            .filter_map(|segment| arena.segments[segment].get())
            .flatten();
        let count = used
            .filter(|value| value.load(Ordering::Relaxed) != 0)
            .count();
        assert_eq!(count, 4 * 7 * BLOCKS as usize);
    }
}
