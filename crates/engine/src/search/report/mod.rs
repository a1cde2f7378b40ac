//! What a search found.

mod exact;
mod observer;
mod outcomes;
mod ownership;
mod phases;
mod ranking;
mod snapshot;
mod spread;
mod statistics;
mod tree_view;

use std::time::Duration;

pub use exact::Exact;
pub use observer::Observer;
pub(super) use observer::ObserverTimer;
pub(super) use outcomes::OutcomeCounter;
pub use outcomes::{Detail, OutcomeStatistics};
pub use ownership::{Ownership, ownership};
pub use phases::SimulationPhase;
pub(super) use phases::Stopwatch;
pub use snapshot::{Lead, MoveStats, Snapshot, candidates};
pub use spread::Spread;
pub(super) use statistics::GameCounter;
pub use statistics::Statistics;
pub use tree_view::{TreeFilter, TreeNode, TreeStep, TreeView, TreeWalk};

use super::Search;
use super::simulation::Work;
use super::tree::Proof;
use crate::playout::OriginCounts;
use tao_rules::board::Move;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The move to play. It is legal, but superko is observed only as far as the request names the banned points.
    pub best: Move,
    /// Win rate of that move for the side to move, draws half, in [0, 1].
    pub win_rate: f64,
    /// Whether the win rate is proven.
    pub is_solved: bool,
    /// Whether an opening book answered, and nothing was searched.
    pub is_from_book: bool,
    /// The exact result: that of the request, if it is proven, or a draw that the search has proven.
    pub exact: Option<Exact>,
    /// The position at the end of the search, with the statistics of each move.
    pub snapshot: Snapshot,
    /// Visits of the root in this search, with those of other ranks that are in the tree.
    pub playouts: u64,
    /// Visits of the root by earlier searches: see [`TreeParams::reuse`](super::TreeParams::reuse).
    pub reused_visits: u64,
    /// Wall-clock time used.
    pub time: Duration,
    /// Number of nodes in the tree.
    pub nodes: usize,
    /// Moves of the playouts by the rule that chose them.
    pub origins: OriginCounts,
    /// Bytes of memory that the tree takes, including room for further nodes.
    pub memory: usize,
    /// Statistics of the simulated games: see [`Searcher::keep_statistics`](super::Searcher::keep_statistics).
    pub statistics: Option<Statistics>,
}

impl Report {
    /// The answer of an opening book in place of a search; its first move is the one to play.
    #[must_use]
    pub fn from_book(snapshot: Snapshot) -> Self {
        Self {
            is_from_book: true,
            ..Self::new(snapshot)
        }
    }

    /// A report with this snapshot, whose first move is the one to play, and without anything on how it was found. If the
    /// snapshot has no moves, the move to play is a pass with the snapshot's win rate.
    #[must_use]
    pub fn new(snapshot: Snapshot) -> Self {
        let best = snapshot.moves.first();
        Self {
            best: best.map_or(Move::Pass, |best| best.mv),
            win_rate: best.map_or(snapshot.win_rate, |best| best.win_rate),
            is_solved: false,
            is_from_book: false,
            exact: None,
            playouts: 0,
            reused_visits: 0,
            time: Duration::ZERO,
            nodes: 0,
            origins: OriginCounts::default(),
            memory: 0,
            statistics: None,
            snapshot,
        }
    }

    /// The moves that were looked at, the best first.
    #[must_use]
    pub fn moves(&self) -> &[MoveStats] {
        &self.snapshot.moves
    }

    /// The statistics of a move, if it was looked at.
    #[must_use]
    pub fn stats(&self, mv: Move) -> Option<&MoveStats> {
        self.moves().iter().find(|stats| stats.mv == mv)
    }

    /// The line that the search expects, from the best move on.
    pub fn principal_variation(&self) -> impl Iterator<Item = Move> {
        let exact_line = self
            .exact
            .as_ref()
            .map(|exact| &exact.line[..])
            .filter(|line| line.first() == Some(&self.best));
        let searched = self.stats(self.best).filter(|_| exact_line.is_none());
        let searched_line = searched.into_iter().flat_map(|best| &best.variation);
        let exact_moves = exact_line.into_iter().flatten().copied();
        exact_moves.chain(searched_line.map(|&(mv, _)| mv))
    }

    /// The word for what [`playouts`](Self::playouts) counts: playouts if games were simulated, else visits.
    #[must_use]
    pub fn unit(&self) -> &'static str {
        if self.origins.total() > 0 {
            "playouts"
        } else {
            "visits"
        }
    }

    /// Points that the side to move is expected to end ahead, komi included: exact, or as the simulated games ended.
    #[must_use]
    pub fn points_ahead(&self) -> Option<f64> {
        let exact = self.exact.as_ref().and_then(|exact| exact.points_ahead);
        exact.or_else(|| self.snapshot.points_ahead())
    }

    /// Makes a pass that ends the game the move to play. It keeps its statistics, or gets those in `end` if it was not
    /// searched.
    #[must_use]
    pub fn with_pass(mut self, end: Snapshot) -> Self {
        let moves = &mut self.snapshot.moves;
        if !moves
            .iter()
            .any(|stats| stats.mv == Move::Pass && stats.is_searched())
        {
            moves.retain(|stats| stats.mv != Move::Pass);
            moves.extend(end.moves);
        }
        self.choose(Move::Pass);
        self
    }

    /// Makes `mv`, one of the moves that were looked at, the move to play, and puts it first.
    pub fn choose(&mut self, mv: Move) {
        if self.best == mv {
            return;
        }
        self.best = mv;
        // The proof was of the other move.
        self.is_solved = false;
        self.exact = None;
        if let Some(chosen) = self.stats(mv).filter(|stats| stats.visits > 0) {
            self.win_rate = chosen.win_rate;
        }
        self.snapshot.put_first(mv);
    }
}

impl<const W: usize> Search<'_, W> {
    pub(super) fn report(&self, work: Work) -> Report {
        let snapshot = self.snapshot();
        let outcomes = self.outcomes.as_ref();
        let statistics = outcomes.zip(work.games);
        let root = self.tree.root().proof();
        let exact = self.request.exact.clone().filter(|exact| exact.is_proven);
        let draw = (root == Proof::Drawn).then(|| Exact::draw(snapshot.moves.first()));
        Report {
            is_solved: root != Proof::Unproven || exact.is_some(),
            exact: exact.or(draw),
            playouts: work.playouts + self.remote_visits(),
            reused_visits: self.reused_visits.into(),
            time: self.limits.elapsed(),
            nodes: self.tree.len(),
            origins: work.origins,
            memory: self.tree.bytes(),
            statistics: statistics.map(|(outcomes, games)| games.statistics(outcomes.statistics())),
            ..Report::new(snapshot)
        }
    }
}
