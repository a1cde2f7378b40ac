//! The game from a leaf to its end.

use super::params::PlayoutPolicy;
use super::worker::Worker;
use crate::playout::{self, FirstMoves, Outcome, PlayoutContext, Uniform};

impl<const W: usize> Worker<'_, W> {
    /// The end of a game from the leaf: exact after two passes, else that of one playout.
    pub(super) fn simulate(&mut self) -> Outcome {
        let leaf = &mut self.walk;
        if leaf.passes == 2 {
            self.playout_stats.first_moves = FirstMoves::default();
            return Outcome {
                lead: leaf.board.area().lead(),
                moves: 0,
            };
        }
        let context = PlayoutContext {
            to_move: leaf.color,
            last: leaf.last,
            second_last: leaf.second_last,
            last_was_pass: leaf.passes > 0,
            line_state: leaf.lines,
            line_tables: &self.search.near,
        };
        let (board, rng, stats) = (&mut leaf.board, &mut self.rng, &mut self.playout_stats);
        match &self.search.params.policy {
            PlayoutPolicy::Uniform => playout::run(board, &Uniform, context, rng, stats),
            PlayoutPolicy::Ordered(policy) => playout::run(board, policy, context, rng, stats),
            PlayoutPolicy::Tactical(policy) => playout::run(board, policy, context, rng, stats),
        }
    }
}
