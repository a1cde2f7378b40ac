//! An atari and its only answer as one step of the tree.

use super::*;
use crate::search::descent::Descent;

/// Black's atari at C4 leaves the stone at C3 the escape to C2 alone.
const ATARI: &str = "
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . X O X . . .
    . . . . . . .
    . . . . . . .";

/// The number of moves at the root, and the children and visits of each visited move that puts the stone at C3 into atari.
fn steps(merge_forced: bool) -> (usize, Vec<(usize, u32)>) {
    let board = board(ATARI);
    let request = request(&board, Color::Black, 600);
    let params = Params {
        tree: TreeParams {
            merge_forced,
            ..Params::PLAYOUTS.tree
        },
        ..Params::PLAYOUTS
    };
    let search = Search::<2>::new(&params, &request, None);
    search.run(None, None);
    let tree: &Tree = &search.tree;
    let root = tree.children(tree.root());
    let mut ataris = Vec::new();
    for child in root {
        let mut after: Descent<2> = search.root.clone();
        after.play(&search.line_tables, child.mv());
        let white = Point::new("C3".parse().unwrap());
        if after.board.in_atari().contains(white) && child.visits() > 0 {
            ataris.push((tree.children(child).len(), child.visits()));
        }
    }
    (root.len(), ataris)
}

#[test]
fn the_answer_to_an_atari_is_its_only_child() {
    let (moves, ataris) = steps(true);
    assert!(moves > 20, "the root has all moves: {moves}");
    assert!(!ataris.is_empty());
    // Even a single visit goes on to the answer.
    assert!(
        ataris.iter().all(|&(children, _)| children == 1),
        "{ataris:?}"
    );
    let (_, ataris) = steps(false);
    assert!(
        ataris.iter().any(|&(children, _)| children > 20),
        "{ataris:?}"
    );
}

#[test]
fn a_position_with_a_forced_answer_is_searched_anew() {
    let params = Params {
        tree: TreeParams {
            merge_forced: true,
            ..Params::PLAYOUTS.tree
        },
        ..Params::PLAYOUTS
    };
    let before = board(ATARI);
    let mut searcher = Searcher::default();
    let first = Request {
        move_number: 20,
        ..request(&before, Color::Black, 600)
    };
    searcher.search(&params, &first);
    let mut after = before.clone();
    after
        .play(Color::Black, Point::new("C4".parse().unwrap()))
        .unwrap();
    let second = Request {
        move_number: 21,
        recent_moves: recent(&["C4"]),
        ..request(&after, Color::White, 100)
    };
    let report = searcher.search(&params, &second);
    assert_eq!(report.reused_visits, 0);
    assert!(report.moves().len() > 1);
}
