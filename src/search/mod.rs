//! UCT: a tree that grows where simulated games go well.
//!
//! [`search`] answers a [`Request`] with a [`Report`]. One simulation walks
//! down by `select`, lets `expand` grow the leaf, plays the game out and counts the result on
//! the way back. Everything that can be tuned is in [`Params`].

mod arena;
mod backup;
mod budget;
mod descent;
mod expand;
mod insight;
mod keys;
mod limit;
mod node;
mod outline;
mod ownership;
mod params;
mod phase;
mod prior;
mod proof;
mod report;
mod request;
mod restriction;
mod reuse;
mod searcher;
mod select;
mod simulate;
mod statistics;
mod summary;
mod superko;
mod survey;
mod tally;
mod threads;
mod tree;
mod watch;
mod worker;

pub use insight::{Prospect, Snapshot};
pub use keys::SetParamError;
pub use outline::{Cut, Figures, TreeNode, TreeStep, TreeView, TreeWalk};
pub use ownership::{Ownership, ownership};
pub use params::{Choice, FirstPlay, Params, PlayoutPolicy, Selection};
pub use phase::Phase;
pub use prior::Priors;
pub use proof::Proof;
pub use report::{RankedMove, Report};
pub use request::{Limit, Past, Request};
pub use restriction::{Restriction, RestrictionKind};
pub use searcher::Searcher;
pub use statistics::{Spread, Statistics};
pub use summary::Summary;
pub use survey::{Detail, OutcomeStatistics};
pub use watch::Observer;

use crate::candidates::LineTables;
use crate::playout::Switch;
use budget::Budget;
use descent::Descent;
use reuse::SavedTree;
use survey::OutcomeCounter;
use tree::Tree;
use watch::Lookout;

/// Bytes in the unit of [`Params::memory`].
const MEBIBYTE: usize = 1 << 20;

/// Mebibytes of [`Params::memory`] that are not for the tree: what of the program is resident before its first search, on
/// x86-64 Linux.
const PROGRAM: usize = 8;

/// Looks for the best move of a position, and keeps nothing: a game is better served by a [`Searcher`].
#[must_use]
pub fn search(params: &Params, request: &Request<'_>) -> Report {
    Searcher::default().search(params, request)
}

/// One search: the position at its root and the tree above it, with all that its threads share.
#[derive(Debug)]
struct Search<'a, const W: usize> {
    params: &'a Params,
    request: &'a Request<'a>,
    root: Descent<W>,
    near: LineTables<W>,
    tree: Tree,
    /// Visits that the tree had at the beginning.
    kept: u32,
    budget: Budget<'a>,
    /// What is counted for a [`Observer`].
    survey: Option<OutcomeCounter>,
    /// Whether [`Statistics`] are counted.
    statistics: Switch,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(params: &'a Params, request: &'a Request<'a>, kept: Option<SavedTree>) -> Self {
        let budget = Budget::new(request.limit, params.playouts, request.stop);
        let near = LineTables::new(request.board.size(), params.lines);
        let root = Descent::new(request, &near);
        let tree = kept
            .and_then(|kept| kept.tree_for(params, request, &root, &near))
            .unwrap_or_else(|| Tree::new(room(params)));
        Self {
            params,
            request,
            root,
            near,
            kept: tree.root().visits(),
            tree,
            budget,
            survey: None,
            statistics: Switch::Off,
        }
    }

    fn run(&self, lookout: Option<Lookout<'_, '_>>) -> Report {
        let work = self.work(lookout);
        self.report(work)
    }
}

/// Bytes that the tree of a search may take.
fn room(params: &Params) -> usize {
    let mebibytes = params.memory.saturating_sub(PROGRAM).max(1);
    mebibytes.saturating_mul(MEBIBYTE)
}

#[cfg(test)]
mod tests;
