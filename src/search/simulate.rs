//! The game from a leaf to its end.

use super::params::PlayoutPolicy;
use super::worker::Worker;
use crate::playout::{self, Firsts, Start, Uniform};

impl<const W: usize> Worker<'_, W> {
    /// Black's lead at the end of a game from the leaf: exact after two passes, else of one playout.
    pub(super) fn simulate(&mut self) -> i32 {
        let leaf = &mut self.walk;
        if leaf.passes == 2 {
            self.trace.firsts = Firsts::default();
            return leaf.board.area().lead();
        }
        let start = Start {
            color: leaf.color,
            last: leaf.last,
            before: leaf.before,
            passed: leaf.passes > 0,
            lines: leaf.lines,
            near: &self.search.near,
        };
        let (board, rng, trace) = (&mut leaf.board, &mut self.rng, &mut self.trace);
        let outcome = match &self.search.params.policy {
            PlayoutPolicy::Uniform => playout::run(board, &Uniform, start, rng, trace),
            PlayoutPolicy::Ordered(policy) => playout::run(board, policy, start, rng, trace),
            PlayoutPolicy::Tactical(policy) => playout::run(board, policy, start, rng, trace),
        };
        outcome.lead
    }
}
