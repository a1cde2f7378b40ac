//! Showing a search while it runs.

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

use super::Snapshot;
use crate::search::Search;

/// Receives snapshots of a search while it runs, and the last one at its end. It runs on the thread that asked for
/// the search, which makes no simulations meanwhile.
pub struct Observer<'a> {
    /// Time before the first snapshot; `None` for the interval.
    pub first: Option<Duration>,
    /// Time between two snapshots; `None` shows the last one only.
    pub interval: Option<Duration>,
    /// Takes a snapshot. [`ControlFlow::Break`] ends the search.
    pub show: &'a mut dyn FnMut(&Snapshot) -> ControlFlow<()>,
}

impl fmt::Debug for Observer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer")
            .field("first", &self.first)
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub struct ObserverTimer<'o, 'a> {
    observer: &'o mut Observer<'a>,
    interval: Duration,
    due: Duration,
}

impl<'o, 'a> ObserverTimer<'o, 'a> {
    /// `None` where the observer wants the last snapshot only.
    pub fn new(observer: &'o mut Observer<'a>) -> Option<Self> {
        let interval = observer.interval?;
        Some(Self {
            due: observer.first.unwrap_or(interval),
            observer,
            interval,
        })
    }

    pub fn show_if_due<const W: usize>(&mut self, search: &Search<'_, W>, elapsed: Duration) {
        if elapsed < self.due {
            return;
        }
        if (self.observer.show)(&search.snapshot()).is_break() {
            search.limits.end();
        }
        // Missed snapshots are not made up for.
        self.due = self
            .due
            .saturating_add(self.interval)
            .max(search.limits.elapsed());
    }
}
