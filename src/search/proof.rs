//! What is certain of a move, however the games through it went: the solver.
//!
//! Two passes end a game, and its score is then no estimate. A move to which the opponent has a winning answer is lost, and
//! one to which all answers are lost, a pass among them, is won: so what is certain goes back towards the root as far as it
//! can. Certain is meant among the moves that the tree looks at, none of which fills an own true eye, and under the superko
//! that the walk sees.
//!
//! Source: Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008.

use super::node::{Node, Step};
use super::worker::Worker;

/// How a move ends for the side that makes it, the best last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i8)]
pub enum Proof {
    /// With a loss.
    Lost = -1,
    /// Nobody knows.
    #[default]
    Unproven = 0,
    /// With a win.
    Won = 1,
}

impl Proof {
    /// The proof with this sign; also what a margin at the end of the game proves for the side that it counts for. A draw
    /// stays open.
    pub(super) const fn from_sign(sign: i8) -> Self {
        match sign {
            ..0 => Self::Lost,
            0 => Self::Unproven,
            1.. => Self::Won,
        }
    }

    /// What the answers to a move prove. One of them can always be a pass: where the tree does not look at it, that all others
    /// lose proves nothing.
    pub(super) fn by_replies<const W: usize>(replies: &[Node]) -> Self {
        let allowed = replies.iter().filter(|reply| !reply.is_forbidden());
        match allowed.map(Node::proof).max() {
            Some(Self::Won) => Self::Lost,
            Some(Self::Lost) if replies.iter().any(|reply| reply.step::<W>() == Step::Pass) => {
                Self::Won
            }
            _ => Self::Unproven,
        }
    }
}

impl<const W: usize> Worker<'_, W> {
    /// Notes how the game ends for the side that made the path's last move, and what follows for the moves before it.
    pub(super) fn prove(&self, end: Proof) {
        let mut moves = self.path.iter().rev();
        if let Some(last) = moves.next() {
            last.set_proof(end);
        }
        for node in moves {
            let proof = Proof::by_replies::<W>(self.search.tree.children(node));
            if proof == Proof::Unproven {
                return;
            }
            node.set_proof(proof);
        }
    }
}
