//! Which moves are proven. Two passes end a game with an exact score; a move that has a winning reply is lost, and one whose
//! replies all lose or draw, a pass among them, is won or drawn. A proof considers only the moves that the tree looks at, which
//! fill no own true eye, and the superko that the descent sees.
//! Source: Winands, Björnsson and Saito, "Monte-Carlo Tree Search Solver", 2008; with draws as in Cazenave and Saffidine,
//! "Score Bounded Monte-Carlo Tree Search", 2010, for the bounds of a loss, a draw and a win.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::Node;
use tao_rules::board::PointMove;

/// How a move ends for the side that makes it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[repr(u8)]
pub enum Proof {
    /// Not known.
    #[default]
    Unproven,
    /// It loses.
    Lost,
    /// It draws.
    Drawn,
    /// It wins.
    Won,
}

impl Proof {
    /// The proof of a finished game, whose result was compared with a draw.
    pub const fn of_result(result: Ordering) -> Self {
        match result {
            Ordering::Less => Self::Lost,
            Ordering::Equal => Self::Drawn,
            Ordering::Greater => Self::Won,
        }
    }

    /// The inverse of `proof as u8`.
    pub const fn from_number(number: u8) -> Self {
        match number {
            1 => Self::Lost,
            2 => Self::Drawn,
            3 => Self::Won,
            _ => Self::Unproven,
        }
    }

    /// Share of the game that the side which made the move gets: 0, 0.5 or 1; `None` if nothing is proven.
    #[must_use]
    pub const fn share(self) -> Option<f64> {
        match self {
            Self::Unproven => None,
            Self::Lost => Some(0.0),
            Self::Drawn => Some(0.5),
            Self::Won => Some(1.0),
        }
    }

    /// Ranks moves: a win comes first and a loss last. A draw ranks with unproven moves, and is compared with them by its
    /// value.
    pub const fn rank(self) -> i8 {
        match self {
            Self::Lost => -1,
            Self::Unproven | Self::Drawn => 0,
            Self::Won => 1,
        }
    }

    /// What the replies prove about the move before them. A pass is always legal, so lost and drawn replies prove nothing
    /// unless the pass is among the replies.
    pub fn by_replies<const W: usize>(replies: &[Node]) -> Self {
        let (mut is_open, mut has_pass, mut has_draw) = (false, false, false);
        for reply in replies.iter().filter(|reply| !reply.is_forbidden()) {
            match reply.proof() {
                Self::Won => return Self::Lost,
                Self::Drawn => has_draw = true,
                Self::Unproven => is_open = true,
                Self::Lost => {}
            }
            has_pass |= reply.mv::<W>() == PointMove::Pass;
        }
        match (is_open || !has_pass, has_draw) {
            (true, _) => Self::Unproven,
            (false, true) => Self::Drawn,
            (false, false) => Self::Won,
        }
    }
}
