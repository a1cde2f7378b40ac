//! How a match is ended early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends a match early: the first request lets the games in progress finish, the second one aborts them.
#[derive(Clone, Debug, Default)]
pub struct StopSignal {
    requested: Arc<AtomicBool>,
    aborted: Arc<AtomicBool>,
}

impl StopSignal {
    /// Prevents further games from starting; on the second call, aborts the games in progress.
    pub fn request(&self) {
        if self.requested.swap(true, Ordering::Relaxed) {
            self.abort();
        }
    }

    /// Aborts the games in progress. They do not count.
    pub(super) fn abort(&self) {
        self.requested.store(true, Ordering::Relaxed);
        self.aborted.store(true, Ordering::Relaxed);
    }

    /// Whether no further games start.
    #[must_use]
    pub fn is_requested(&self) -> bool {
        self.requested.load(Ordering::Relaxed)
    }

    pub(super) fn is_aborted(&self) -> bool {
        self.aborted.load(Ordering::Relaxed)
    }

    pub(super) fn abort_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.aborted)
    }
}
