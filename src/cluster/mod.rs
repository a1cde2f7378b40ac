//! Several ranks that search the same position: each is a process, or a thread in a simulation, with a search of its own.
//! Rank 0 asks and answers; the others follow its commands. What they find travels along a tree of ranks, each of which talks
//! to the one above it and to a few below it only and adds up by node what it hands on, so that messages have a limit whatever
//! the number of ranks, and nobody waits for anybody.

mod command;
mod member;
#[cfg(feature = "mpi")]
mod mpi;
mod order;
mod packet;
mod relay;
mod simulation;
mod station;

pub use command::Command;
pub use member::Member;
pub use order::{BadOrder, Order};
pub use relay::{Hub, Relay, Traffic};
pub use simulation::{Simulation, Wire};
pub use station::Station;

#[cfg(feature = "mpi")]
pub use self::mpi::MpiTransport;

#[cfg(test)]
mod tests;
