//! Merges two books.

use super::key::Identity;
use super::tree::BookTree;
use super::{Book, SIDE};
use tao_rules::board::{Board, Point};

impl Book {
    /// Adds the positions of another book. For a position in both, the search with more visits stays.
    pub fn merge(&mut self, other: &Self) {
        for tree in other.trees() {
            let own = self.tree_mut(tree.komi());
            let mut merged = BookTree::new(tree.komi());
            merged.add_all(own, tree);
            merged.add_all(tree, own);
            *own = merged;
        }
    }

    /// The number of positions of all trees.
    #[must_use]
    pub fn len(&self) -> usize {
        self.trees().iter().map(BookTree::len).sum()
    }

    /// Whether no tree has a position.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl BookTree {
    /// Adds the positions of `first` that this tree lacks, each with its search in `first` or in `second`, whichever has more
    /// visits.
    fn add_all(&mut self, first: &Self, second: &Self) {
        for index in 0..first.len() {
            let board = first.board(index);
            let to_move = first.positions[index].to_move();
            if self.find(&board, to_move).is_some() {
                continue;
            }
            let found = second.find(&board, to_move);
            let other = found.map(|other| (second, other));
            let searches = [Some((first, index)), other].into_iter().flatten();
            let best = searches.max_by_key(|&(tree, index)| {
                (
                    tree.positions[index].searched.visits,
                    std::ptr::eq(tree, first),
                )
            });
            if let Some((tree, best)) = best {
                // The position before it has been added, so nothing is refused.
                let _ = self.add_same(first, index, tree, best);
            }
        }
    }

    /// Adds position `index` of the tree `line`, with what the tree `search` has found in its position `same`.
    fn add_same(&mut self, line: &Self, index: usize, search: &Self, same: usize) -> Option<usize> {
        let mut board = Board::new(SIDE);
        let origin = match line.positions[index].origin {
            None => None,
            Some((before, coord)) => {
                let to_move = line.positions[before].to_move();
                let parent = self.find(&line.board(before), to_move)?;
                let view = self.positions[parent].identity.view();
                let coord = line.positions[before].turn_to(view).apply(coord);
                board = self.board(parent);
                board.play(to_move, Point::new(coord)).ok()?;
                Some((parent, coord))
            }
        };
        let to_move = line.positions[index].to_move();
        let view = Identity::of(&board, to_move).view();
        let turn = search.positions[same].turn_to(view);
        let mut searched = search.positions[same].searched.clone();
        for mv in &mut searched.moves {
            mv.coord = turn.apply(mv.coord);
        }
        self.add(origin, searched).ok()
    }
}
