//! What a search found.

use std::cmp::Reverse;
use std::time::Duration;

use super::node::{Node, Step};
use super::proof::Proof;
use super::tally::Tally;
use super::worker::Work;
use super::{Choice, Search, Statistics};
use crate::board::Move;
use crate::playout::OriginCounts;

/// What a search found.
#[derive(Clone, Debug)]
pub struct Report {
    /// The move to play: legal, superko aside from what the request banned.
    pub best: Move,
    /// Win rate of that move for the side to move, draws half, in [0, 1].
    pub win_rate: f64,
    /// Whether the win rate is no estimate: the end of the game is proven.
    pub is_solved: bool,
    /// The moves that were looked at, the one to play first.
    pub candidates: Vec<RankedMove>,
    /// The line that the search expects, from the best move on.
    pub principal_variation: Vec<Move>,
    /// Simulations made for this report.
    pub playouts: u64,
    /// Visits of the root that earlier searches have left: [`Params::reuse`](super::Params::reuse).
    pub kept: u64,
    /// Wall-clock time used.
    pub time: Duration,
    /// Nodes in the tree.
    pub nodes: usize,
    /// Moves in simulated games by the rule that made them.
    pub origins: OriginCounts,
    /// Bytes of memory that the tree takes; there may be room in it for more nodes.
    pub memory: usize,
    /// What the simulated games were like, where that was to be counted: [`Searcher::keep_statistics`](super::Searcher::keep_statistics).
    pub statistics: Option<Statistics>,
}

/// A move of the root and its statistics.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// Simulations through it.
    pub visits: u64,
    /// Its win rate for the side to move, draws half, in [0, 1]; 0 without visits, and exact where the game is solved.
    pub win_rate: f64,
}

impl<const W: usize> Search<'_, W> {
    /// Sums up after all threads have ended.
    pub(super) fn report(&self, work: Work) -> Report {
        let children = self.tree.children(self.tree.root());
        let allowed = children.iter().filter(|child| !child.is_forbidden());
        let mut allowed: Vec<&Node> = allowed.collect();
        allowed.sort_by_key(|child| Reverse(self.rank(child)));
        let candidates: Vec<RankedMove> = allowed.into_iter().map(ranked::<W>).collect();
        let best = candidates.first().copied();
        Report {
            best: best.map_or(Move::Pass, |best| best.mv),
            win_rate: best.map_or(0.5, |best| best.win_rate),
            is_solved: self.tree.root().proof() != Proof::Unproven,
            candidates,
            principal_variation: self.principal_variation(),
            playouts: work.playouts,
            kept: self.kept.into(),
            time: self.budget.elapsed(),
            nodes: self.tree.len(),
            origins: work.origins,
            memory: self.tree.bytes(),
            statistics: work.statistics.map(|statistics| *statistics),
        }
    }

    /// What the final choice compares: means are compared among visited moves, as parts of 2^53, exactly.
    pub(super) fn rank(&self, node: &Node) -> (Proof, u64, u64) {
        rank(self.params.choice, node)
    }

    fn principal_variation(&self) -> Vec<Move> {
        let expected = self.expected_reply(self.tree.root());
        std::iter::successors(expected, |node| self.expected_reply(node))
            .map(|node| to_move::<W>(node.step()))
            .collect()
    }

    /// The child that would be played at a node.
    pub(super) fn expected_reply(&self, node: &Node) -> Option<&Node> {
        let children = self.tree.children(node).iter();
        children
            .filter(|child| child.visits() > 0 && !child.is_forbidden())
            .min_by_key(|child| Reverse(self.rank(child)))
    }
}

/// The same for any search that made this choice.
pub(super) fn rank(choice: Choice, node: &Node) -> (Proof, u64, u64) {
    let (proof, results) = (node.proof(), node.results.get());
    let visits = u64::from(results.games);
    #[expect(clippy::cast_sign_loss, reason = "a win rate is in [0, 1]")]
    let mean = (win_rate(proof, results) * (1_u64 << 53) as f64) as u64;
    match choice {
        Choice::Visits => (proof, visits, mean),
        Choice::Mean => (proof, mean, visits),
    }
}

/// The win rate of a move, as [`RankedMove`] has it.
pub(super) fn win_rate(proof: Proof, results: Tally) -> f64 {
    match proof {
        Proof::Won => 1.0,
        Proof::Unproven if results.games > 0 => results.mean(),
        Proof::Unproven | Proof::Lost => 0.0,
    }
}

pub(super) fn ranked<const W: usize>(node: &Node) -> RankedMove {
    let results = node.results.get();
    RankedMove {
        mv: to_move::<W>(node.step()),
        visits: u64::from(results.games),
        win_rate: win_rate(node.proof(), results),
    }
}

pub(super) fn to_move<const W: usize>(step: Step<W>) -> Move {
    match step {
        Step::Play(point) => Move::Play(point.coord()),
        Step::Pass => Move::Pass,
    }
}
