//! Repetitions that occur in the tree only.

use super::network::cached_network;
use super::*;
use tao_rules::board::MIN_SIZE;
use tao_rules::game::{Game, Rules, Superko};

/// White throws in two stones; after Black has captured them, White's B1 takes a stone back and repeats the position after
/// D1.
const MOVES: [&str; 8] = ["C2", "A2", "B2", "B1", "D1", "C1", "A1", "B1"];

/// The board of this size after the first `count` of [`MOVES`], and the superko keys of the positions before it.
fn after(count: usize, size: usize, superko: Superko) -> (AnyBoard, Vec<u64>) {
    let mut board = AnyBoard::new(size);
    let mut keys = Vec::new();
    let turns = Color::BOTH.into_iter().cycle();
    for (color, vertex) in turns.zip(&MOVES[..count]) {
        keys.push(superko.key(board.hash(), color));
        let point = Point::new(vertex.parse().unwrap());
        board.play(color, point).unwrap();
    }
    (board, keys)
}

/// The node that the moves lead to.
fn follow<'t>(tree: &'t Tree, moves: &[&str]) -> &'t Node {
    moves.iter().fold(tree.root(), |node, vertex| {
        let mv = PointMove::Play(Point::<2>::new(vertex.parse().unwrap()));
        let mut children = tree.children(node).iter();
        children.find(|child| child.mv() == mv).unwrap()
    })
}

#[test]
fn a_move_that_repeats_a_position_is_forbidden_under_positional_superko_only() {
    use Superko::{Positional, Simple, Situational};
    // The repeated position is one of the game, then the root, then one in the tree.
    for moves in [6, 5, 4] {
        for (superko, is_forbidden) in [(Simple, false), (Situational, false), (Positional, true)] {
            let (board, keys) = after(moves, 5, superko);
            // All first moves but one are banned, so that few playouts are enough to get deep,
            let others = Coord::all(5).filter(|coord| coord.to_string() != MOVES[moves]);
            let banned: Vec<Coord> = others.collect();
            let request = Request {
                banned,
                superko: SuperkoHistory {
                    rule: superko,
                    keys,
                },
                ..request(&board, Color::BOTH[moves % 2], 10_000)
            };
            // and strong exploration tries all replies.
            let params = Params {
                selection: SelectionParams {
                    formula: Selection::Ucb1 { c: 20.0 },
                    ..Params::PLAIN_UCT.selection
                },
                ..Params::PLAIN_UCT
            };
            let search = Search::<2>::new(&params, &request, None);
            let report = search.run(None, None);
            assert_eq!(report.playouts, 10_000);
            let node = follow(&search.tree, &MOVES[moves..]);
            assert_eq!(node.is_forbidden(), is_forbidden, "{superko:?} {moves}");
            assert_eq!(node.visits() == 0, is_forbidden, "{superko:?} {moves}");
        }
    }
}

#[test]
fn a_request_of_a_game_knows_its_earlier_positions() {
    for superko in [Superko::Simple, Superko::Situational, Superko::Positional] {
        let mut game = Game::new(5).unwrap();
        game.set_rules(Rules {
            superko,
            ..Rules::CHINESE
        });
        for vertex in &MOVES[..7] {
            game.play(vertex.parse().unwrap()).unwrap();
        }
        let (board, keys) = after(7, 5, superko);
        let request = Request::of_game(&game, Color::White);
        assert_eq!(*request.board, board);
        let repeats = superko == Superko::Positional;
        let banned: Vec<Coord> = repeats
            .then(|| MOVES[7].parse().unwrap())
            .into_iter()
            .collect();
        assert_eq!(request.banned, banned);
        let keys = if superko == Superko::Simple {
            Vec::new()
        } else {
            keys
        };
        assert_eq!(
            request.superko,
            SuperkoHistory {
                rule: superko,
                keys
            }
        );
    }
}

/// The game enters the cycle in its middle, so the move that closes it, B1, takes nothing.
#[test]
fn a_move_that_repeats_a_position_without_a_capture_is_forbidden() {
    let mut game = Game::new(2).unwrap();
    for vertex in ["A1", "A2", "B2", "pass", "A2", "B1", "B2", "A1", "A2"] {
        game.play(vertex.parse().unwrap()).unwrap();
    }
    let request = Request {
        limit: Limit {
            playouts: Some(10_000),
            time: None,
        },
        ..Request::of_game(&game, Color::White)
    };
    let params = Params {
        selection: SelectionParams {
            formula: Selection::Ucb1 { c: 20.0 },
            ..Params::PLAIN_UCT.selection
        },
        ..Params::PLAIN_UCT
    };
    let search = Search::<2>::new(&params, &request, None);
    search.run(None, None);
    let node = follow(&search.tree, &["A1", "B1", "A1", "B2", "B1"]);
    assert!(node.is_forbidden());
    assert_eq!(node.visits(), 0);
}

#[test]
fn a_network_plays_by_superko_too() {
    for (superko, is_forbidden) in [(Superko::Situational, false), (Superko::Positional, true)] {
        let (board, keys) = after(6, 9, superko);
        let others = Coord::all(9).filter(|coord| coord.to_string() != MOVES[6]);
        let banned: Vec<Coord> = others.collect();
        let request = Request {
            banned,
            superko: SuperkoHistory {
                rule: superko,
                keys,
            },
            ..request(&board, Color::Black, 5_000)
        };
        let params = Params {
            selection: SelectionParams {
                formula: Selection::Puct {
                    c: 20.0,
                    growth: 0.0,
                },
                ..Params::NETWORK.selection
            },
            ..Params::NETWORK
        };
        let cached = cached_network();
        let mut search = Search::<2>::new(&params, &request, None);
        search.network = Some(&cached);
        search.run(None, None);
        let node = follow(&search.tree, &MOVES[6..]);
        assert_eq!(node.is_forbidden(), is_forbidden, "{superko:?}");
        assert_eq!(node.visits() == 0, is_forbidden, "{superko:?}");
    }
}

#[test]
fn a_node_with_only_forbidden_children_is_played_out() {
    let board = AnyBoard::new(MIN_SIZE);
    let request = request(&board, Color::Black, 100);
    let search = Search::<2>::new(&Params::PLAIN_UCT, &request, None);
    Worker::new(&search, 0).expand(search.tree.root());
    search
        .tree
        .children(search.tree.root())
        .iter()
        .for_each(Node::forbid);
    let report = search.run(None, None);
    assert_eq!(report.playouts, 100);
    assert_eq!((report.best, report.moves().len()), (Move::Pass, 0));
}
