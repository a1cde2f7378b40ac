//! Where the tree grows: best-first, by drop-out expansion.

use serde::{Deserialize, Serialize};

use super::SIDE;
use super::key::{Identity, Reorientation};
use super::position::{EdgeState, color_at};
use super::tree::BookTree;
use tao_rules::board::{Board, ByColor, Color, Coord, Point};

/// A position that a tree should get next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Leaf {
    /// The position before it and the move between them; `None` for the empty board.
    pub origin: Option<(usize, Coord)>,
    /// The moves from the empty board.
    pub line: Vec<Coord>,
    key: Option<u64>,
}

impl BookTree {
    /// The position to search next: the one after the line with the least cost. Each move of a line has a fixed cost and a cost
    /// for what it loses. The costs are computed for either side as the one that follows the book, and the lower one counts.
    /// `None` if the tree can grow nowhere but at leaves that are being searched.
    #[must_use]
    pub fn next_leaf(&self) -> Option<Leaf> {
        if self.is_empty() {
            return (!self.is_busy()).then(Leaf::default);
        }
        let ByColor([black, white]) = self.positions[0].costs;
        let follower = if white < black {
            Color::White
        } else {
            Color::Black
        };
        let mut index = 0;
        loop {
            let position = &self.positions[index];
            let cheapest = position.edges.iter().map(|edge| {
                let cost = self.edge_cost(position, position.value, edge, follower);
                (cost, edge)
            });
            let (cost, edge) = cheapest.min_by(|(one, _), (other, _)| one.total_cmp(other))?;
            if cost.is_infinite() || position.costs[follower].is_infinite() {
                return None;
            }
            let Some(child) = edge.child else {
                let coord = edge.mv.coord;
                let mut line = self.line(index);
                line.push(coord);
                let (origin, key) = (Some((index, coord)), Some(edge.key));
                return Some(Leaf { origin, line, key });
            };
            index = child;
        }
    }

    /// The origin to pass to [`add`](Self::add) for the position after this line. `None` if the tree has the position already
    /// or lacks the one before it, or if the line cannot be played.
    #[must_use]
    pub fn origin_of(&self, line: &[Coord]) -> Option<Option<(usize, Coord)>> {
        let mut board: Board<2> = Board::new(SIDE);
        let mut origin = None;
        for (depth, &coord) in line.iter().enumerate() {
            let before = Identity::of(&board, color_at(depth));
            let &parent = self.by_key.get(&before.key)?;
            let turn = Reorientation {
                from: before.view(),
                to: self.positions[parent].identity.view(),
            };
            origin = Some((parent, turn.apply(coord)));
            board.play(color_at(depth), Point::new(coord)).ok()?;
        }
        let is_known = self.find(&board, color_at(line.len())).is_some();
        (!is_known).then_some(origin)
    }

    /// Whether a leaf is reserved.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        !self.reserved.is_empty()
    }

    /// Keeps [`next_leaf`](Self::next_leaf) from a leaf while it is searched.
    pub fn reserve(&mut self, leaf: &Leaf) {
        self.reserved.push(leaf.key);
        self.set_state(leaf, EdgeState::Busy);
    }

    /// Releases a reserved leaf, which must be done before its position is added.
    pub fn release(&mut self, leaf: &Leaf) {
        self.reserved.retain(|&key| key != leaf.key);
        self.set_state(leaf, EdgeState::Open);
    }

    fn set_state(&mut self, leaf: &Leaf, state: EdgeState) {
        let Some(key) = leaf.key else {
            return;
        };
        let positions = self.waiting.get(&key).cloned().unwrap_or_default();
        for &position in &positions {
            let edges = self.positions[position].edges.iter_mut();
            for edge in edges.filter(|edge| edge.key == key) {
                edge.state = state;
            }
        }
        self.update(positions);
    }
}
