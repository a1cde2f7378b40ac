//! What is proven of a move. Two passes end a game with an exact score; a move that has a winning reply is lost,
//! one whose replies are all lost, a pass among them, is won. Proofs hold among the moves that the tree looks at
//! (none fills an own true eye), and under the superko that the descent sees.
//! Source: Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008.

use super::{Node, NodeMove};

/// How a move ends for the side that makes it, the best last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[repr(i8)]
pub enum Proof {
    /// It loses.
    Lost = -1,
    /// Not known.
    #[default]
    Unproven = 0,
    /// It wins.
    Won = 1,
}

impl Proof {
    /// Won above 0, lost below; a draw proves nothing.
    pub(in crate::search) const fn from_sign(sign: i8) -> Self {
        match sign {
            ..0 => Self::Lost,
            0 => Self::Unproven,
            1.. => Self::Won,
        }
    }

    /// What the replies prove. A pass is always legal: unless the tree has it, the loss of all others proves nothing.
    pub(in crate::search) fn by_replies<const W: usize>(replies: &[Node]) -> Self {
        let allowed = replies.iter().filter(|reply| !reply.is_forbidden());
        match allowed.map(Node::proof).max() {
            Some(Self::Won) => Self::Lost,
            Some(Self::Lost)
                if replies
                    .iter()
                    .any(|reply| reply.mv::<W>() == NodeMove::Pass) =>
            {
                Self::Won
            }
            _ => Self::Unproven,
        }
    }
}
