//! Warnings about a file that are logged once, however often the cause occurs.

/// One kind of warning: the number of times it occurred, and a description of the first.
#[derive(Debug, Default)]
pub(super) struct RepeatedWarning {
    count: usize,
    first: String,
}

impl RepeatedWarning {
    pub(super) fn add(&mut self, describe: impl FnOnce() -> String) {
        if self.count == 0 {
            self.first = describe();
        }
        self.count += 1;
    }

    /// Logs the warning if there was an occurrence, with `outcome` and the number of `things` if there were several.
    pub(super) fn log(&self, outcome: &str, things: &str) {
        match self.count {
            0 => {}
            1 => log::warn!("{}, {outcome}", self.first),
            count => log::warn!("{}, {outcome}; {count} such {things} in all", self.first),
        }
    }
}
