//! How a search reaches the other ranks.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::news::News;
use crate::search::{Params, Request};
use tao_rules::cpu::split_mix;

/// The other ranks, as one search sees them. If rounds are held by time, no function waits for a rank: what arrives late is
/// added in a later round.
pub trait Exchange: fmt::Debug + Send {
    /// Begins a search. Returns when its rounds are due.
    fn begin(&mut self, start: SearchStart) -> Period;

    /// Gives the others what this rank found since the last round, and returns what has come from them.
    fn swap(&mut self, own: News) -> News;

    /// Does the same as [`swap`](Self::swap) at the end of the search, whose result is waited for.
    fn end(&mut self, own: News) -> News;
}

/// A search that begins: all that another rank needs to search the same position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchStart {
    /// The parameters.
    pub params: Params,
    /// The position, and when to stop.
    pub request: Request,
    /// The seed of the [`Searcher`](crate::search::Searcher).
    pub seed: u64,
    /// Whether the search reuses the tree of the one before.
    pub reuses_tree: bool,
}

impl SearchStart {
    /// This rank's part of the search: with random numbers of its own, as ranks with the same random numbers would find the
    /// same, and with the memory and threads of `machine`. Without a number of simulations it lasts until rank 0 ends it.
    #[must_use]
    pub fn for_rank(mut self, rank: usize, machine: &Params) -> Self {
        for seed in [&mut self.request.seed, &mut self.seed] {
            *seed = split_mix(*seed, rank as u64);
        }
        self.request.limit.playouts.get_or_insert(u64::MAX);
        self.params = self.params.with_machine_of(machine);
        self
    }

    /// Whether the parameters are in their ranges. Those of another version of the program may not be.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.params.are_allowed()
    }
}

/// When the rounds of a search are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// After this time.
    Time(Duration),
    /// After so many simulations of the first thread, so that a search can be reproduced.
    Playouts(u64),
}
