//! How much longer the threads of a search go on.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::Limit;
use crate::game::TimeBudget;

/// Most simulations of one search, and as many may be kept from before: a node counts its visits in 32 bits, and its wins
/// in halves, to which those of its prior are added.
pub(super) const MOST: u64 = u32::MAX as u64 / 8;

/// The simulations and the time that all threads together have left.
#[derive(Debug)]
pub(super) struct Budget<'a> {
    start: Instant,
    pub(super) time: Option<TimeBudget>,
    stop: Option<&'a AtomicBool>,
    playouts: u64,
    /// Simulations that a thread has made, is making, or was refused.
    claimed: AtomicU64,
    is_over: AtomicBool,
}

// None of the atomics guards data: when a thread sees them is all that matters.
impl<'a> Budget<'a> {
    /// The clock starts now. Without any limit, there are `default` simulations.
    pub(super) fn new(limit: Limit, default: u64, stop: Option<&'a AtomicBool>) -> Self {
        let Limit { playouts, time } = limit;
        let without_limit = time.map_or(default, |_| MOST);
        Self {
            start: Instant::now(),
            time,
            stop,
            playouts: playouts.unwrap_or(without_limit).clamp(1, MOST),
            claimed: AtomicU64::new(0),
            is_over: AtomicBool::new(false),
        }
    }

    /// Whether there is one more simulation, which the caller then makes.
    pub(super) fn claim(&self) -> bool {
        !self.is_over.load(Ordering::Relaxed)
            && self.claimed.fetch_add(1, Ordering::Relaxed) < self.playouts
    }

    /// Ends the search for all threads.
    pub(super) fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// Whether somebody gave the sign to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Simulations that were made or are under way.
    pub(super) fn made(&self) -> u64 {
        self.claimed.load(Ordering::Relaxed).min(self.playouts)
    }

    /// Time since the start.
    pub(super) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}
