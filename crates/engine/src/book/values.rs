//! Values by minimax, and the cost by which the tree grows.

use super::position::{BookPosition, Edge, EdgeState};
use super::tree::BookTree;
use tao_rules::board::{ByColor, Color};

/// Percent of the visits of the most visited move below which the search's value of a move is a guess. The share is the same as
/// in the choice of a move by its lower bound.
const MIN_SHARE: u64 = 15;

/// A position whose value for a side is below this is decided: no opening goes on there.
const DECIDED: f64 = 0.06;

/// Fixed cost of each move, so that short lines grow first.
const MOVE: f64 = 0.3;

/// What a loss of the whole game costs to the side that does not follow the book: 2 % cost as much as a move that is e times
/// less likely.
const LOSS: f64 = 50.0;

/// The same for the side that follows the book, which plays moves that lose nothing.
const OWN_LOSS: f64 = 400.0;

/// How much too high a guessed value may be.
const DOUBT: f64 = 0.02;

impl BookPosition {
    /// Part of the search's visits that went to an edge.
    fn share(&self, edge: &Edge) -> f64 {
        let visits = self.edges.iter().map(|edge| u64::from(edge.mv.visits));
        f64::from(edge.mv.visits) / visits.sum::<u64>().max(1) as f64
    }

    /// Whether the search's own value of an edge counts.
    pub(super) fn is_trusted(&self, edge: &Edge) -> bool {
        let visits = self.edges.iter().map(|edge| u64::from(edge.mv.visits));
        let most = visits.max().unwrap_or(0);
        edge.mv.visits > 0 && 100 * u64::from(edge.mv.visits) >= MIN_SHARE * most
    }
}

impl BookTree {
    /// The value of an edge for the side that makes the move: that of the position after it if the tree has it, else the one
    /// that the search found.
    pub(super) fn edge_value(&self, edge: &Edge) -> f64 {
        edge.child.map_or_else(
            || edge.mv.win_rate.number(),
            |child| 1.0 - self.positions[child].value,
        )
    }

    /// Computes value and costs of a position from those after it, and tells whether they changed.
    pub(super) fn evaluate(&mut self, index: usize) -> bool {
        let position = &self.positions[index];
        let value = position
            .edges
            .iter()
            .filter(|edge| edge.child.is_some() || position.is_trusted(edge))
            .map(|edge| self.edge_value(edge))
            .reduce(f64::max)
            .unwrap_or_else(|| position.searched.win_rate.number());
        let costs = ByColor::from_fn(|follower| self.cost(position, value, follower));
        let position = &mut self.positions[index];
        let is_new = position.value.to_bits() != value.to_bits()
            || position.costs.map(f64::to_bits) != costs.map(f64::to_bits);
        position.value = value;
        position.costs = costs;
        is_new
    }

    /// The least cost of an edge to grow at below a position of this value.
    fn cost(&self, position: &BookPosition, value: f64, follower: Color) -> f64 {
        if !(DECIDED..=1.0 - DECIDED).contains(&value) || position.depth >= Self::MAX_DEPTH {
            return f64::INFINITY;
        }
        let edges = position.edges.iter();
        edges
            .map(|edge| self.edge_cost(position, value, edge, follower))
            .fold(f64::INFINITY, f64::min)
    }

    /// The cost of the cheapest edge to grow at that is reached by way of an edge of a position of this value: the cost of the
    /// move plus the costs of the moves after it. A move of the side that does not follow the book is cheap if it loses little,
    /// or if the search visited it often.
    pub(super) fn edge_cost(
        &self,
        position: &BookPosition,
        value: f64,
        edge: &Edge,
        follower: Color,
    ) -> f64 {
        let after = match (edge.child, edge.state) {
            (Some(child), _) => self.positions[child].costs[follower],
            (None, EdgeState::Open) => 0.0,
            (None, EdgeState::Busy | EdgeState::Closed) => return f64::INFINITY,
        };
        let is_guess = edge.child.is_none() && !position.is_trusted(edge);
        let doubt = if is_guess { DOUBT } else { 0.0 };
        let loss = (value - self.edge_value(edge) + doubt).max(0.0);
        let cost = if position.to_move() == follower {
            OWN_LOSS * loss
        } else {
            f64::min(LOSS * loss, -position.share(edge).ln())
        };
        MOVE + cost + after
    }
}
