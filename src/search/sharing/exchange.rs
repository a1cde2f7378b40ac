//! How a search reaches the other ranks.

use std::fmt;
use std::time::Duration;

use super::news::News;
use crate::search::{Params, Request};

/// The other ranks, as one search sees them. Where time counts, no function waits for a rank: what arrives late is added in a
/// later round.
pub trait Exchange: fmt::Debug + Send {
    /// A search begins. Returns when its rounds are due.
    fn begin(&mut self, start: &SearchStart<'_>) -> Period;

    /// Gives the others what this rank found since the last round, and returns what has come from them.
    fn swap(&mut self, own: News) -> News;

    /// The same at the end of the search, whose result is due.
    fn end(&mut self, own: News) -> News;
}

/// A search that begins: all that another rank needs to search the same position.
#[derive(Clone, Copy, Debug)]
pub struct SearchStart<'a> {
    /// The parameters.
    pub params: &'a Params,
    /// The position, and when to stop.
    pub request: &'a Request<'a>,
    /// The seed of the [`Searcher`](crate::search::Searcher).
    pub seed: u64,
    /// Whether the search reuses the tree of the one before.
    pub reuses_tree: bool,
}

/// When the rounds of a search are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// After this time.
    Time(Duration),
    /// After so many simulations of the first thread, so that the same happens again.
    Playouts(u64),
}
