//! The tree of a search as plain data, each node before those below it.

use std::cmp::Reverse;
use std::vec;

use super::MoveStats;
use super::snapshot::Ranking;
use crate::search::node::Node;
use crate::search::params::Params;
use crate::search::request::Request;
use crate::search::tree::Tree;
use tao_rules::board::{Color, Move, with_class};

/// The [default filter](TreeView::default_filter) shows nodes with 1/100 of the root's visits.
const SHOWN_DIVISOR: u64 = 100;

/// Fewest visits of a node that the default filter shows.
const MIN_VISITS: u64 = 10;

/// Most moves from the root that the default filter shows.
const DEFAULT_DEPTH: usize = 20;

/// The tree of the latest search of a [`Searcher`](crate::search::Searcher).
#[derive(Clone, Copy, Debug)]
pub struct TreeView<'a> {
    tree: &'a Tree,
    params: &'a Params,
    /// The position at the root, and what was asked about it.
    pub request: &'a Request,
    move_of: fn(&Node) -> Move,
}

/// How much of a tree is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeFilter {
    /// Fewest visits of a node. Unvisited nodes are never shown.
    pub visits: u64,
    /// Most moves from the root.
    pub depth: usize,
}

impl TreeFilter {
    /// Whether a node with this many visits is shown, if it is not too deep.
    pub fn shows(&self, visits: u64) -> bool {
        visits >= self.visits.max(1)
    }
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// Moves from the root.
    pub depth: usize,
    /// The side that made the move; at the root, the side not to move.
    pub mover: Color,
    /// The move and its statistics. The root's move is a pass without meaning.
    pub stats: MoveStats,
    /// The visited replies, the best first, shown or not.
    pub replies: Vec<MoveStats>,
    /// Number of replies that the walk goes on to.
    pub branches: usize,
}

impl TreeNode {
    /// The move that leads here; `None` at the root.
    pub fn mv(&self) -> Option<Move> {
        (self.depth > 0).then_some(self.stats.mv)
    }
}

impl<'a> TreeView<'a> {
    pub fn new(tree: &'a Tree, params: &'a Params, request: &'a Request) -> Self {
        Self {
            tree,
            params,
            request,
            move_of: with_class!(request.board.size(), W => move_of::<W>),
        }
    }

    /// A filter that shows no more than viewers can open: nodes with at least a hundredth of the root's visits and at least
    /// ten, up to 20 moves deep.
    pub fn default_filter(&self) -> TreeFilter {
        let visits = u64::from(self.tree.root().visits());
        TreeFilter {
            visits: visits.div_ceil(SHOWN_DIVISOR).max(MIN_VISITS),
            depth: DEFAULT_DEPTH,
        }
    }

    /// Walks over the tree, depth first, best branches first.
    pub fn walk(&self, filter: TreeFilter) -> TreeWalk<'a> {
        TreeWalk {
            view: *self,
            filter,
            waiting: vec![vec![self.tree.root()].into_iter()],
        }
    }

    fn visited_children(&self, node: &Node) -> Vec<&'a Node> {
        let children = self.tree.allowed_children(node);
        let mut visited: Vec<&Node> = children.filter(|child| child.visits() > 0).collect();
        let ranking = Ranking::new(self.params.selection.choice, &visited);
        visited.sort_by_key(|child| Reverse(ranking.rank(child)));
        visited
    }

    fn stats(&self, node: &Node) -> MoveStats {
        MoveStats::of_node(node, (self.move_of)(node), self.params)
    }
}

fn move_of<const W: usize>(node: &Node) -> Move {
    node.mv::<W>().to_move()
}

/// A step of a [`TreeWalk`].
#[derive(Clone, Debug)]
pub enum TreeStep {
    /// To a node: first the root, then a child of the current node.
    Down(Box<TreeNode>),
    /// Back to the parent, and from the root out of the tree.
    Up,
}

/// A walk over the shown part of a tree. It keeps only the current line in memory.
#[derive(Clone, Debug)]
pub struct TreeWalk<'a> {
    view: TreeView<'a>,
    filter: TreeFilter,
    /// The root until the walk begins, and for each node on the line its branches still to come.
    waiting: Vec<vec::IntoIter<&'a Node>>,
}

impl Iterator for TreeWalk<'_> {
    type Item = TreeStep;

    fn next(&mut self) -> Option<TreeStep> {
        if let Some(node) = self.waiting.last_mut()?.next() {
            return Some(TreeStep::Down(Box::new(self.enter(node))));
        }
        self.waiting.pop();
        (!self.waiting.is_empty()).then_some(TreeStep::Up)
    }
}

impl<'a> TreeWalk<'a> {
    fn enter(&mut self, node: &'a Node) -> TreeNode {
        let view = self.view;
        let depth = self.waiting.len() - 1;
        let mut children = view.visited_children(node);
        let replies = children.iter().map(|child| view.stats(child)).collect();
        let is_deepest = depth >= self.filter.depth;
        children.retain(|child| !is_deepest && self.filter.shows(child.visits().into()));
        let entered = TreeNode {
            depth,
            mover: if depth.is_multiple_of(2) {
                !view.request.to_move
            } else {
                view.request.to_move
            },
            stats: view.stats(node),
            replies,
            branches: children.len(),
        };
        self.waiting.push(children.into_iter());
        entered
    }
}
