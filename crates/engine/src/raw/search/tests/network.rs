//! Searches whose leaves a network evaluates: what holds for searches by playouts holds for them too.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::solver::{KOMI, check_proofs};
use super::*;
use crate::net::{Network, POINTS, SIDE, Shape, softmax};
use crate::search::descent::Descent;
use crate::search::evaluate::{CachedNetwork, NetworkEvaluator};

/// A fight in the middle of the board, Black to move.
const MIDDLE: &str = "
    . . . . . . . . .
    . . . . . . . . .
    . . X O . . X . .
    . . X O . O . . .
    . . . X O . . . .
    . . X X O . O . .
    . . . O X X . . .
    . . . O . . . . .
    . . . . . . . . .";

/// Black owns the whole board and both sides can only pass.
const OWNED: &str = "
    . X . X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X
    X X X X X X X X X";

const SHAPE: Shape = Shape {
    blocks: 2,
    channels: 16,
    narrow: 0,
    neck: 16,
    hidden: 16,
};

pub(super) fn network() -> Arc<Network> {
    Arc::new(Network::random(SHAPE, 2))
}

/// A network for boards from 5x5 up.
fn network_of_all_sizes() -> Arc<Network> {
    let mut network = Network::random(SHAPE, 2);
    network.scope.smallest = 5;
    Arc::new(network)
}

/// A network with room for some evaluations.
pub(super) fn cached_network() -> CachedNetwork {
    CachedNetwork::new(network(), 1, 1 << 20)
}

fn searcher() -> Searcher {
    Searcher::new(Some(network()), 1)
}

fn ask(params: &Params, request: &Request) -> Report {
    searcher().search(params, request)
}

/// The ways to ask the network.
fn kinds() -> [Params; 2] {
    [
        Params::NETWORK,
        Params {
            evaluation: EvaluationParams {
                lead_weight: 0.2,
                ..Params::NETWORK.evaluation
            },
            ..Params::NETWORK
        },
    ]
}

#[test]
fn the_same_seed_gives_the_same_tree_however_much_is_kept() {
    let board = board(MIDDLE);
    let request = request(&board, Color::Black, 500);
    let caches = [0, 1 << 14, 1 << 22].map(|bytes| CachedNetwork::new(network(), 1, bytes));
    for params in kinds() {
        let [first, second, third] = caches.each_ref().map(|cached| {
            let mut search = Search::<2>::new(&params, &request, None);
            search.network = Some(cached);
            search.run(None, None)
        });
        assert_eq!(ranking(&first), ranking(&second));
        assert_eq!(ranking(&first), ranking(&third));
        assert_eq!(principal_variation(&first), principal_variation(&second));
    }
}

#[test]
fn the_tree_is_this_one_on_every_machine() {
    let board = board(MIDDLE);
    let report = ask(&Params::NETWORK, &request(&board, Color::Black, 500));
    let moves = report.moves().iter().take(3);
    let first: Vec<_> = moves
        .map(|stats| format!("{} {} {:.12}", stats.mv, stats.visits, stats.win_rate))
        .collect();
    let expected = "A5 14 0.496041434152, C2 11 0.500466086648, E7 11 0.499755859375";
    assert_eq!((report.nodes, first.join(", ").as_str()), (822, expected));
}

#[test]
fn visits_add_up_on_any_number_of_threads() {
    let board = board(MIDDLE);
    for (params, threads) in kinds().into_iter().zip([1, 4, 4]) {
        let params = Params {
            machine: MachineParams {
                threads,
                ..params.machine
            },
            ..params
        };
        let report = ask(&params, &request(&board, Color::White, 777));
        assert_eq!(report.playouts, 777);
        let visits: u64 = report.moves().iter().map(|stats| stats.visits).sum();
        assert_eq!(visits, 777);
        assert_eq!(principal_variation(&report)[0], report.best);
    }
}

#[test]
fn every_legal_move_and_the_pass_have_a_prior() {
    let board = board(MIDDLE);
    let report = ask(&Params::NETWORK, &request(&board, Color::Black, 300));
    let legal = board.playable(Color::Black).len();
    assert_eq!(report.moves().len(), legal + 1);
    let priors = report.moves().iter().map(|stats| stats.prior.unwrap());
    assert!((priors.sum::<f64>() - 1.0).abs() < 0.002);
    assert_eq!(report.origins.total(), 0, "no playout is needed");
}

#[test]
fn the_end_of_the_game_is_exact_and_proven() {
    let board = board(OWNED);
    for (komi, color, win_rate) in [
        (80.5, Color::Black, "1"),
        (80.5, Color::White, "0"),
        (81.5, Color::Black, "0"),
        (1e300, Color::Black, "0"),
        (-1e300, Color::Black, "1"),
    ] {
        for params in kinds() {
            let request = Request {
                komi,
                ..request(&board, color, 100)
            };
            let report = ask(&params, &request);
            assert!(report.is_solved, "{komi} {params:?}");
            assert_eq!(report.win_rate.to_string(), win_rate);
            assert_eq!(report.best, Move::Pass);
        }
    }
    let draw = Request {
        komi: 81.0,
        recent_moves: recent(&["pass"]),
        ..request(&board, Color::White, 50)
    };
    for params in kinds() {
        let report = ask(&params, &draw);
        assert_eq!(
            (report.win_rate.to_string(), report.is_solved),
            ("0.5".to_owned(), true)
        );
    }
}

/// Both sides live; four points between them are open.
const NEARLY_OVER: &str = "
    . X . X . O . O .
    X X X X . O O O O
    . X . X X O O . O
    X X X X X O O O O
    X . X . X O . O .
    X X X X X O O O O
    . X . X X O . O .
    X X X X . O O O O
    . X . X . O . O .";

#[test]
fn every_proof_follows_from_ends_of_games() {
    let board = board(NEARLY_OVER);
    for params in kinds() {
        let request = Request {
            komi: KOMI,
            ..request(&board, Color::White, 3_000)
        };
        let cached = cached_network();
        let mut search = Search::<2>::new(&params, &request, None);
        search.network = Some(&cached);
        let report = search.run(None, None);
        let proven = check_proofs(&search);
        assert!(proven > 20, "{proven} {}", report.playouts);
    }
}

#[test]
fn without_a_network_for_the_board_playouts_evaluate() {
    let (small, large) = (board(FIGHT), AnyBoard::new(9));
    for (network, board) in [(Some(network()), &small), (None, &large)] {
        let request = request(board, Color::Black, 300);
        let report = Searcher::new(network, 1).search(&Params::NETWORK, &request);
        let expected = search(&Params::PLAYOUTS, &request);
        assert_eq!(ranking(&report), ranking(&expected));
        assert!(report.origins.total() > 0);
    }
}

/// On smaller boards, moves and owners are those of the lower left of the grid.
#[test]
fn a_network_searches_the_smaller_boards_that_it_knows() {
    for size in 5..=9 {
        let mut board = AnyBoard::new(size);
        let stone = Point::new(Coord::new(size - 1, size - 2).unwrap());
        board.play(Color::White, stone).unwrap();
        let request = Request {
            detail: Detail::OwnershipByMove,
            ..request(&board, Color::Black, 1)
        };
        let mut searcher = Searcher::new(Some(network_of_all_sizes()), 1);
        let report = searcher.search(&Params::NETWORK, &request);
        assert_eq!((report.playouts, report.origins.total()), (1, 0));

        let cached = CachedNetwork::new(network_of_all_sizes(), 1, 0);
        let search = Search::<2>::new(&Params::NETWORK, &request, None);
        let mut network = NetworkEvaluator::new(&cached);
        let mut evaluate = |position: &Descent<2>| {
            network.evaluate(&position.situation(request.komi), position.hash)
        };
        // The only visit went to a child of the root.
        let mut child = search.root.clone();
        let Move::Play(best) = report.best else {
            panic!("{} is no child", report.best);
        };
        child.play(&search.line_tables, PointMove::Play(Point::new(best)));
        let shares = evaluate(&child).owners();
        let owners = report.snapshot.outcomes.unwrap().ownership.unwrap();
        for coord in Coord::all(size) {
            let share = -f64::from(shares[coord.index(SIDE)]) / 127.0;
            assert!((owners.balance(coord) - share).abs() < 0.01, "{coord}");
        }
        let output = evaluate(&search.root);

        let all = Coord::all(size).map(Move::Play).chain([Move::Pass]);
        let legal: Vec<Move> = all.filter(|mv| mv.coord() != Some(stone.coord())).collect();
        let index = |mv: &Move| mv.coord().map_or(POINTS, |coord| coord.index(SIDE));
        let logits: Vec<i32> = legal
            .iter()
            .map(|mv| output.policy[index(mv)].into())
            .collect();
        let report = searcher.search(&Params::NETWORK, &super::request(&board, Color::Black, 100));
        assert_eq!(report.moves().len(), legal.len());
        for (mv, share) in legal.iter().zip(softmax(&logits)) {
            let stats = report.moves().iter().find(|stats| stats.mv == *mv);
            let share = f64::from(share) / f64::from(u16::MAX);
            assert_eq!(stats.unwrap().prior, Some(share), "{mv}");
        }
    }
}

#[test]
fn the_tree_is_reused_unless_the_network_changes() {
    let mut searcher = searcher();
    let mut board = board(MIDDLE);
    let mut color = Color::Black;
    let mut recent_moves = [None; RECENT_MOVES];
    for move_number in 40..44 {
        let request = Request {
            recent_moves,
            move_number,
            ..request(&board, color, 300)
        };
        let report = searcher.search(&Params::NETWORK, &request);
        assert_eq!(report.reused_visits > 0, move_number > 40);
        if let Move::Play(coord) = report.best {
            board.play(color, Point::new(coord)).unwrap();
        } else {
            board.pass();
        }
        recent_moves.rotate_right(1);
        recent_moves[0] = Some(report.best);
        color = !color;
    }
    let again = request(&board, color, 300);
    let again = Request {
        move_number: 44,
        recent_moves,
        ..again
    };
    searcher.set_network(Some(network()));
    assert_eq!(reused_visits(&mut searcher, &Params::NETWORK, &again), 0);
    assert!(reused_visits(&mut searcher, &Params::NETWORK, &again) > 0);
}

#[test]
fn banned_and_excluded_moves_are_not_played() {
    let board = board(MIDDLE);
    let allowed = ["A1", "B2", "pass"].map(|mv| mv.parse().unwrap());
    let restrictions = [Restriction {
        color: Color::Black,
        kind: RestrictionKind::Allow,
        moves: allowed.to_vec(),
        depth: 1,
    }];
    for params in kinds() {
        let request = Request {
            banned: vec!["B2".parse().unwrap()],
            restrictions: restrictions.to_vec(),
            ..request(&board, Color::Black, 50)
        };
        let report = ask(&params, &request);
        let mut moves: Vec<String> = report
            .moves()
            .iter()
            .map(|stats| stats.mv.to_string())
            .collect();
        moves.sort();
        assert_eq!(moves, ["A1", "pass"]);
    }
}

#[test]
fn a_search_goes_on_when_its_tree_is_full() {
    let board = board(MIDDLE);
    let cached = cached_network();
    for params in kinds() {
        let request = request(&board, Color::Black, 500);
        let mut search = Search::<2>::new(&params, &request, None);
        search.network = Some(&cached);
        search.tree = Tree::new(200 * size_of::<Node>());
        let report = search.run(None, None);
        assert!((2..=200).contains(&report.nodes), "{}", report.nodes);
        assert_eq!(report.playouts, 500);
    }
}

#[test]
fn children_that_are_made_later_change_no_search() {
    let cached = cached_network();
    for (diagram, playouts) in [(MIDDLE, 2_000), (FIGHT, 1_000)] {
        let board = board(diagram);
        let searched = |first_children: Option<usize>| {
            let request = request(&board, Color::Black, playouts);
            let mut search = Search::<2>::new(&Params::NETWORK, &request, None);
            search.network = Some(&cached);
            search.first_children = first_children.unwrap_or(search.first_children);
            let report = search.run(None, None);
            (format!("{:?}", report.moves()), report.nodes)
        };
        let (moves, nodes) = searched(None);
        let (expected, all) = searched(Some(usize::MAX));
        assert_eq!(moves, expected);
        assert!(2 * nodes < all, "{nodes} of {all}");
    }
}

#[test]
fn the_stop_flag_and_the_clock_end_a_search() {
    let board = board(MIDDLE);
    let stop = AtomicBool::new(true);
    for params in kinds() {
        let endless = request(&board, Color::Black, 1_000_000);
        let stopped = searcher().search_until(&params, &endless, &stop, None);
        assert_eq!(stopped.playouts, 16);
        let timed = Request {
            limit: Limit {
                playouts: None,
                time: Some(TimeBudget::fixed(Duration::from_millis(20))),
            },
            ..request(&board, Color::Black, 1)
        };
        let report = ask(&params, &timed);
        assert!(report.playouts > 0);
        assert!(report.time < Duration::from_secs(5), "{:?}", report.time);
    }
}

#[test]
fn owners_and_points_are_those_that_the_network_expects() {
    let board = board(MIDDLE);
    let request = Request {
        detail: Detail::OwnershipByMove,
        ..request(&board, Color::Black, 200)
    };
    for params in kinds() {
        let outcomes = ask(&params, &request).snapshot.outcomes.unwrap();
        assert_eq!(outcomes.games, 200);
        assert!(outcomes.lead.abs() <= 81.0 && outcomes.deviation >= 0.0);
        let owners = outcomes.ownership.unwrap();
        for coord in Coord::all(9) {
            let shares = Color::BOTH.map(|color| owners.share(color, coord));
            assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
            // Only a game that is over can leave a point to nobody.
            assert!(shares.iter().sum::<f64>() > 0.9, "{coord}: {shares:?}");
        }
    }
}

#[test]
fn games_that_are_not_played_to_their_end_have_no_length() {
    let length = |board: &AnyBoard, params: &Params| {
        let mut searcher = searcher();
        searcher.keep_statistics(true);
        let report = searcher.search(params, &request(board, Color::Black, 50));
        let statistics = report.statistics.unwrap();
        assert_eq!(statistics.games, report.playouts);
        statistics.length.map(|length| length.least)
    };
    let start = AnyBoard::new(9);
    assert_eq!(length(&start, &Params::NETWORK), None);
    assert!(length(&start, &Params::PLAYOUTS) > Some(30));
    // Two passes end the game in the tree.
    assert_eq!(length(&board(OWNED), &Params::NETWORK), Some(2));
}
