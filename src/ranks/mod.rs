//! Several processes, the *ranks*, that a launcher such as `mpirun` started together, and that make the same searches. In a
//! search, all ranks gather in rounds what each has added to its tree; no rank waits for another. Without the feature `mpi` nothing
//! carries their messages, so that a process is always alone.

mod launch;
#[cfg(feature = "mpi")]
mod mpi;
mod searches;
#[cfg(test)]
mod tests;
mod transport;

use std::sync::Arc;

pub use launch::{JoinError, Launch, join};
pub use transport::Transport;

use searches::SharedSearches;
use tao_engine::raw::search::{Exchange, Params, Searcher};

/// The searches that this process shares with the others; nothing in a process that was started alone. Dropped, it leaves the others.
#[derive(Debug, Default)]
pub struct Ranks(Option<Arc<SharedSearches>>);

impl Ranks {
    /// Joins this rank to the others. All messages are sent and received on one thread, which opens the transport.
    ///
    /// # Errors
    /// Returns the error of `open`, or a text if a thread cannot be started or the transport contradicts the launcher.
    pub fn join<T: Transport>(
        launch: Launch,
        open: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<Self, String> {
        SharedSearches::start(launch, open).map(|searches| Self(Some(searches)))
    }

    /// Returns the exchange that joins the searches of an engine on rank 0 to those of the other ranks; `None` in a process that is
    /// alone. Only one engine at a time may have it.
    pub fn exchange(&self) -> Option<Box<dyn Exchange>> {
        self.0.as_ref().map(SharedSearches::exchange)
    }

    /// Makes the searches of rank 0, with the memory and threads of these parameters, until rank 0 leaves.
    pub fn follow_searches(&self, searcher: &mut Searcher, machine: &Params) {
        if let Some(searches) = &self.0 {
            searches.follow(searcher, machine);
        }
    }
}

impl Drop for Ranks {
    fn drop(&mut self) {
        if let Some(searches) = &self.0 {
            searches.leave();
        }
    }
}
