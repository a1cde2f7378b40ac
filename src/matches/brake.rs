//! How a match is ended early.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Ends a match early: pulled once, the games under way are finished; pulled again, they are broken off.
#[derive(Clone, Debug, Default)]
pub struct Brake {
    finish: Arc<AtomicBool>,
    abort: Arc<AtomicBool>,
}

impl Brake {
    /// Lets no further game begin; the second time, breaks off those under way.
    pub fn pull(&self) {
        if self.finish.swap(true, Ordering::Relaxed) {
            self.abort();
        }
    }

    /// Breaks off the games under way. They do not count.
    pub fn abort(&self) {
        self.finish.store(true, Ordering::Relaxed);
        self.abort.store(true, Ordering::Relaxed);
    }

    /// Whether no further game may begin.
    #[must_use]
    pub fn is_pulled(&self) -> bool {
        self.finish.load(Ordering::Relaxed)
    }

    /// Whether games under way are to be broken off.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.abort.load(Ordering::Relaxed)
    }

    /// The sign that games are to be broken off, for a search to heed.
    pub(super) fn abort_sign(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.abort)
    }
}
