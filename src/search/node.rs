//! The tree: nodes in one growing array, the children of a node side by side.

use super::prior::Prior;
use crate::board::Point;

/// A move in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<const W: usize> {
    /// A stone.
    Play(Point<W>),
    /// No stone.
    Pass,
}

/// Index of a node in its [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// A move that was looked at, and how the simulations through it went.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<const W: usize> {
    /// The move that leads here.
    pub(super) step: Step<W>,
    /// Simulations through this node.
    pub(super) visits: u32,
    /// Twice the wins, plus the draws, of the side that made the move: an integer, so that no rounding
    /// depends on the order of simulations.
    pub(super) half_wins: u32,
    /// Simulations through the parent in which the move was made, here or later, by the same side before the other one
    /// played there: "all moves as first".
    pub(super) amaf_visits: u32,
    /// The same for these as `half_wins` for the visits.
    pub(super) amaf_half_wins: u32,
    /// What the move seemed worth before its first visit.
    prior: Prior,
    first_child: u32,
    child_count: u16,
}

impl<const W: usize> Node<W> {
    const fn new(step: Step<W>, prior: Prior) -> Self {
        Self {
            step,
            visits: 0,
            half_wins: 0,
            amaf_visits: 0,
            amaf_half_wins: 0,
            prior,
            first_child: 0,
            child_count: 0,
        }
    }

    /// Share of the points that the side that made the move got, in [0, 1]. Needs a visit.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        f64::from(self.half_wins) / (2.0 * f64::from(self.visits))
    }

    /// Games played and seeming: the visits, and those of the prior.
    #[inline]
    pub(super) const fn games(&self) -> u32 {
        self.visits + self.prior.games as u32
    }

    /// The mean of these games, in [0, 1]. Needs one.
    #[inline]
    pub(super) fn mean_of_games(&self) -> f64 {
        let half_wins = self.half_wins + u32::from(self.prior.half_wins);
        f64::from(half_wins) / (2.0 * f64::from(self.games()))
    }

    /// Whether the node was expanded.
    #[inline]
    pub(super) const fn has_children(&self) -> bool {
        self.child_count > 0
    }
}

/// Nodes of which the tree never has more: 32 bytes each, so 512 MiB, or twice that for a moment while the
/// array grows. When it is full, the search goes on with the leaves it has.
const MAX_NODES: usize = 1 << 24;

/// All nodes of one search.
#[derive(Clone, Debug)]
pub(super) struct Tree<const W: usize> {
    nodes: Vec<Node<W>>,
    is_full: bool,
}

impl<const W: usize> Tree<W> {
    pub(super) const ROOT: NodeId = NodeId(0);

    /// A tree with nothing but a root, whose own move means nothing.
    pub(super) fn new() -> Self {
        Self {
            nodes: vec![Node::new(Step::Pass, Prior::default())],
            is_full: false,
        }
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the last leaf got no children for want of room.
    pub(super) const fn is_full(&self) -> bool {
        self.is_full
    }

    /// The node with this index.
    #[inline]
    pub(super) fn node(&self, id: NodeId) -> &Node<W> {
        &self.nodes[id.0 as usize]
    }

    /// The node with this index, to change.
    #[inline]
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<W> {
        &mut self.nodes[id.0 as usize]
    }

    /// The children of a node, each with its index, in the order of their first visits.
    pub(super) fn children(&self, id: NodeId) -> impl Iterator<Item = (NodeId, &Node<W>)> {
        let Node {
            first_child,
            child_count,
            ..
        } = *self.node(id);
        let range = first_child as usize..first_child as usize + usize::from(child_count);
        (first_child..).map(NodeId).zip(&self.nodes[range])
    }

    /// The children of a node, to change.
    pub(super) fn children_mut(&mut self, id: NodeId) -> &mut [Node<W>] {
        let Node {
            first_child,
            child_count,
            ..
        } = *self.node(id);
        let first_child = first_child as usize;
        &mut self.nodes[first_child..first_child + usize::from(child_count)]
    }

    /// Gives a leaf its children. Nothing happens when the tree is full.
    pub(super) fn expand(&mut self, id: NodeId, steps: &[(Step<W>, Prior)]) {
        self.is_full = self.len() + steps.len() > MAX_NODES;
        if self.is_full {
            return;
        }
        let first_child = self.len() as u32;
        let children = steps.iter().map(|&(step, prior)| Node::new(step, prior));
        self.nodes.extend(children);
        let node = self.node_mut(id);
        node.first_child = first_child;
        node.child_count = steps.len() as u16;
    }
}
