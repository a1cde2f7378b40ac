//! Whole searches: what they find, and that a seed reproduces them.

use std::sync::atomic::AtomicBool;

use super::node::{Node, Tally, WIN};
use super::searcher::{Search, Worker};
use super::tree::Tree;
use super::*;
use tao_rules::game::TimeBudget;
use tao_rules::raw::{AnyBoard, Color, Coord, Move, Point, PointMove};

mod blind_spots;
mod halving;
mod merged;
mod network;
mod reuse;
mod sharing;
mod snapshots;
mod solver;
mod statistics;
mod superko;
mod threads;
mod time;
mod tree_view;

fn request(board: &AnyBoard, to_move: Color, playouts: u64) -> Request {
    Request {
        move_number: 20,
        limit: Limit {
            playouts: Some(playouts),
            time: None,
        },
        seed: 7,
        ..Request::new(board, to_move, 7.5)
    }
}

fn board(diagram: &str) -> AnyBoard {
    diagram.parse().unwrap()
}

/// The last moves, the latest first.
fn recent(moves: &[&str]) -> [Option<Move>; RECENT_MOVES] {
    std::array::from_fn(|i| moves.get(i).map(|mv| mv.parse().unwrap()))
}

/// The presets that simulate games on boards of any size.
fn presets() -> impl Iterator<Item = Params> {
    let params = Params::presets().map(|(_, params)| params);
    params.filter(|params| params.evaluation.kind == EvaluationKind::Playout)
}

/// Each move of the root with its visits and the bits of its win rate, best first.
fn ranking(report: &Report) -> Vec<(Move, u64, u64)> {
    let moves = report.moves().iter();
    moves
        .map(|stats| (stats.mv, stats.visits, stats.win_rate.to_bits()))
        .collect()
}

fn principal_variation(report: &Report) -> Vec<Move> {
    report.principal_variation().collect()
}

/// Number of visits that a search takes over from earlier searches of the same searcher.
fn reused_visits(searcher: &mut Searcher, params: &Params, request: &Request) -> u64 {
    searcher.search(params, request).reused_visits
}

/// A finished game: Black has nine points, and the search looks at passes only.
const FINISHED: &str = ". X .\nX X X\n. X .";

/// A 7x7 board in the middle of a fight.
const FIGHT: &str = "
    . . . . . . .
    . X X X X X .
    . X O O O X .
    . X O . O X .
    . X O O . O X
    . X X X O O X
    . . . . X X .";

#[test]
fn either_side_to_move_captures_first() {
    let board = board(
        "
        X X X O O
        X . X O .
        X X X O O
        X X X O O
        X X X O O",
    );
    for params in presets() {
        for (color, capture) in [(Color::Black, "E4"), (Color::White, "B4")] {
            let report = search(&params, &request(&board, color, 500));
            assert_eq!(report.best.to_string(), capture, "{color} {params:?}");
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_tree() {
    let board = board(FIGHT);
    for params in presets() {
        let [first, second] =
            [(); 2].map(|()| search(&params, &request(&board, Color::Black, 1_000)));
        assert_eq!(ranking(&first), ranking(&second));
        assert_eq!(principal_variation(&first), principal_variation(&second));
        assert_eq!((first.nodes, first.origins), (second.nodes, second.origins));
        let other = search(
            &params,
            &Request {
                seed: 8,
                ..request(&board, Color::Black, 1_000)
            },
        );
        assert_ne!(first.origins, other.origins);
    }
}

#[test]
fn visits_add_up() {
    let board = board(FIGHT);
    for params in presets() {
        let report = search(&params, &request(&board, Color::White, 777));
        assert_eq!(report.playouts, 777);
        assert_eq!(
            report.moves().iter().map(|stats| stats.visits).sum::<u64>(),
            777
        );
        assert_eq!(report.moves()[0].mv, report.best);
        assert_eq!(principal_variation(&report)[0], report.best);
    }
}

#[test]
fn every_child_is_tried_once_before_any_is_tried_twice() {
    let board = AnyBoard::new(9);
    let report = search(
        &Params::PLAIN_UCT,
        &Request {
            move_number: 0,
            ..request(&board, Color::Black, 81)
        },
    );
    assert!(report.moves().iter().all(|stats| stats.visits == 1));
    assert_eq!(report.moves().len(), 81);
}

#[test]
fn the_empty_board_has_six_first_moves() {
    let board = AnyBoard::new(9);
    let report = search(
        &Params::TAO_GO_2010,
        &Request {
            move_number: 0,
            ..request(&board, Color::Black, 60)
        },
    );
    assert_eq!(report.moves().len(), 6);
}

#[test]
fn banned_points_are_not_played() {
    let board = AnyBoard::new(2);
    let banned: Vec<Coord> = Coord::all(2).skip(1).collect();
    for params in presets() {
        let report = search(
            &params,
            &Request {
                banned: banned.clone(),
                ..request(&board, Color::Black, 50)
            },
        );
        assert!(report.moves().iter().all(|stats| {
            stats
                .mv
                .coord()
                .is_none_or(|coord| coord.to_string() == "A1")
        }));
    }
}

#[test]
fn a_side_without_moves_passes() {
    let board = board(FINISHED);
    for params in presets() {
        let report = search(&params, &request(&board, Color::Black, 20));
        assert_eq!(report.best, Move::Pass);
        assert_eq!(report.win_rate.to_string(), "1");
    }
}

#[test]
fn a_won_game_is_worth_one_and_a_drawn_one_half_or_nothing() {
    let board = board(FINISHED);
    for (komi, value) in [
        (0.0, "1"),
        (8.5, "1"),
        (9.0, "0.5"),
        (9.5, "0"),
        (1e300, "0"),
        (-1e300, "1"),
    ] {
        for params in presets() {
            let report = search(
                &params,
                &Request {
                    komi,
                    recent_moves: recent(&["pass"]),
                    ..request(&board, Color::Black, 50)
                },
            );
            let is_strict = value == "0.5" && params.evaluation.strict_wins;
            let value = if is_strict { "0" } else { value };
            assert_eq!(report.win_rate.to_string(), value, "komi {komi}");
        }
    }
}

#[test]
fn every_visit_of_a_drawn_game_is_worth_exactly_half() {
    let board = board(FINISHED);
    let presets = presets().filter(|params| !params.evaluation.strict_wins);
    for (params, color) in
        presets.flat_map(|params| Color::BOTH.map(|color| (params.clone(), color)))
    {
        let params = Params {
            tree: TreeParams {
                solver: false,
                ..params.tree
            },
            ..params
        };
        let request = Request {
            komi: 9.0,
            ..request(&board, color, 101)
        };
        let search = Search::<2>::new(&params, &request, None);
        let report = search.run(None, None);
        assert!(!report.is_solved);
        let mut nodes = vec![search.tree.root()];
        let mut visited = 0;
        while let Some(node) = nodes.pop() {
            let Tally { visits, value } = node.results.get();
            assert_eq!(2 * value, u64::from(WIN) * u64::from(visits));
            visited += usize::from(visits > 0);
            nodes.extend(search.tree.children(node));
        }
        assert_eq!(visited, 3, "the root and two passes");
        assert_eq!(report.playouts, 101);
        let shown = report.moves().iter().map(|stats| stats.win_rate);
        for win_rate in shown.chain([report.win_rate, report.snapshot.win_rate]) {
            assert_eq!(win_rate.to_string(), "0.5", "{color}");
        }
    }
}

#[test]
fn every_size_can_be_searched() {
    for size in 2..=19 {
        let board = AnyBoard::new(size);
        for params in presets() {
            let report = search(
                &params,
                &Request {
                    move_number: 0,
                    ..request(&board, Color::Black, 10)
                },
            );
            assert_eq!(report.playouts, 10);
            assert!(report.best.coord().is_some(), "size {size}");
        }
    }
}

#[test]
fn without_any_limit_the_playouts_of_the_parameters_are_made() {
    let board = AnyBoard::new(2);
    let params = Params {
        playouts: PlayoutParams {
            count: 33,
            ..Params::PLAIN_UCT.playouts
        },
        ..Params::PLAIN_UCT
    };
    let report = search(
        &params,
        &Request {
            limit: Limit::default(),
            ..request(&board, Color::Black, 1)
        },
    );
    assert_eq!(report.playouts, 33);
}

#[test]
fn ownership_tells_dead_stones_from_living_ones() {
    let board = board(
        "
        . X . . O .
        . X . . O .
        X X X O O O
        . . X O . .
        . O X O . X
        . . X O . .",
    );
    let owned = ownership(&board, Color::Black, 400, 1);
    let share = |vertex: &str, color| owned.share(color, vertex.parse().unwrap());
    assert!(share("C3", Color::Black) > 0.9);
    assert!(share("D3", Color::White) > 0.9);
    assert!(
        share("B2", Color::White) < 0.3,
        "a lone stone inside Black's area"
    );
    assert!(
        share("F2", Color::Black) < 0.3,
        "a lone stone inside White's area"
    );
}

#[test]
fn the_stop_flag_ends_a_search_after_a_few_playouts() {
    let board = AnyBoard::new(9);
    let endless = request(&board, Color::Black, 1_000_000_000);
    let stop = AtomicBool::new(true);
    let report = Searcher::default().search_until(&Params::TAO_GO_2010, &endless, &stop, None);
    assert_eq!(report.playouts, 16);
}

#[test]
fn a_time_limit_ends_a_search() {
    let board = AnyBoard::new(9);
    let limit = Limit {
        playouts: None,
        time: Some(TimeBudget::fixed(std::time::Duration::from_millis(20))),
    };
    for params in presets() {
        let report = search(
            &params,
            &Request {
                limit,
                ..request(&board, Color::Black, 1)
            },
        );
        assert!(report.playouts > 0);
    }
    // The search ends at whichever limit comes first.
    let limit = Limit {
        playouts: Some(5),
        time: Some(TimeBudget::fixed(std::time::Duration::from_secs(600))),
    };
    let report = search(
        &Params::PLAIN_UCT,
        &Request {
            limit,
            ..request(&board, Color::Black, 1)
        },
    );
    assert_eq!(report.playouts, 5);
}

#[test]
fn a_leaf_gets_children_after_expand_after_visits() {
    let board = AnyBoard::new(5);
    let nodes = |expand_after, playouts| {
        let params = Params {
            tree: TreeParams {
                expand_after,
                ..Params::PLAIN_UCT.tree
            },
            ..Params::PLAIN_UCT
        };
        search(&params, &request(&board, Color::Black, playouts)).nodes
    };
    // The root has its 25 children from the start, so the 26th visit is the first one that visits a child again.
    assert_eq!(nodes(2, 25), 26);
    assert_eq!(nodes(1, 25), 26);
    assert!(nodes(1, 26) > 26);
    assert_eq!(nodes(2, 26), 26);
    assert!(nodes(1, 1_000) > nodes(8, 1_000));
}

#[test]
fn leaves_need_more_visits_to_expand_as_the_tree_fills_up() {
    let board = AnyBoard::new(9);
    let request = request(&board, Color::Black, 600);
    let mut search = Search::<2>::new(&Params::PLAYOUTS, &request, None);
    search.tree = Tree::new(20_000 * size_of::<Node>());
    assert_eq!(Worker::new(&search, 0).expansion_threshold(), 1);
    let nodes = search.run(None, None).nodes;
    // With a constant threshold the tree would be full.
    assert!((10_000..16_000).contains(&nodes), "{nodes}");
    assert!(Worker::new(&search, 0).expansion_threshold() >= 4);
}

#[test]
fn two_passes_in_the_tree_are_counted_exactly() {
    // Black has passed and leads on the board as it stands: another pass loses for White.
    let board = board(FINISHED);
    let params = Params {
        selection: SelectionParams {
            pass_below: 100,
            ..Params::PLAIN_UCT.selection
        },
        ..Params::PLAIN_UCT
    };
    let report = search(
        &params,
        &Request {
            komi: 0.5,
            recent_moves: recent(&["pass"]),
            ..request(&board, Color::White, 30)
        },
    );
    assert_eq!(report.best, Move::Pass);
    assert!(report.win_rate < 1e-9);
    assert_eq!(report.origins.total(), 0, "no playout is needed");
}

#[test]
fn the_side_that_took_the_ko_may_connect_it() {
    let mut board = board(
        "
        . X O .
        X . X O
        . X O .
        . . . .",
    );
    board
        .play(Color::White, Point::new("B3".parse().unwrap()))
        .unwrap();
    let ko = board.ko().map(Point::coord).unwrap();
    for (color, allowed) in [(Color::Black, false), (Color::White, true)] {
        let report = search(&Params::PLAIN_UCT, &request(&board, color, 50));
        assert_eq!(
            report
                .moves()
                .iter()
                .any(|stats| stats.mv == Move::Play(ko)),
            allowed
        );
    }
}

#[test]
fn the_last_two_moves_change_the_priors_of_the_root() {
    let mut board = AnyBoard::new(9);
    let [black, white]: [Coord; 2] = ["C3", "G7"].map(|vertex| vertex.parse().unwrap());
    board.play(Color::Black, Point::new(black)).unwrap();
    board.play(Color::White, Point::new(white)).unwrap();
    let priors = |last_moves: &[&str]| {
        let request = Request {
            recent_moves: recent(last_moves),
            ..request(&board, Color::Black, 1)
        };
        let search = Search::<2>::new(&Params::PLAYOUTS, &request, None);
        Worker::new(&search, 0).expand(search.tree.root());
        let root = search.tree.root();
        let priors = search.tree.children(root).iter().map(|child| {
            let mv: PointMove<2> = child.mv();
            (format!("{mv:?}"), child.prior().probability)
        });
        let mut priors: Vec<_> = priors.collect();
        priors.sort();
        priors
    };
    assert_ne!(priors(&["G7"]), priors(&["G7", "C3"]));
}

#[test]
fn a_search_goes_on_when_its_tree_is_full() {
    let board = board(FIGHT);
    for params in presets() {
        let request = request(&board, Color::Black, 500);
        let mut search = Search::<2>::new(&params, &request, None);
        search.tree = Tree::new(100 * size_of::<Node>());
        let report = search.run(None, None);
        assert!((2..=100).contains(&report.nodes), "{}", report.nodes);
        assert_eq!(report.playouts, 500);
        let visits: u64 = report.moves().iter().map(|stats| stats.visits).sum();
        assert_eq!(visits, 500);
        assert!(report.win_rate > 0.0 && principal_variation(&report).len() > 1);
    }
}
