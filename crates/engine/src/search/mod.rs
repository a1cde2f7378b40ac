//! UCT: a tree that grows where simulated games go well. [`search`] answers a [`Request`] with a [`Report`]. A
//! simulation descends by `select`, lets `expand` grow the leaf, evaluates it by a playout or a network and backs the
//! result up.

mod draw;
mod halving;
mod limits;
mod network;
mod params;
mod report;
mod request;
mod restriction;
mod searcher;
mod sharing;
mod simulation;
mod threads;
mod tree;

pub use crate::net::RECENT_MOVES;
pub use draw::draw;
pub use halving::{SequentialHalving, improved_policy};
pub use params::{
    Audience, Choice, EvaluationKind, EvaluationParams, FirstPlay, MachineParams, Param, Params,
    PlayoutParams, PlayoutPolicy, Priors, Selection, SelectionParams, SetParamError, SharingParams,
    TreeParams, Values,
};
pub use report::{
    Detail, Exact, Lead, MoveStats, Observer, OutcomeStatistics, Ownership, Report,
    SimulationPhase, Snapshot, Spread, Statistics, TreeFilter, TreeNode, TreeStep, TreeView,
    TreeWalk, candidates, ownership,
};
pub use request::{Limit, Request, SuperkoHistory};
pub use restriction::{Restriction, RestrictionKind};
pub use searcher::Searcher;
#[cfg(test)]
pub(crate) use sharing::any_news;
pub use sharing::{Exchange, News, Period, SearchStart};
pub use tree::Proof;

use std::sync::atomic::{AtomicU64, Ordering};

use crate::candidates::LineTables;
use crate::pattern::Shapes;
use limits::Limits;
use network::CachedNetwork;
use report::{ObserverTimer, OutcomeCounter};
use sharing::Shared;
use simulation::Descent;
use tao_rules::board::{Board, Point};
use tree::{Biases, SavedTree, Tree};

/// Bytes in a unit of [`MachineParams::memory`].
pub const MEBIBYTE: usize = 1 << 20;

/// Searches for the best move of a position and keeps nothing; for the moves of a game use a [`Searcher`].
#[must_use]
pub fn search(params: &Params, request: &Request) -> Report {
    Searcher::default().search(params, request)
}

#[derive(Debug)]
struct Search<'a, const W: usize> {
    params: &'a Params,
    request: &'a Request,
    root: Descent<W>,
    /// The root's board without the dead stones of the request. It is scored when nothing but passes was played since the root;
    /// `None` if the request names no dead stones.
    settled: Option<Board<W>>,
    line_tables: LineTables<W>,
    shapes: &'a Shapes,
    /// `None` where playouts alone evaluate.
    network: Option<&'a CachedNetwork>,
    tree: Tree,
    /// Visits of the root by earlier searches.
    reused_visits: u32,
    /// Visits of the root by other ranks in this search.
    remote_visits: AtomicU64,
    limits: Limits<'a>,
    outcomes: Option<OutcomeCounter>,
    keeps_statistics: bool,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(params: &'a Params, request: &'a Request, saved: Option<SavedTree>) -> Self {
        let limits = Limits::new(request.limit, params.playouts.count);
        let line_tables = LineTables::new(request.board.size(), params.tree.lines);
        let root = Descent::new(request, &line_tables);
        let settled = request.dead.as_ref();
        let settled = settled.map(|dead| {
            root.board
                .without(dead.iter().copied().map(Point::new).collect())
        });
        let tree = saved
            .and_then(|saved| saved.tree_for(params, request, &root, &line_tables))
            .unwrap_or_else(|| {
                let mut tree = Tree::new(params.tree_bytes());
                tree.biases = params.corrects_values().then(Biases::default);
                tree
            });
        Self {
            params,
            request,
            root,
            settled,
            line_tables,
            shapes: Shapes::embedded(),
            network: None,
            reused_visits: tree.root().visits(),
            remote_visits: AtomicU64::new(0),
            tree,
            limits,
            outcomes: None,
            keeps_statistics: false,
        }
    }

    /// Searches alone or, if `shared` is given, together with other ranks.
    fn run(&self, observer: Option<ObserverTimer<'_, '_>>, shared: Option<&mut Shared>) -> Report {
        let work = self.work(observer, shared);
        self.report(work)
    }

    fn remote_visits(&self) -> u64 {
        self.remote_visits.load(Ordering::Relaxed)
    }

    fn count_remote(&self, visits: u64) {
        self.remote_visits.fetch_add(visits, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests;
