//! Searches of the same position on several ranks, each with a tree of its own, that tell each other what they find near the
//! root. In each round a rank collects what it has itself added to the statistics of its upper tree, sends it to the others,
//! and adds what has come from them, which it never sends back.
//!
//! Sources: Gelly, Hoock, Rimmel, Teytaud and Kalemkarian, "The Parallelization of Monte-Carlo Planning", 2008; Bourki et
//! al., "Scalability and Parallelization of Monte-Carlo Tree Search", 2010: "slow tree parallelization".

mod exchange;
mod ledger;
mod news;
mod path;
mod rounds;

pub use exchange::{Exchange, Period, SearchStart};
pub use news::News;
pub(super) use rounds::{Rounds, Shared};

#[cfg(test)]
mod tests;
