//! The progress of an analysis: a bar on a terminal, and a line in the log for each position.

use indicatif::ProgressBar;

use crate::cli::progress::ProgressBars;

/// A progress bar, hidden unless the error stream is a terminal.
pub(super) struct Progress(ProgressBar);

impl Progress {
    pub(super) fn new(positions: usize, bars: ProgressBars) -> Self {
        let template = "{bar:24} {pos}/{len} positions, {eta} left";
        let bar = bars.bar(positions as u64, template);
        bar.tick();
        Self(bar)
    }

    /// Counts a finished position.
    pub(super) fn advance(&self) {
        self.0.inc(1);
        log::info!(
            "{} of {} positions",
            self.0.position(),
            self.0.length().unwrap_or_default()
        );
    }

    pub(super) fn clear(&self) {
        self.0.finish_and_clear();
    }
}
