//! Reuse of a tree by the next search. The moves of the tree are replayed until they reach the requested position with the same
//! last moves, so undo, new games and set-up stones need no special care.

use super::{MAX_SIMULATIONS, Node, Proof, ROOT, Tree};
use crate::candidates::LineTables;
use crate::search::simulation::Descent;
use crate::search::{Params, Request, TreeView};
use tao_rules::board::{Coord, PointMove};

/// Most moves between two searches that share a tree: an own move and the reply.
const MAX_MOVES: usize = 2;

#[derive(Debug)]
pub struct SavedTree {
    tree: Tree,
    params: Params,
    request: Request,
    is_reusable: bool,
}

impl SavedTree {
    /// The tree of a search.
    pub fn new(tree: Tree, params: &Params, request: &Request) -> Self {
        Self {
            tree,
            params: params.clone(),
            request: request.clone(),
            is_reusable: request.is_plain(),
        }
    }

    /// Makes the next search start a new tree.
    pub const fn retire(&mut self) {
        self.is_reusable = false;
    }

    pub fn view(&self) -> TreeView<'_> {
        TreeView::new(&self.tree, &self.params, &self.request)
    }

    /// The part of the tree below a requested position; `None` if the tree does not have the position or was grown under other
    /// conditions.
    pub fn tree_for<const W: usize>(
        mut self,
        params: &Params,
        request: &Request,
        root: &Descent<W>,
        line_tables: &LineTables<W>,
    ) -> Option<Tree> {
        let old = &self.request;
        let moves = request.move_number.checked_sub(old.move_number)?;
        let fits = self.is_reusable
            && request.is_plain()
            && params.tree.reuse
            && self.params == *params
            && old.komi.to_bits() == request.komi.to_bits()
            && old.counts_stones == request.counts_stones
            && old.board.size() == request.board.size()
            // All positions that superko forbade are still forbidden.
            && old.superko.rule == request.superko.rule
            && request.superko.keys.starts_with(&old.superko.keys);
        if !fits || moves > MAX_MOVES {
            return None;
        }
        let replay = Replay {
            tree: &self.tree,
            line_tables,
            target: root,
        };
        let old_root = Descent::new(old, line_tables);
        let index = replay.find(ROOT, self.tree.root(), &old_root, moves)?;
        if index != ROOT {
            self.tree.keep(index);
        }
        let tree = self.tree;
        let counts_alike = match moves {
            0 => self.request.dead == request.dead,
            _ => request.dead.is_none(),
        };
        if !counts_alike && has_tried_pass::<W>(&tree) {
            return None;
        }
        forbid::<W>(&tree, &request.banned);
        (u64::from(tree.root().visits()) <= MAX_SIMULATIONS).then_some(tree)
    }
}

/// Forbids the moves of the root that superko bans by now, and updates the proof of the root, which may rest on them.
fn forbid<const W: usize>(tree: &Tree, banned: &[Coord]) {
    let children = tree.children(tree.root());
    for child in children {
        if let PointMove::Play(point) = child.mv::<W>()
            && banned.contains(&point.coord())
        {
            child.forbid();
            tree.root().set_proof(Proof::by_replies::<W>(children));
        }
    }
}

/// Whether a pass at the root was tried. The value of the pass depends on how the game is scored after another pass.
fn has_tried_pass<const W: usize>(tree: &Tree) -> bool {
    let mut children = tree.children(tree.root()).iter();
    children.any(|child| child.mv::<W>() == PointMove::Pass && !child.is_untried())
}

struct Replay<'a, const W: usize> {
    tree: &'a Tree,
    line_tables: &'a LineTables<W>,
    target: &'a Descent<W>,
}

impl<const W: usize> Replay<'_, W> {
    /// Index of the node with the target position, `moves` moves below a node.
    fn find(&self, index: u32, node: &Node, at: &Descent<W>, moves: usize) -> Option<u32> {
        let Some(moves_after) = moves.checked_sub(1) else {
            return at.is_at(self.target).then_some(index);
        };
        let (first, _) = node.children()?;
        let children = (first..).zip(self.tree.children(node));
        children
            .filter(|(_, child)| moves_after > 0 || self.target.can_follow(child.mv()))
            .find_map(|(index, child)| {
                let mut next = at.clone();
                next.play(self.line_tables, child.mv());
                self.find(index, child, &next, moves_after)
            })
    }
}
