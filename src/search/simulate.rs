//! The game from a leaf to its end.

use super::params::PlayoutPolicy;
use super::{Search, Walk};
use crate::playout::{self, Firsts, Start, Uniform};

impl<const W: usize> Search<'_, W> {
    /// Black's lead at the end of a game from the leaf: exact after two passes, else of one playout.
    pub(super) fn simulate(&mut self, leaf: &Walk<W>) -> i32 {
        if leaf.passes == 2 {
            self.trace.firsts = Firsts::default();
            return self.board.area().lead();
        }
        let start = Start {
            color: leaf.color,
            last: leaf.last,
            passed: leaf.passes > 0,
            lines: leaf.lines,
            near: &self.near,
        };
        let (board, rng, trace) = (&mut self.board, &mut self.rng, &mut self.trace);
        let outcome = match &self.params.policy {
            PlayoutPolicy::Uniform => playout::run(board, &Uniform, start, rng, trace),
            PlayoutPolicy::Ordered(policy) => playout::run(board, policy, start, rng, trace),
        };
        outcome.lead
    }
}
