//! An atari and its only answer as one step of the tree, where
//! [`merge_forced`](crate::search::TreeParams::merge_forced) is set.

use super::{Descent, Worker};
use crate::board::{Point, PointSet};
use crate::candidates::atari::answers;
use crate::search::Params;
use crate::search::tree::{Node, Proof};

impl<const W: usize> Worker<'_, W> {
    /// The only answer to the last move of the path, where both are one step.
    pub(super) fn forced_answer(&self) -> Option<Point<W>> {
        if !self.search.params.tree.merge_forced || self.path.len() <= 1 {
            return None;
        }
        let Descent { board, color, .. } = &self.descent;
        let last = self.descent.recent_moves[0]?;
        let threatened = PointSet::around(last) & board.stones(*color) & board.in_atari();
        let answers = answers(board, *color, threatened, PointSet::EMPTY);
        answers.first().filter(|_| answers.len() == 1)
    }
}

/// Whether these replies may be a forced answer alone.
pub(in crate::search) const fn are_forced(params: &Params, replies: &[Node]) -> bool {
    params.tree.merge_forced && replies.len() == 1
}

/// What the replies to a move prove. A forced answer can only prove a loss, as the other replies are not looked at.
pub(super) fn proof_by_replies<const W: usize>(params: &Params, replies: &[Node]) -> Proof {
    match Proof::by_replies::<W>(replies) {
        Proof::Lost => Proof::Lost,
        _ if are_forced(params, replies) => Proof::Unproven,
        proof => proof,
    }
}
