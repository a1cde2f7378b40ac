//! Where a tree grows: best-first, by drop-out expansion.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};

use tao_engine::raw::book::{BookPosition, BookTree, Edge};
use tao_rules::board::{ByColor, Color, Coord};

/// A position whose value for a side is below this is decided: no opening goes on there.
const DECIDED: f64 = 0.06;

/// Fixed cost of each move, so that short lines grow first.
const MOVE: f64 = 0.3;

/// Cost of losing the whole game for the side that does not follow the book: a loss of 2 % costs as much as a move that is e
/// times less likely.
const LOSS: f64 = 50.0;

/// The same for the side that follows the book, which plays moves that lose nothing.
const OWN_LOSS: f64 = 400.0;

/// How much too high a guessed value may be.
const DOUBT: f64 = 0.02;

/// A position that a tree should get next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The position before it and the move between them, as for [`BookTree::add`]; `None` for the empty board.
    pub origin: Option<(usize, Coord)>,
    /// The moves from the empty board.
    pub line: Vec<Coord>,
    key: Option<u64>,
}

/// The position to search next: the one after the line with the least cost. Each move of a line has a fixed cost and a cost
/// for what it loses. The costs are computed for either side as the one that follows the book, and the lower one counts.
/// `None` if the tree can grow nowhere but at the leaves in `busy`, which are being searched.
pub fn next_leaf(tree: &BookTree, busy: &[Leaf]) -> Option<Leaf> {
    if tree.is_empty() {
        return busy.is_empty().then(Leaf::default);
    }
    let costs = Costs::new(tree, busy);
    let ByColor([black, white]) = costs.below[0];
    let follower = if white < black {
        Color::White
    } else {
        Color::Black
    };
    let mut index = 0;
    loop {
        let position = &tree.positions()[index];
        let cheapest = position.edges.iter().map(|edge| {
            let cost = costs.of_edge(position, edge, follower);
            (cost, edge)
        });
        let (cost, edge) = cheapest.min_by(|(one, _), (other, _)| one.total_cmp(other))?;
        if cost.is_infinite() || costs.below[index][follower].is_infinite() {
            return None;
        }
        let Some(child) = edge.child else {
            let coord = edge.mv.coord;
            let mut line = tree.line(index);
            line.push(coord);
            let (origin, key) = (Some((index, coord)), Some(edge.key));
            return Some(Leaf { origin, line, key });
        };
        index = child;
    }
}

/// What it costs to grow a tree at its positions.
pub(super) struct Costs<'a> {
    tree: &'a BookTree,
    busy: &'a [Leaf],
    /// By position, and by the side that follows the book: the cost of the cheapest leaf below; infinite without one.
    pub(super) below: Vec<ByColor<f64>>,
}

impl<'a> Costs<'a> {
    pub(super) fn new(tree: &'a BookTree, busy: &'a [Leaf]) -> Self {
        let positions = tree.positions();
        let mut costs = Self {
            tree,
            busy,
            below: vec![ByColor::new(f64::INFINITY, f64::INFINITY); positions.len()],
        };
        // Edges lead to deeper positions.
        let mut indices: Vec<usize> = (0..positions.len()).collect();
        indices.sort_by_key(|&index| Reverse(positions[index].depth));
        for index in indices {
            costs.below[index] = ByColor::from_fn(|follower| costs.at(&positions[index], follower));
        }
        costs
    }

    fn at(&self, position: &BookPosition, follower: Color) -> f64 {
        let is_open = (DECIDED..=1.0 - DECIDED).contains(&position.value);
        if !is_open || position.depth >= BookTree::MAX_DEPTH {
            return f64::INFINITY;
        }
        let edges = position.edges.iter();
        edges
            .map(|edge| self.of_edge(position, edge, follower))
            .fold(f64::INFINITY, f64::min)
    }

    /// The cost of the cheapest leaf that is reached by way of an edge: the cost of the move plus the costs of the moves after
    /// it. A move of the side that does not follow the book is cheap if it loses little, or if the search visited it often.
    fn of_edge(&self, position: &BookPosition, edge: &Edge, follower: Color) -> f64 {
        let is_busy = || self.busy.iter().any(|leaf| leaf.key == Some(edge.key));
        let after = match edge.child {
            Some(child) => self.below[child][follower],
            None if self.tree.has_key(edge.key) || is_busy() => return f64::INFINITY,
            None => 0.0,
        };
        let is_guess = edge.child.is_none() && !position.is_trusted(edge);
        let doubt = if is_guess { DOUBT } else { 0.0 };
        let loss = (position.value - self.tree.edge_value(edge) + doubt).max(0.0);
        let cost = if position.to_move() == follower {
            OWN_LOSS * loss
        } else {
            f64::min(LOSS * loss, -share(position, edge).ln())
        };
        MOVE + cost + after
    }
}

/// Part of the search's visits that went to an edge.
fn share(position: &BookPosition, edge: &Edge) -> f64 {
    let visits = position.edges.iter().map(|edge| u64::from(edge.mv.visits));
    f64::from(edge.mv.visits) / visits.sum::<u64>().max(1) as f64
}
