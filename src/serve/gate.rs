//! Limits the searches that run at the same time, and divides the threads among them.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Searches that may always run at the same time, however few threads there are: nobody waits long for an endless one.
const MIN_SEARCHES: usize = 4;

/// The limit on searches.
#[derive(Debug)]
pub(super) struct Gate {
    threads: usize,
    running: Mutex<usize>,
    left: Condvar,
}

/// The right to search while it lives.
#[derive(Debug)]
pub(super) struct Permit<'a> {
    gate: &'a Gate,
    /// Threads to search with.
    pub(super) threads: usize,
}

impl Gate {
    /// A gate for searches that share this number of threads.
    pub(super) const fn new(threads: usize) -> Self {
        Self {
            threads,
            running: Mutex::new(0),
            left: Condvar::new(),
        }
    }

    /// Waits for the right to search; `None` where that takes too long.
    pub(super) fn enter(&self, patience: Duration) -> Option<Permit<'_>> {
        let most = self.threads.max(MIN_SEARCHES);
        let waited = self
            .left
            .wait_timeout_while(self.lock(), patience, |running| *running >= most);
        let (mut running, result) = waited.unwrap_or_else(PoisonError::into_inner);
        if result.timed_out() {
            return None;
        }
        *running += 1;
        Some(Permit {
            gate: self,
            threads: (self.threads / *running).max(1),
        })
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.gate.lock() -= 1;
        self.gate.left.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_searches_share_the_threads() {
        let gate = Gate::new(6);
        let enter = || gate.enter(Duration::from_millis(1));
        let mut permits: Vec<_> = (0..6).map(|_| enter().unwrap()).collect();
        let threads: Vec<_> = permits.iter().map(|permit| permit.threads).collect();
        assert_eq!(threads, [6, 3, 2, 1, 1, 1]);
        assert!(enter().is_none());
        permits.pop();
        assert_eq!(enter().map(|permit| permit.threads), Some(1));
    }

    #[test]
    fn few_threads_let_some_search() {
        let gate = Gate::new(1);
        let permits: Vec<_> = (0..MIN_SEARCHES)
            .map(|_| gate.enter(Duration::ZERO))
            .collect();
        assert!(permits.iter().all(Option::is_some));
        assert!(gate.enter(Duration::ZERO).is_none());
    }
}
