//! Repetitions that only the tree sees.

use super::*;
use crate::board::{MIN_SIZE, Superko};
use crate::search::simulation::Worker;
use crate::search::tree::Node;

/// White sends two stones, of which Black's capture loses one stone in return: B1 brings the stones back that stood
/// after D1.
const MOVES: [&str; 8] = ["C2", "A2", "B2", "B1", "D1", "C1", "A1", "B1"];

/// The board after so many of the moves, and the keys of those before it.
fn after(moves: usize, superko: Superko) -> (AnyBoard, Vec<u64>) {
    let mut board = AnyBoard::new(5);
    let mut keys = Vec::new();
    let turns = Color::BOTH.into_iter().cycle();
    for (color, vertex) in turns.zip(&MOVES[..moves]) {
        keys.push(superko.key(board.hash(), color));
        let point = Point::new(vertex.parse().unwrap());
        board.play(color, point).unwrap();
    }
    (board, keys)
}

/// The node that the moves lead to.
fn follow<'t>(tree: &'t Tree, moves: &[&str]) -> &'t Node {
    moves.iter().fold(tree.root(), |node, vertex| {
        let step = NodeMove::Play(Point::<2>::new(vertex.parse().unwrap()));
        let mut children = tree.children(node).iter();
        children.find(|child| child.mv() == step).unwrap()
    })
}

#[test]
fn a_position_comes_back_only_where_superko_allows_it() {
    use Superko::{Positional, Simple, Situational};
    // With the first position in the game, at the root, and in the tree.
    for moves in [6, 5, 4] {
        for (superko, is_forbidden) in [(Simple, false), (Situational, false), (Positional, true)] {
            let (board, hashes) = after(moves, superko);
            // To come that far with few playouts, the first move is given.
            let others = Coord::all(5).filter(|coord| coord.to_string() != MOVES[moves]);
            let banned: Vec<Coord> = others.collect();
            let request = Request {
                banned: &banned,
                past: Past {
                    superko,
                    hashes: &hashes,
                },
                ..request(&board, Color::BOTH[moves % 2], 10_000)
            };
            // And the next ones are explored widely.
            let params = Params {
                selection: Selection::Ucb1 { c: 20.0 },
                ..Params::PLAIN_UCT
            };
            let search = Search::<2>::new(&params, &request, None);
            let report = search.run(None);
            assert_eq!(report.playouts, 10_000);
            let node = follow(&search.tree, &MOVES[moves..]);
            assert_eq!(node.is_forbidden(), is_forbidden, "{superko:?} {moves}");
            assert_eq!(node.visits() == 0, is_forbidden, "{superko:?} {moves}");
        }
    }
}

#[test]
fn a_leaf_whose_every_child_is_forbidden_is_played_out() {
    let board = AnyBoard::new(MIN_SIZE);
    let request = request(&board, Color::Black, 100);
    let search = Search::<2>::new(&Params::PLAIN_UCT, &request, None);
    Worker::new(&search, 0).expand_root();
    search
        .tree
        .children(search.tree.root())
        .iter()
        .for_each(Node::forbid);
    let report = search.run(None);
    assert_eq!(report.playouts, 100);
    assert_eq!((report.best, report.moves().len()), (Move::Pass, 0));
}
