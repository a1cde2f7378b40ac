//! Several processes, the *ranks*, that a launcher such as `mpirun` started together: they make the same searches, or share
//! numbered work. Without the feature `mpi` nothing carries their messages, so that a process is always alone.
//!
//! In a search, all ranks gather in rounds what each has added to its tree. In shared work, rank 0 has the items and the results, and
//! the others ask it for items. During a search no rank waits for another.

mod launch;
#[cfg(feature = "mpi")]
mod mpi;
mod searches;
#[cfg(test)]
mod tests;
mod transport;
mod work;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use launch::{JoinError, Launch, Teamwork, join, unset_rank};
pub use transport::Transport;

use searches::SharedSearches;
use tao_engine::search::{Exchange, Params, Searcher};
use transport::Mailbox;
use work::SharedWork;

/// This process and the others, or this one alone.
#[derive(Debug, Default)]
pub struct Ranks {
    /// `None` for a process that is alone.
    place: Option<Launch>,
    /// For ranks that share searches.
    searches: Option<Arc<SharedSearches>>,
    /// For ranks that share work.
    mailbox: Option<Mailbox>,
    work: SharedWork,
}

impl Ranks {
    /// The ranks of a process that was started alone.
    #[must_use]
    pub fn alone() -> Self {
        Self::default()
    }

    /// Joins this rank to the others. All messages are sent and received on one thread, which opens the transport.
    ///
    /// # Errors
    /// Returns the error of `open`, or a text if a thread cannot be started or the transport contradicts the launcher.
    pub fn join<T: Transport>(
        launch: Launch,
        teamwork: Teamwork,
        open: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<Self, String> {
        let (searches, mailbox) = match teamwork {
            Teamwork::Searches => (Some(SharedSearches::start(launch, open)?), None),
            Teamwork::Work => (None, Some(Mailbox::open(launch, open)?)),
        };
        Ok(Self {
            place: Some(launch),
            searches,
            mailbox,
            work: SharedWork::default(),
        })
    }

    /// The number of this rank; 0 for a process that is alone.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.place.map_or(0, |place| place.rank)
    }

    /// The number of ranks.
    #[must_use]
    pub fn count(&self) -> usize {
        self.place.map_or(1, |place| place.count)
    }

    /// An error as text that names this rank, if it is not rank 0.
    #[must_use]
    pub fn sign(&self, error: &impl fmt::Display) -> String {
        match self.rank() {
            0 => error.to_string(),
            rank => format!("rank {rank}: {error}"),
        }
    }

    /// Returns the exchange that joins the searches of an engine on rank 0 to those of the other ranks; `None` if ranks do not
    /// share searches. Only one engine at a time may have it.
    #[must_use]
    pub fn exchange(&self) -> Option<Box<dyn Exchange>> {
        self.searches.as_ref().map(SharedSearches::exchange)
    }

    /// Makes the searches of rank 0, with the memory and threads of these parameters, until rank 0 leaves.
    pub fn follow_searches(&self, searcher: &mut Searcher, machine: &Params) {
        if let Some(searches) = &self.searches {
            searches.follow(searcher, machine);
        }
    }
}

impl Drop for Ranks {
    /// Leaves the other ranks if searches are shared. A rank that shares work must call [`leave`](Self::leave) itself.
    fn drop(&mut self) {
        if let Some(searches) = &self.searches {
            searches.leave();
        }
    }
}

/// The workers of a process.
#[derive(Debug)]
pub struct Workers<'a, W, F> {
    /// The state of each worker.
    pub states: Vec<W>,
    /// Turns an item into a result, or returns `None` to give up.
    pub work: F,
    /// Whether the results are no longer wanted. On rank 0 it ends the work when it is set; on another rank it is set when the work
    /// is over.
    pub abort: &'a AtomicBool,
}
