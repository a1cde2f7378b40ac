//! What a search found, and showing it while it runs.

mod exact;
mod outcomes;
mod snapshot;
mod statistics;

use std::fmt;
use std::ops::ControlFlow;
use std::time::Duration;

pub use exact::Exact;
pub use outcomes::{Detail, OutcomeCounter, OutcomeStatistics, Ownership, ownership};
pub use snapshot::{Lead, MoveStats, Snapshot, candidates, win_rate};
pub use statistics::{GameCounter, SimulationPhase, Spread, Statistics, Stopwatch};

use super::node::Proof;
use super::searcher::Search;
use crate::playout::OriginCounts;
use tao_rules::board::Move;

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Its time was used.
    Time,
    /// It made all its visits.
    Visits,
    /// It was told to end.
    Cancelled,
    /// No other move could become the best in the time that was left.
    Settled,
    /// The result is proven.
    Proven,
}

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
    /// Why the search ended; `None` where there was none, or where it does not say.
    pub ended: Option<Ended>,
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
    /// What a search has found at its end.
    pub(super) fn of_search<const W: usize>(search: &Search<'_, W>) -> Self {
        let snapshot = search.snapshot();
        let statistics = search.outcomes.as_ref().zip(search.games.as_ref());
        let root = search.tree.root().proof();
        let exact = search.request.exact.clone();
        let exact = exact.filter(|exact| exact.is_proven);
        let draw = (root == Proof::Drawn).then(|| Exact::draw(snapshot.moves.first()));
        Self {
            is_solved: root != Proof::Unproven || exact.is_some(),
            ended: Some(search.ended()),
            exact: exact.or(draw),
            playouts: search.playouts() + search.remote_visits(),
            reused_visits: search.reused_visits.into(),
            time: search.elapsed(),
            nodes: search.tree.len(),
            origins: *search.origins.lock(),
            memory: search.tree.bytes(),
            statistics: statistics
                .map(|(outcomes, games)| games.lock().statistics(outcomes.statistics())),
            ..Self::new(snapshot)
        }
    }

    /// The answer of an opening book in place of a search; its first move is the one to play.
    pub fn from_book(snapshot: Snapshot) -> Self {
        Self {
            is_from_book: true,
            ..Self::new(snapshot)
        }
    }

    /// A report with this snapshot, whose first move is the one to play, and without anything on how it was found. If the
    /// snapshot has no moves, the move to play is a pass with the snapshot's win rate.
    pub fn new(snapshot: Snapshot) -> Self {
        let best = snapshot.moves.first();
        Self {
            best: best.map_or(Move::Pass, |best| best.mv),
            win_rate: best.map_or(snapshot.win_rate, |best| best.win_rate),
            is_solved: false,
            is_from_book: false,
            ended: None,
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
    pub fn moves(&self) -> &[MoveStats] {
        &self.snapshot.moves
    }

    /// The statistics of a move, if it was looked at.
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
    pub fn unit(&self) -> &'static str {
        if self.origins.total() > 0 {
            "playouts"
        } else {
            "visits"
        }
    }

    /// Points that the side to move is expected to end ahead, komi included: exact, or as the simulated games ended.
    pub fn points_ahead(&self) -> Option<f64> {
        let exact = self.exact.as_ref().and_then(|exact| exact.points_ahead);
        exact.or_else(|| self.snapshot.points_ahead())
    }

    /// Makes a pass that ends the game the move to play, with the result in `end`.
    pub fn with_pass(mut self, end: Snapshot) -> Self {
        self.choose(Move::Pass);
        self.win_rate = end.win_rate;
        self.snapshot.show_end(end);
        self
    }

    /// Makes `mv` the move to play, and puts it first.
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

/// Receives snapshots of a search while it runs, and the last one at its end. It runs on the thread that asked for
/// the search, which makes no simulations meanwhile.
pub struct Observer<'a> {
    /// Time before the first snapshot; `None` for the interval.
    pub first: Option<Duration>,
    /// Time between two snapshots; `None` shows the last one only.
    pub interval: Option<Duration>,
    /// Takes a snapshot. [`ControlFlow::Break`] ends the search.
    pub show: &'a mut dyn FnMut(&Snapshot) -> ControlFlow<()>,
}

impl fmt::Debug for Observer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observer")
            .field("first", &self.first)
            .field("interval", &self.interval)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
pub struct ObserverTimer<'o, 'a> {
    observer: &'o mut Observer<'a>,
    interval: Duration,
    due: Duration,
}

impl<'o, 'a> ObserverTimer<'o, 'a> {
    /// `None` where the observer wants the last snapshot only.
    pub fn new(observer: &'o mut Observer<'a>) -> Option<Self> {
        let interval = observer.interval?;
        Some(Self {
            due: observer.first.unwrap_or(interval),
            observer,
            interval,
        })
    }

    pub fn show_if_due<const W: usize>(&mut self, search: &Search<'_, W>, elapsed: Duration) {
        if elapsed < self.due {
            return;
        }
        if (self.observer.show)(&search.snapshot()).is_break() {
            search.end(Ended::Cancelled);
        }
        // Missed snapshots are not made up for.
        self.due = self.due.saturating_add(self.interval).max(search.elapsed());
    }
}
