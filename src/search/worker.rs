//! One thread of a search: simulation after simulation.

use std::ops::Add;

use super::Search;
use super::descent::Descent;
use super::expand::Leaf;
use super::node::Node;
use super::phase::{Phase, Stopwatch};
use super::restriction::ExcludedMoves;
use super::select::select;
use super::statistics::{EndedGame, Statistics};
use crate::candidates::moves::MoveContext;
use crate::playout::{OriginCounts, Outcome, PlayoutRng, PlayoutStats, Switch};

/// Playouts between two looks at the clock and at the stop sign: a fraction of a millisecond on 9x9, a few on 19x19.
pub(super) const PLAYOUTS_PER_LOOK: u64 = 16;

/// What threads have done.
#[derive(Clone, Debug)]
pub(super) struct Work {
    /// Simulations.
    pub(super) playouts: u64,
    /// Their moves by the rule that made them.
    pub(super) origins: OriginCounts,
    /// What their games were like, where that is counted.
    pub(super) statistics: Option<Box<Statistics>>,
}

impl Add for Work {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self.playouts += other.playouts;
        self.origins += other.origins;
        if let (Some(statistics), Some(other)) = (&mut self.statistics, &other.statistics) {
            **statistics += other;
        }
        self
    }
}

/// What a thread has of its own, beside the search that it shares with others.
pub(super) struct Worker<'s, const W: usize> {
    pub(super) search: &'s Search<'s, W>,
    pub(super) rng: PlayoutRng,
    pub(super) playout_stats: PlayoutStats<W>,
    statistics: Option<Box<Statistics>>,
    stopwatch: Stopwatch,
    // Of the simulation under way.
    pub(super) walk: Descent<W>,
    pub(super) path: Vec<&'s Node>,
    /// The positions on the path, as superko compares them.
    pub(super) path_hashes: Vec<u64>,
}

impl<'s, const W: usize> Worker<'s, W> {
    /// The thread with this number. The first one is number 0.
    pub(super) fn new(search: &'s Search<'s, W>, number: usize) -> Self {
        // Far from the seeds of other searches, which are often successive.
        let offset = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            search,
            rng: PlayoutRng::new(search.request.seed.wrapping_add(offset)),
            playout_stats: PlayoutStats::default(),
            statistics: (search.statistics == Switch::On)
                .then(|| Box::new(Statistics::new(search.request.board.size()))),
            stopwatch: Stopwatch::new(search.statistics),
            walk: search.root.clone(),
            path: Vec::new(),
            path_hashes: Vec::new(),
        }
    }

    /// Makes simulations until the budget of all threads is used up, and now and then has a `look` at how things are.
    pub(super) fn work(mut self, mut look: impl FnMut()) -> Work {
        let budget = &self.search.budget;
        let mut playouts = 0;
        while budget.claim() {
            self.iterate();
            playouts += 1;
            if playouts % PLAYOUTS_PER_LOOK == 0 {
                look();
            }
        }
        if let Some(statistics) = &mut self.statistics {
            statistics.add_times(&self.stopwatch.times());
        }
        Work {
            playouts,
            origins: self.playout_stats.origin_counts,
            statistics: self.statistics,
        }
    }

    /// One simulation.
    fn iterate(&mut self) {
        self.stopwatch.enter(Phase::Descend);
        self.descend();
        self.stopwatch.enter(Phase::Simulate);
        let outcome = self.simulate();
        self.stopwatch.enter(Phase::Rest);
        self.survey(outcome);
        self.stopwatch.enter(Phase::Backup);
        self.backup(outcome.lead);
        self.stopwatch.enter(Phase::Rest);
    }

    /// Counts a game that has ended, where anybody wants to know of it.
    fn survey(&mut self, outcome: Outcome) {
        let Outcome { lead, moves } = outcome;
        if let Some(survey) = &self.search.survey {
            let mv = self.path.get(1).map(|child| child.step());
            survey.count(&self.walk.board, mv, lead);
        }
        if let Some(statistics) = &mut self.statistics {
            statistics.count(EndedGame {
                board: &self.walk.board,
                depth: self.path.len() - 1,
                moves,
                lead,
                winner: self.search.request.winner(lead),
            });
        }
    }

    /// Walks from the root to a leaf. A walk that superko stops begins again, without the move that it forbids.
    pub(super) fn descend(&mut self) {
        while let Err(forbidden) = self.walk_down() {
            forbidden.forbid();
            self.path.iter().for_each(|node| node.leave());
        }
    }

    /// Walks from the root to a leaf, on the way playing its moves on the board. A leaf that has been
    /// visited often enough is expanded and the walk goes on to a child.
    ///
    /// # Errors
    ///
    /// With the node whose position superko forbids.
    fn walk_down(&mut self) -> Result<(), &'s Node> {
        let Search {
            params, tree, near, ..
        } = self.search;
        self.walk.clone_from(&self.search.root);
        self.path.clear();
        self.start_path_hashes();
        let mut node = tree.root();
        loop {
            node.enter();
            self.path.push(node);
            if self.walk.passes == 2 {
                return Ok(());
            }
            if node.is_leaf() && node.visits() >= self.expansion_threshold() {
                self.stopwatch.enter(Phase::Expand);
                self.expand(node);
                self.stopwatch.enter(Phase::Descend);
            }
            let Some(child) = select(node, tree.children(node), params) else {
                return Ok(());
            };
            let has_captured = self.walk.step(near, child.step());
            if has_captured && self.is_repetition() {
                return Err(child);
            }
            self.note_position();
            node = child;
        }
    }

    /// Visits of a leaf before it gets children. With each quarter of the tree's room that is taken they double: the last
    /// children are for the leaves that matter most.
    pub(super) fn expansion_threshold(&self) -> u32 {
        self.search
            .params
            .expand_after
            .saturating_mul(1 << self.search.tree.quarters())
    }

    /// Gives the root its children.
    pub(super) fn expand_root(&mut self) {
        self.expand(self.search.tree.root());
    }

    /// Gives the node that the walk has come to its children.
    fn expand(&mut self, node: &Node) {
        let Search {
            params,
            request,
            tree,
            near,
            ..
        } = self.search;
        let walk = &self.walk;
        let at_root = std::ptr::eq(node, tree.root());
        let mut closed = ExcludedMoves::by_rule(if at_root { request.banned } else { &[] });
        let number = self.path.len().max(1);
        closed.restrict(request.restrictions, &walk.board, walk.color, number);
        let leaf = Leaf {
            sight: MoveContext {
                board: &walk.board,
                color: walk.color,
                last: walk.last,
                second_last: walk.second_last,
            },
            lines: walk.lines,
            closed,
        };
        tree.expand(node, || leaf.steps(params, near, &mut self.rng));
    }
}
