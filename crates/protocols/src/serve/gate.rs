//! Limits the searches that run at the same time, and divides the threads among them.

use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// Number of searches that may run at the same time even if there are fewer threads, so that nobody waits long for an endless
/// search.
const MIN_SEARCHES: usize = 4;

/// The limit on searches.
#[derive(Debug)]
pub(super) struct Gate {
    threads: usize,
    running: Mutex<usize>,
    left: Condvar,
}

/// The right to search, as long as the permit lives.
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

    /// Waits for the right to search; `None` if that takes longer than `patience`.
    pub(super) fn enter(&self, patience: Duration) -> Option<Permit<'_>> {
        let most = self.threads.max(MIN_SEARCHES);
        let mut running = self.running.lock();
        let is_full = |running: &mut usize| *running >= most;
        let waited = self.left.wait_while_for(&mut running, is_full, patience);
        if waited.timed_out() {
            return None;
        }
        *running += 1;
        Some(Permit {
            gate: self,
            threads: (self.threads / *running).max(1),
        })
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        *self.gate.running.lock() -= 1;
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
