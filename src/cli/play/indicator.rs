//! Shows on a terminal that the engine thinks.

use std::time::Duration;

use indicatif::ProgressBar;

use crate::cli::progress::ProgressBars;
use crate::search::Snapshot;

/// Time between two looks at the search.
pub(super) const INTERVAL: Duration = Duration::from_millis(250);

const TEMPLATE: &str = "{spinner} Tao Go is thinking, {elapsed}{msg}; Ctrl-C: move now";

/// Shows that the engine thinks, on a terminal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Indicator(Option<ProgressBars>);

impl Indicator {
    /// On the bars of a terminal; `None` shows nothing.
    pub(super) const fn new(bars: Option<ProgressBars>) -> Self {
        Self(bars)
    }

    pub(super) fn start(self) -> Thinking {
        Thinking(self.0.map(|bars| bars.spinner(TEMPLATE)))
    }
}

/// A line of the terminal that disappears at the end.
#[derive(Debug)]
pub(super) struct Thinking(Option<ProgressBar>);

impl Thinking {
    /// Whether anybody sees it.
    pub(super) const fn is_visible(&self) -> bool {
        self.0.is_some()
    }

    pub(super) fn show(&self, snapshot: &Snapshot) {
        if let (Some(line), Some(best)) = (&self.0, snapshot.moves.first()) {
            let (visits, percent) = (snapshot.visits, 100.0 * best.win_rate);
            line.set_message(format!(", {visits} visits, {} {percent:.0} %", best.mv));
        }
    }
}

impl Drop for Thinking {
    fn drop(&mut self) {
        if let Some(line) = &self.0 {
            line.finish_and_clear();
        }
    }
}
