//! A position of a book: what a search found, and where its moves lead.

use serde::{Deserialize, Serialize};

use super::key::{Identity, Reorientation};
use tao_rules::board::{AnyBoard, ByColor, Color, Coord, Point, Symmetry};

/// A number from 0 to 1 as parts of 65535: a win rate, draws half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Share(pub(super) u16);

impl Share {
    /// The share nearest to this number, which is clamped to [0, 1].
    #[must_use]
    #[expect(clippy::cast_sign_loss, reason = "it is in [0, 1]")]
    pub fn new(number: f64) -> Self {
        Self((number.clamp(0.0, 1.0) * f64::from(u16::MAX)).round() as u16)
    }

    /// The share as a number in [0, 1].
    #[must_use]
    pub fn number(self) -> f64 {
        f64::from(self.0) / f64::from(u16::MAX)
    }

    /// Adds `visits` visits with this mean to `others` visits, and updates their `mean`.
    pub(super) fn add_to(self, visits: u32, mean: &mut Self, others: &mut u32) {
        let weights = [visits, *others].map(f64::from);
        let sum = self.number() * weights[0] + mean.number() * weights[1];
        if visits > 0 {
            *mean = Self::new(sum / (weights[0] + weights[1]));
        }
        *others = others.saturating_add(visits);
    }
}

/// What a search found in a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedPosition {
    /// CRC-32 of the network that evaluated it.
    pub network: u32,
    /// Number of visits.
    pub visits: u32,
    /// The value.
    pub win_rate: Share,
    /// Expected points ahead in tenths, komi included.
    pub tenths_ahead: i16,
    /// The most visited moves, the best first.
    pub moves: Vec<SearchedMove>,
}

impl SearchedPosition {
    /// Most moves that are kept.
    const MAX_MOVES: usize = 8;

    /// A move is kept if it has at least 1/100 of the visits.
    const MIN_PART: u64 = 100;

    /// Keeps the moves of a search that it visited enough, at most eight. They must come the best first. Moves that are the
    /// same by a symmetry of the position become one.
    pub fn keep_moves(
        &mut self,
        board: &AnyBoard,
        to_move: Color,
        moves: impl IntoIterator<Item = SearchedMove>,
    ) {
        let mut kept: Vec<(u64, SearchedMove)> = Vec::new();
        for mv in moves {
            let mut after = board.clone();
            if after.play(to_move, Point::new(mv.coord)).is_err() {
                continue;
            }
            let key = Identity::of(&after, !to_move).key;
            match kept.iter_mut().find(|(known, _)| *known == key) {
                Some((_, twin)) => twin.add(mv),
                None => kept.push((key, mv)),
            }
        }
        let min_visits = u64::from(self.visits).div_ceil(Self::MIN_PART);
        self.moves = kept
            .into_iter()
            .map(|(_, mv)| mv)
            .filter(|mv| u64::from(mv.visits) >= min_visits.max(1))
            .take(Self::MAX_MOVES)
            .collect();
    }
}

/// What a search found about a move, for the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchedMove {
    /// The point.
    pub coord: Coord,
    /// Number of visits.
    pub visits: u32,
    /// Its value.
    pub win_rate: Share,
}

impl SearchedMove {
    /// Adds the visits of the same move.
    pub(super) fn add(&mut self, other: Self) {
        let Self {
            visits, win_rate, ..
        } = self;
        other.win_rate.add_to(other.visits, win_rate, visits);
    }
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
    pub(super) edges: Vec<Edge>,
    /// The positions with an edge to it.
    pub(super) parents: Vec<usize>,
    /// The value by minimax, for the side to move.
    pub value: f64,
    /// The cost of the cheapest open edge below it, by the side that follows the book; infinite without one.
    pub(super) costs: ByColor<f64>,
}

impl BookPosition {
    /// The side to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        color_at(self.depth)
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

    /// Turns points of the position from the orientation in the tree to the one with this view.
    pub(super) const fn turn_to(&self, to: Symmetry) -> Reorientation {
        Reorientation {
            from: self.identity.view(),
            to,
        }
    }
}

/// The side to move at this depth: Black moves first, and there are no passes.
pub(super) const fn color_at(depth: usize) -> Color {
    if depth.is_multiple_of(2) {
        Color::Black
    } else {
        Color::White
    }
}

/// A move from a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) mv: SearchedMove,
    /// The key of the position after the move.
    pub(super) key: u64,
    /// The position after the move, if the tree has it at a greater depth. This rules out cycles, even after captures.
    pub(super) child: Option<usize>,
    pub(super) state: EdgeState,
}

/// Whether the tree may grow at an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EdgeState {
    /// The tree may grow at the edge.
    Open,
    /// The position after it is being searched.
    Busy,
    /// It leads to a position of the tree, perhaps back to one of no greater depth.
    Closed,
}
