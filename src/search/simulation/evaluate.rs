//! What a leaf is worth: by a playout, or exact at the end of the game.

use super::Worker;
use crate::board::PointSet;
use crate::playout::{self, FirstMoves, Outcome, PlayoutContext, Uniform};
use crate::search::params::PlayoutPolicy;
use crate::search::report::OutcomeCounter;

#[derive(Clone, Copy, Debug)]
pub(in crate::search) struct Evaluation<const W: usize> {
    /// Expected result for the side to move at the leaf: from 0, a loss, to [`WIN`](crate::search::tree::WIN).
    pub(in crate::search) value: u32,
    /// Black's area minus White's at the end of the game; komi is not counted.
    pub(in crate::search) lead: i32,
    /// By color, the points owned at the end of the game; `None` unless the search counts them.
    pub(in crate::search) owned: Option<[PointSet<W>; 2]>,
    /// Moves from the leaf to the end of the game, passes included.
    pub(in crate::search) length: usize,
}

impl<const W: usize> Worker<'_, W> {
    /// Evaluates the leaf. The game is over after two passes; else a playout ends it.
    pub(in crate::search) fn evaluate(&mut self) -> Evaluation<W> {
        let to_move = self.descent.color;
        let Outcome { lead, moves } = if self.descent.passes == 2 {
            self.playout_stats.first_moves = FirstMoves::default();
            Outcome {
                lead: self.descent.board.area().lead(),
                moves: 0,
            }
        } else {
            self.play_out()
        };
        let counter = self.search.outcomes.as_ref();
        let counts_owners = counter.is_some_and(OutcomeCounter::counts_owners);
        Evaluation {
            value: self.search.request.value(lead, to_move),
            lead,
            owned: counts_owners.then(|| self.descent.board.owned()),
            length: moves,
        }
    }

    fn play_out(&mut self) -> Outcome {
        let leaf = &mut self.descent;
        let context = PlayoutContext {
            to_move: leaf.color,
            last: leaf.recent_moves[0],
            second_last: leaf.recent_moves[1],
            last_was_pass: leaf.passes > 0,
            line_state: leaf.line_state,
            line_tables: &self.search.line_tables,
        };
        let (board, rng, stats) = (&mut leaf.board, &mut self.rng, &mut self.playout_stats);
        match &self.search.params.policy {
            PlayoutPolicy::Uniform => playout::run(board, &Uniform, context, rng, stats),
            PlayoutPolicy::Ordered(policy) => playout::run(board, policy, context, rng, stats),
            PlayoutPolicy::Tactical(policy) => playout::run(board, policy, context, rng, stats),
        }
    }
}
