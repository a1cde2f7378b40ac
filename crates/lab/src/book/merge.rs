//! Merges books.

use tao_engine::raw::book::{Book, BookTree};
use tao_rules::board::Coord;

/// Adds the positions of another book. For a position in both, the search with more visits stays.
pub fn merge(book: &mut Book, other: &Book) {
    for tree in other.trees() {
        let own = book.tree_mut(tree.komi());
        let mut merged = BookTree::new(tree.komi());
        add_all(&mut merged, own, tree);
        add_all(&mut merged, tree, own);
        *own = merged;
    }
}

/// Adds the positions of `first` that `merged` lacks, each with its search in `first` or in `second`, whichever has more visits.
fn add_all(merged: &mut BookTree, first: &BookTree, second: &BookTree) {
    for (index, position) in first.positions().iter().enumerate() {
        let board = first.board(index);
        if merged.find(&board, position.to_move()).is_some() {
            continue;
        }
        let visits_of = |other: &usize| second.positions()[*other].searched.visits;
        let found = second.find(&board, position.to_move());
        let larger = found.filter(|other| visits_of(other) > position.searched.visits);
        let (tree, best) = larger.map_or((first, index), |other| (second, other));
        // The position before it has been added, so nothing is refused.
        let _ = add_same(merged, &first.line(index), tree, best);
    }
}

/// Adds the position after a line, with the search of the same position `same` of the tree `search`.
fn add_same(
    merged: &mut BookTree,
    line: &[Coord],
    search: &BookTree,
    same: usize,
) -> Option<usize> {
    let origin = merged.origin_of(line)?;
    let board = merged.board_after(origin).ok()?;
    let position = &search.positions()[same];
    let turn = position.turn_onto(&board);
    let mut searched = position.searched.clone();
    for mv in &mut searched.moves {
        mv.coord = turn.apply(mv.coord);
    }
    merged.add(origin, searched).ok()
}
