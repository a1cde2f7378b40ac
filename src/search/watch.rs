//! Looking at a search while it runs.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use super::survey::Detail;
use super::{Search, Snapshot};

/// Somebody who is shown what a search knows, again and again while it runs and once at its end.
///
/// All of it happens on the thread that asked for the search, which meanwhile makes no simulations.
pub struct Observer<'a> {
    /// Time between two looks; `None` has one look, at the end.
    pub interval: Option<Duration>,
    /// What is counted for it.
    pub detail: Detail,
    /// Who looks. [`ControlFlow::Break`] ends the search.
    pub show: &'a mut dyn FnMut(&Snapshot) -> ControlFlow<()>,
}

impl fmt::Debug for Observer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("interval", &self.interval)
            .field("detail", &self.detail)
            .finish_non_exhaustive()
    }
}

/// A watch on its post.
#[derive(Debug)]
pub(super) struct Lookout<'w, 'a> {
    watch: &'w mut Observer<'a>,
    /// Time after the start of the search at which the next look is due.
    due: Duration,
}

impl<'w, 'a> Lookout<'w, 'a> {
    pub(super) fn new(watch: &'w mut Observer<'a>) -> Self {
        Self {
            due: watch.interval.unwrap_or(Duration::MAX),
            watch,
        }
    }

    /// Shows what the search knows, if it is time.
    pub(super) fn look<const W: usize>(&mut self, search: &Search<'_, W>) {
        let Some(interval) = self.watch.interval else {
            return;
        };
        if search.budget.elapsed() < self.due {
            return;
        }
        if (self.watch.show)(&search.insight()).is_break() {
            search.budget.end();
        }
        // A look that took longer than the interval is not made up for.
        self.due = (self.due + interval).max(search.budget.elapsed());
    }
}
