//! A position of a book: what a search found, and where its moves lead.

use serde::{Deserialize, Serialize};

use super::key::{Identity, Reorientation};
use tao_rules::raw::{Board, Color, Coord, Symmetry};

/// Percent of the visits of the most visited move below which the search's value of a move is a guess. The share is the same as
/// in the choice of a move by its lower bound.
const MIN_SHARE: u64 = 15;

/// A number from 0 to 1 as parts of 65535: a win rate, draws half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share(pub u16);

impl Share {
    /// The share nearest to this number, which is clamped to [0, 1].
    #[expect(clippy::cast_sign_loss, reason = "it is in [0, 1]")]
    pub fn new(number: f64) -> Self {
        Self((number.clamp(0.0, 1.0) * f64::from(u16::MAX)).round() as u16)
    }

    /// The share as a number in [0, 1].
    pub fn number(self) -> f64 {
        f64::from(self.0) / f64::from(u16::MAX)
    }
}

/// What a search found in a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedPosition {
    /// CRC-32 of the network that evaluated it.
    pub network: u32,
    pub visits: u32,
    pub win_rate: Share,
    /// Expected points ahead in tenths, komi included.
    pub tenths_ahead: i16,
    /// The most visited moves, the best first.
    pub moves: Vec<SearchedMove>,
}

/// What a search found about a move, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedMove {
    pub coord: Coord,
    pub visits: u32,
    pub win_rate: Share,
}

/// A position in a tree. Points are in the orientation of the line that first led to it.
#[derive(Clone, Debug)]
pub struct BookPosition {
    /// The number of the position before it in that line, and the move between them; `None` for the empty board.
    pub origin: Option<(usize, Coord)>,
    pub(super) identity: Identity,
    /// Moves of that line.
    pub depth: usize,
    /// What the search found in it.
    pub searched: SearchedPosition,
    /// The edges in the order of the search's moves, then those that were added later.
    pub edges: Vec<Edge>,
    /// The positions with an edge to it.
    pub(super) parents: Vec<usize>,
    /// The value by minimax, for the side to move.
    pub value: f64,
}

impl BookPosition {
    pub const fn to_move(&self) -> Color {
        color_at(self.depth)
    }

    /// Whether the search's own value of an edge counts.
    pub fn is_trusted(&self, edge: &Edge) -> bool {
        let visits = self.edges.iter().map(|edge| u64::from(edge.mv.visits));
        let most = visits.max().unwrap_or(0);
        edge.mv.visits > 0 && 100 * u64::from(edge.mv.visits) >= MIN_SHARE * most
    }

    /// Whether the value of an edge is known rather than guessed. If the tree has positions after this one, only the values of
    /// the edges to them are known.
    pub(super) fn is_known(&self, edge: &Edge) -> bool {
        if self.edges.iter().any(|edge| edge.child.is_some()) {
            edge.child.is_some()
        } else {
            self.is_trusted(edge)
        }
    }

    /// Turns points from the orientation in the tree to that of a board with the same position.
    pub fn turn_onto<const W: usize>(&self, board: &Board<W>) -> Reorientation {
        self.turn_to(Identity::of(board, self.to_move()).view())
    }

    /// Turns points of the position from the orientation in the tree to the one with this view.
    pub(super) const fn turn_to(&self, to: Symmetry) -> Reorientation {
        Reorientation {
            from: self.identity.view(),
            to,
        }
    }
}

/// The side to move at this depth: Black moves first, and there are no passes.
pub const fn color_at(depth: usize) -> Color {
    if depth.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

/// A move from a position.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// What the search found about the move; no visits for a move that was added later.
    pub mv: SearchedMove,
    /// The key of the position after the move.
    pub key: u64,
    /// The position after the move, if the tree has it at a greater depth. This rules out cycles, even after captures.
    pub child: Option<usize>,
}
