//! The tree of a search for who wants to look at it, as plain data: node after node, each before those below it.

use std::cmp::Reverse;
use std::vec;

use super::node::Node;
use super::report::{rank, to_move, win_rate};
use super::tree::Tree;
use super::{Params, Priors, Proof};
use crate::board::{AnyBoard, Color, Move};

/// One visit in so many of the root's is the least for a node that is [usually](Outline::default_filter) shown.
const VISITS_PER_SHOWN: u64 = 100;

/// Fewer visits than these tell nothing, however small the tree.
const TELLING_VISITS: u64 = 10;

/// Moves after which lines are [usually](Outline::default_filter) cut off.
const USUAL_DEPTH: usize = 20;

/// The tree that the latest search of a [`Searcher`](super::Searcher) has left, seen from its root.
#[derive(Clone, Copy, Debug)]
pub struct TreeView<'a> {
    tree: &'a Tree,
    params: &'a Params,
    board: &'a AnyBoard,
    to_move: Color,
    komi: f64,
    move_of: fn(&Node) -> Move,
}

/// How much of a tree is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// Visits of a node, at least; a node that was never visited is not shown in any case.
    pub visits: u64,
    /// Moves from the root, at most.
    pub depth: usize,
}

impl Cut {
    /// Whether a node with so many visits is shown, if it is not too deep.
    #[must_use]
    pub fn keeps(&self, visits: u64) -> bool {
        visits >= self.visits.max(1)
    }
}

/// A node of the tree.
#[derive(Clone, Debug)]
pub struct TreeNode {
    /// Moves from the root.
    pub depth: usize,
    /// The move that leads here, none to the root.
    pub mv: Option<Move>,
    /// Who made it, whose figures these are; at the root, who is not to move.
    pub mover: Color,
    /// What is known of it.
    pub figures: Figures,
    /// The answers that were tried, the one to play first, shown or not.
    pub replies: Vec<(Move, Figures)>,
    /// How many of these the walk goes on to.
    pub branches: usize,
}

/// What the tree knows of a move. Win rates are those of the side that makes it, draws half, in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Simulations through the move.
    pub visits: u64,
    /// Share of them that were won, 0 without any; exact where the game is solved.
    pub win_rate: f64,
    /// What is certain of the move.
    pub proof: Proof,
    /// Simulations through the position before it in which the side made the move there or later, before the other
    /// played on its point: "all moves as first".
    pub amaf_games: u64,
    /// Share of them that were won, 0 without any.
    pub amaf_win_rate: f64,
    /// How likely the move was thought to be the best before it was tried, in [0, 1]. Nobody thinks about a pass.
    pub prior: Option<f64>,
}

impl<'a> TreeView<'a> {
    pub(super) const fn new(
        tree: &'a Tree,
        params: &'a Params,
        board: &'a AnyBoard,
        to_move: Color,
        komi: f64,
    ) -> Self {
        let move_of = match board.size() {
            0..=9 => move_of::<2>,
            10..=13 => move_of::<4>,
            _ => move_of::<6>,
        };
        Self {
            tree,
            params,
            board,
            to_move,
            komi,
            move_of,
        }
    }

    /// The position at the root.
    #[must_use]
    pub const fn board(&self) -> &'a AnyBoard {
        self.board
    }

    /// Who is to move there.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Points that White gets on top.
    #[must_use]
    pub const fn komi(&self) -> f64 {
        self.komi
    }

    /// So much that a viewer opens it: nodes with a hundredth of the root's visits, and with ten, down to the twentieth
    /// move.
    #[must_use]
    pub fn default_filter(&self) -> Cut {
        let visits = u64::from(self.tree.root().visits());
        Cut {
            visits: visits.div_ceil(VISITS_PER_SHOWN).max(TELLING_VISITS),
            depth: USUAL_DEPTH,
        }
    }

    /// Walks over the tree, depth first, at each node along the best branch first.
    #[must_use]
    pub fn walk(&self, cut: Cut) -> TreeWalk<'a> {
        TreeWalk {
            outline: *self,
            cut,
            root: Some(self.tree.root()),
            waiting: Vec::new(),
        }
    }

    /// The children of a node that were tried and are allowed, the one to play first.
    fn tried(&self, node: &Node) -> Vec<&'a Node> {
        let children = self.tree.children(node).iter();
        let tried = children.filter(|child| child.visits() > 0 && !child.is_forbidden());
        let mut tried: Vec<&Node> = tried.collect();
        tried.sort_by_key(|child| Reverse(rank(self.params.choice, child)));
        tried
    }
}

impl Figures {
    fn of(node: &Node, mv: Option<Move>, priors: Priors) -> Self {
        let (results, amaf) = (node.results.get(), node.amaf.get());
        let is_stone = mv.and_then(Move::coord).is_some();
        Self {
            visits: results.games.into(),
            win_rate: win_rate(node.proof(), results),
            proof: node.proof(),
            amaf_games: amaf.games.into(),
            amaf_win_rate: if amaf.games > 0 { amaf.mean() } else { 0.0 },
            prior: priors.chance(node.prior()).filter(|_| is_stone),
        }
    }
}

fn move_of<const W: usize>(node: &Node) -> Move {
    to_move::<W>(node.step::<W>())
}

/// A step of a [`TreeWalk`].
#[derive(Clone, Debug)]
pub enum TreeStep {
    /// To a node: the root at first, then a child of the node that the walk is at.
    Down(TreeNode),
    /// Back to its parent, and from the root out of the tree.
    Up,
}

/// A walk over the part of a tree that is shown. It keeps no more than the line that it is on, and goes as deep as that is.
#[derive(Clone, Debug)]
pub struct TreeWalk<'a> {
    outline: TreeView<'a>,
    cut: Cut,
    /// Until the walk begins.
    root: Option<&'a Node>,
    /// For each node on the line: its branches that are still to come.
    waiting: Vec<vec::IntoIter<&'a Node>>,
}

impl Iterator for TreeWalk<'_> {
    type Item = TreeStep;

    fn next(&mut self) -> Option<TreeStep> {
        if let Some(root) = self.root.take() {
            return Some(TreeStep::Down(self.enter(root)));
        }
        if let Some(node) = self.waiting.last_mut()?.next() {
            return Some(TreeStep::Down(self.enter(node)));
        }
        self.waiting.pop();
        Some(TreeStep::Up)
    }
}

impl<'a> TreeWalk<'a> {
    fn enter(&mut self, node: &'a Node) -> TreeNode {
        let TreeView {
            params,
            to_move,
            move_of,
            ..
        } = self.outline;
        let depth = self.waiting.len();
        let figures = |node: &Node, mv| Figures::of(node, mv, params.priors);
        let mut tried = self.outline.tried(node);
        let replies: Vec<(Move, Figures)> = tried
            .iter()
            .map(|child| (move_of(child), figures(child, Some(move_of(child)))))
            .collect();
        let is_deepest = depth >= self.cut.depth;
        tried.retain(|child| !is_deepest && self.cut.keeps(child.visits().into()));
        let mv = (depth > 0).then(|| move_of(node));
        let node = TreeNode {
            depth,
            mv,
            mover: if depth.is_multiple_of(2) {
                !to_move
            } else {
                to_move
            },
            figures: figures(node, mv),
            replies,
            branches: tried.len(),
        };
        self.waiting.push(tried.into_iter());
        node
    }
}
