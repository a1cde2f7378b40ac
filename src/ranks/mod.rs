//! Several processes, the *ranks*, that a launcher such as `mpirun` started together: they make the same searches, or share
//! numbered work. Without the feature `mpi` a process is always alone.

#[cfg(not(any(test, feature = "mpi")))]
mod alone;
mod launch;
#[cfg(any(test, feature = "mpi"))]
mod together;

#[cfg(not(any(test, feature = "mpi")))]
pub use alone::Ranks;
pub use launch::{JoinError, Launch, Teamwork, join, unset_rank};
#[cfg(any(test, feature = "mpi"))]
pub use together::{Command, DamagedMessage, Order, Ranks, Relay, Traffic, Transport};

use std::sync::atomic::AtomicBool;

/// An order that cannot be followed: the ranks run different versions of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "rank 0 asks for a search that this rank does not understand; do all run the same version?"
)]
pub struct BadOrder;

/// The workers of a process.
#[derive(Debug)]
pub struct Workers<'a, W, F> {
    /// What each of them has for itself.
    pub states: Vec<W>,
    /// Turns an item into a result, or gives up.
    pub work: F,
    /// What is being done is not wanted any more: ends the work of rank 0, and is set where another rank's work is over.
    pub abort: &'a AtomicBool,
}
