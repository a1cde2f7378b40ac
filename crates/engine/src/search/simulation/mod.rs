//! One simulation after another: select, expand, evaluate, back up.

mod backup;
mod correct;
mod descent;
mod evaluate;
mod evaluation;
mod expand;
mod minimum;
mod prior;
mod select;
mod superko;
mod urgency;

use std::ops::Add;
use std::time::Duration;

pub(super) use descent::Descent;
pub(super) use evaluation::{Evaluation, OWNED, Owners, black_shares};
pub(super) use prior::Prior;

use super::Search;
use super::limits::Ticker;
use super::network::NetworkEvaluator;
use super::report::{GameCounter, SimulationPhase, Stopwatch};
use super::tree::Node;
use crate::playout::{OriginCounts, PlayoutRng, PlayoutStats};

#[derive(Clone, Debug)]
pub(super) struct Work {
    pub(super) playouts: u64,
    pub(super) origins: OriginCounts,
    pub(super) games: Option<Box<GameCounter>>,
}

impl Add for Work {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self.playouts += other.playouts;
        self.origins += other.origins;
        if let (Some(games), Some(other)) = (&mut self.games, &other.games) {
            **games += other;
        }
        self
    }
}

/// The state of one thread of a search that other threads do not share.
pub(super) struct Worker<'s, const W: usize> {
    pub(super) search: &'s Search<'s, W>,
    pub(super) rng: PlayoutRng,
    pub(super) playout_stats: PlayoutStats<W>,
    /// `None` where playouts alone evaluate.
    network: Option<NetworkEvaluator<'s>>,
    /// `None` unless the search keeps statistics.
    games: Option<Box<GameCounter>>,
    stopwatch: Stopwatch,
    // The state of the current simulation.
    pub(super) descent: Descent<W>,
    pub(super) path: Vec<&'s Node>,
    path_hashes: Vec<u64>,
    /// The kinds of the positions on the path; empty unless values are corrected.
    path_kinds: Vec<u64>,
}

impl<'s, const W: usize> Worker<'s, W> {
    pub(super) fn new(search: &'s Search<'s, W>, number: usize) -> Self {
        // Far from the seeds of other searches, which are often successive.
        let offset = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            search,
            rng: PlayoutRng::new(search.request.seed.wrapping_add(offset)),
            playout_stats: PlayoutStats::default(),
            network: search.network.map(NetworkEvaluator::new),
            games: search
                .keeps_statistics
                .then(|| Box::new(GameCounter::new(search.request.board.size()))),
            stopwatch: Stopwatch::new(search.keeps_statistics),
            descent: search.root.clone(),
            path: Vec::new(),
            path_hashes: Vec::new(),
            path_kinds: Vec::new(),
        }
    }

    /// Simulates until a limit is reached, and calls `observe` with the time since the start whenever the ticker ticks.
    pub(super) fn work(
        mut self,
        mut ticker: Ticker<'_>,
        mut observe: impl FnMut(Duration),
    ) -> Work {
        let mut playouts = 0;
        while self.search.limits.claim() {
            self.simulate();
            playouts += 1;
            self.search.stop_if_settled();
            if let Some(elapsed) = ticker.tick() {
                self.search.stop_if_out_of_time(elapsed);
                observe(elapsed);
            }
        }
        if let Some(games) = &mut self.games {
            games.times = self.stopwatch.times;
        }
        Work {
            playouts,
            origins: self.playout_stats.origin_counts,
            games: self.games,
        }
    }

    fn simulate(&mut self) {
        self.stopwatch.enter(SimulationPhase::Descend);
        self.descend();
        self.stopwatch.enter(SimulationPhase::Simulate);
        let evaluation = self.evaluate();
        self.stopwatch.enter(SimulationPhase::Rest);
        self.count(&evaluation);
        self.stopwatch.enter(SimulationPhase::Backup);
        self.backup(&evaluation);
        self.stopwatch.enter(SimulationPhase::Rest);
    }

    fn count(&mut self, evaluation: &Evaluation<W>) {
        if let Some(counter) = &self.search.outcomes {
            let first_move = self.path.get(1).map(|child| child.mv());
            counter.add(evaluation, first_move);
        }
        if let Some(games) = &mut self.games {
            let to_move = self.descent.color;
            games.add(evaluation, to_move, self.path.len() - 1);
        }
    }
}
