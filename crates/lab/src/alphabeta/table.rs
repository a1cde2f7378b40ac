//! The table of positions, with what a search of each found. The low bits of a key pick an entry, and the whole key is
//! compared.

use tao_rules::board::PointMove;

/// Whether a value is that of the position or a bound of it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<const W: usize> {
    pub(super) key: u64,
    pub(super) value: i32,
    pub(super) depth: u16,
    pub(super) bound: Bound,
    pub(super) best: PointMove<W>,
}

impl<const W: usize> Entry<W> {
    /// Whether the value is all that a search with this window asks for.
    pub(super) const fn decides(&self, alpha: i32, beta: i32) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.value >= beta,
            Bound::AtMost => self.value <= alpha,
        }
    }
}

/// Most entries, enough for some seconds of search on one core.
const MOST_ENTRIES: usize = 1 << 17;

#[derive(Debug)]
pub(super) struct Table<const W: usize>(Vec<Option<Entry<W>>>);

impl<const W: usize> Table<W> {
    /// A table with at most this number of bytes, but at least one entry.
    pub(super) fn new(bytes: usize) -> Self {
        let fitting = bytes / size_of::<Option<Entry<W>>>();
        Self(vec![None; 1 << fitting.clamp(1, MOST_ENTRIES).ilog2()])
    }

    pub(super) const fn bytes(&self) -> usize {
        self.0.len() * size_of::<Option<Entry<W>>>()
    }

    const fn index(&self, key: u64) -> usize {
        key as usize & (self.0.len() - 1)
    }

    pub(super) fn find(&self, key: u64) -> Option<&Entry<W>> {
        let entry = self.0[self.index(key)].as_ref();
        entry.filter(|entry| entry.key == key)
    }

    /// Stores an entry, replacing whatever is in its place.
    pub(super) fn store(&mut self, entry: Entry<W>) {
        let index = self.index(entry.key);
        self.0[index] = Some(entry);
    }
}
