//! What the tree of one search is worth to the next.
//!
//! The moves between the two positions are not told: the tree's own moves are made on a board, and what comes out must be
//! the new position, down to the last two moves. So nothing has to be known of undo, new games, or stones that are set up.

use super::budget::MOST;
use super::descent::Descent;
use super::node::{Node, Step};
use super::proof::Proof;
use super::tree::{ROOT, Tree};
use super::{Params, Request, TreeView};
use crate::board::{AnyBoard, Color, Coord, Move, Superko};
use crate::candidates::LineTables;
use crate::playout::Switch;

/// Most moves between two searches whose tree is kept: an own one and the answer.
const MOST_MOVES: usize = 2;

/// A tree and what it was grown for.
#[derive(Debug)]
pub(super) struct SavedTree {
    tree: Tree,
    params: Params,
    board: AnyBoard,
    to_move: Color,
    komi: f64,
    last: Option<Move>,
    second_last: Option<Move>,
    move_number: usize,
    superko: Superko,
    hashes: Vec<u64>,
    /// Whether no search may go on with the tree: it was told to leave something out, or the next one is to begin anew.
    is_closed: bool,
}

impl SavedTree {
    pub(super) fn new(tree: Tree, params: &Params, request: &Request<'_>) -> Self {
        Self {
            tree,
            params: params.clone(),
            board: request.board.clone(),
            to_move: request.to_move,
            komi: request.komi,
            last: request.last,
            second_last: request.second_last,
            move_number: request.move_number,
            superko: request.past.superko,
            hashes: request.past.hashes.to_vec(),
            is_closed: !request.restrictions.is_empty(),
        }
    }

    /// From here on no search goes on with the tree.
    pub(super) const fn close(&mut self) {
        self.is_closed = true;
    }

    /// The tree as plain data.
    pub(super) const fn outline(&self) -> TreeView<'_> {
        TreeView::new(
            &self.tree,
            &self.params,
            &self.board,
            self.to_move,
            self.komi,
        )
    }

    /// The part of the tree above the position of a request, whose walk begins with `root`; `None` if there is none, or if
    /// it was grown for something else.
    pub(super) fn tree_for<const W: usize>(
        mut self,
        params: &Params,
        request: &Request<'_>,
        root: &Descent<W>,
        near: &LineTables<W>,
    ) -> Option<Tree> {
        let moves = request.move_number.checked_sub(self.move_number)?;
        let fits = !self.is_closed
            && request.restrictions.is_empty()
            && params.reuse == Switch::On
            && self.params == *params
            && self.komi.to_bits() == request.komi.to_bits()
            && self.board.size() == request.board.size()
            // What superko forbade, it forbids still.
            && self.superko == request.past.superko
            && request.past.hashes.starts_with(&self.hashes);
        if !fits || moves > MOST_MOVES {
            return None;
        }
        let replay = Replay {
            tree: &self.tree,
            near,
            target: root,
        };
        let old_root = Descent::new(&self.request(), near);
        let index = replay.find(ROOT, self.tree.root(), &old_root, moves)?;
        if index != ROOT {
            self.tree.keep(index);
        }
        let tree = self.tree;
        forbid::<W>(&tree, request.banned);
        (u64::from(tree.root().visits()) <= MOST).then_some(tree)
    }

    /// The request of the search that made the tree, as far as the position goes.
    fn request(&self) -> Request<'_> {
        Request {
            last: self.last,
            second_last: self.second_last,
            move_number: self.move_number,
            ..Request::new(&self.board, self.to_move, self.komi)
        }
    }
}

/// Takes moves of the root out of the tree that superko forbids by now, and what they seemed to prove.
fn forbid<const W: usize>(tree: &Tree, banned: &[Coord]) {
    let children = tree.children(tree.root());
    for child in children {
        if let Step::Play(point) = child.step::<W>()
            && banned.contains(&point.coord())
        {
            child.forbid();
            tree.root().set_proof(Proof::by_replies::<W>(children));
        }
    }
}

/// Makes the moves of a tree, to find a position.
struct Replay<'a, const W: usize> {
    tree: &'a Tree,
    near: &'a LineTables<W>,
    target: &'a Descent<W>,
}

impl<const W: usize> Replay<'_, W> {
    /// Index of the node that is so many moves above a node and has the position looked for.
    fn find(&self, index: u32, node: &Node, walk: &Descent<W>, moves: usize) -> Option<u32> {
        let Some(moves_after) = moves.checked_sub(1) else {
            return walk.is_at(self.target).then_some(index);
        };
        let (first, _) = node.children()?;
        let children = (first..).zip(self.tree.children(node));
        children
            .filter(|(_, child)| moves_after > 0 || self.target.follows(child.step()))
            .find_map(|(index, child)| {
                let mut next = walk.clone();
                next.step(self.near, child.step());
                self.find(index, child, &next, moves_after)
            })
    }
}
