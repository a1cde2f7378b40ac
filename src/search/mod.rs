//! UCT: a tree that grows where simulated games go well.
//!
//! [`search`] answers a [`Request`] with a [`Report`]. One simulation walks
//! down by `select`, lets `expand` grow the leaf, plays the game out and counts the result on
//! the way back. Everything that can be tuned is in [`Params`].

mod arena;
mod backup;
mod budget;
mod expand;
mod keys;
mod node;
mod ownership;
mod params;
mod prior;
mod report;
mod request;
mod select;
mod simulate;
mod tally;
mod threads;
mod tree;
mod walk;
mod worker;

pub use keys::SetParamError;
pub use ownership::{Ownership, ownership};
pub use params::{Choice, FirstPlay, Params, PlayoutPolicy, Selection};
pub use prior::Priors;
pub use report::{RankedMove, Report};
pub use request::{Limit, Request};

use crate::board::PointSet;
use crate::candidates::Near;
use budget::Budget;
use tree::Tree;
use walk::Walk;

/// Bytes in the unit of [`Params::memory`].
const MEBIBYTE: usize = 1 << 20;

/// Looks for the best move of a position.
#[must_use]
pub fn search(params: &Params, request: &Request<'_>) -> Report {
    match request.board.size() {
        0..=9 => Search::<2>::new(params, request).run(),
        10..=13 => Search::<4>::new(params, request).run(),
        _ => Search::<6>::new(params, request).run(),
    }
}

/// One search: the position at its root and the tree above it, with all that its threads share.
#[derive(Debug)]
struct Search<'a, const W: usize> {
    params: &'a Params,
    request: &'a Request<'a>,
    root: Walk<W>,
    near: Near<W>,
    /// The first three lines.
    low_lines: [PointSet<W>; 3],
    tree: Tree,
    budget: Budget<'a>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(params: &'a Params, request: &'a Request<'a>) -> Self {
        let near = Near::new(request.board.size(), params.lines);
        Self {
            params,
            request,
            root: Walk::new(request, &near),
            near,
            low_lines: prior::low_lines(request.board.size()),
            tree: Tree::new(params.memory.saturating_mul(MEBIBYTE)),
            budget: Budget::new(request.limit, params.playouts, request.stop),
        }
    }

    fn run(&self) -> Report {
        let work = self.work();
        self.report(work)
    }
}

#[cfg(test)]
mod tests;
