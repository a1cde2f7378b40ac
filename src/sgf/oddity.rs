//! What is odd about a file, told once however often it occurs.

/// One kind of oddity: how often it occurs, and the first time in words.
#[derive(Debug, Default)]
pub(super) struct Oddity {
    count: usize,
    first: String,
}

impl Oddity {
    /// Counts one more; `describe` says what it is if it is the first.
    pub(super) fn add(&mut self, describe: impl FnOnce() -> String) {
        if self.count == 0 {
            self.first = describe();
        }
        self.count += 1;
    }

    /// Warns if there was one, with what became of it. If it is not the only one, they are counted by what they are.
    pub(super) fn warn(&self, outcome: &str, kind: &str) {
        match self.count {
            0 => {}
            1 => log::warn!("{}, {outcome}", self.first),
            count => log::warn!("{}, {outcome}; {count} such {kind} in all", self.first),
        }
    }
}
