//! Searches of several ranks.

use tao_engine::raw::search::{
    Limit, Params, RECENT_MOVES, Report, Request, Restriction, RestrictionKind, Searcher,
};
use tao_rules::board::Color;
use tao_rules::raw::{AnyBoard, Point};

use super::simulation::Simulation;

const ROUND: u64 = 50;

const PLAYOUTS: u64 = 400;

/// Returns the searcher of rank 0 in a simulation of so many ranks.
fn cluster(ranks: usize) -> (Searcher, Simulation) {
    let simulation = Simulation::start(ranks, ROUND, &Params::PLAYOUTS);
    let mut searcher = Searcher::default();
    searcher.set_exchange(simulation.leader());
    (searcher, simulation)
}

fn request(board: &AnyBoard) -> Request {
    Request {
        limit: Limit {
            playouts: Some(PLAYOUTS),
            time: None,
        },
        ..Request::new(board, Color::Black, 7.5)
    }
}

/// Each move with its visits and win rate.
fn moves(report: &Report) -> Vec<(String, u64, u64)> {
    let moves = report.moves().iter();
    moves
        .map(|stats| {
            let win_rate = stats.win_rate.to_bits();
            (stats.mv.to_string(), stats.visits, win_rate)
        })
        .collect()
}

#[test]
fn one_rank_searches_as_without_a_cluster() {
    let board = AnyBoard::new(9);
    let (mut searcher, _simulation) = cluster(1);
    let shared = searcher.search(&Params::PLAYOUTS, &request(&board));
    let alone = Searcher::default().search(&Params::PLAYOUTS, &request(&board));
    assert_eq!(moves(&shared), moves(&alone));
    assert_eq!(shared.playouts, PLAYOUTS);
}

#[test]
fn rank_0_has_the_visits_of_all_ranks() {
    let board = AnyBoard::new(9);
    for ranks in [2, 3, 7, 22] {
        let (mut searcher, _simulation) = cluster(ranks);
        let report = searcher.search(&Params::PLAYOUTS, &request(&board));
        assert_eq!(report.playouts, ranks as u64 * PLAYOUTS);
        assert_eq!(report.snapshot.visits, report.playouts);
    }
}

#[test]
fn the_same_seeds_give_the_same_search_however_the_threads_run() {
    let board = AnyBoard::new(9);
    let search = |seed| {
        let (mut searcher, _simulation) = cluster(6);
        let request = Request {
            seed,
            ..request(&board)
        };
        moves(&searcher.search(&Params::PLAYOUTS, &request))
    };
    assert_eq!(search(1), search(1));
    assert_ne!(search(1), search(2));
}

/// After a move and an answer, the next search goes on with the tree, and every rank follows.
#[test]
fn the_ranks_follow_a_game() {
    let (mut searcher, _simulation) = cluster(3);
    let mut board = AnyBoard::new(9);
    let report = searcher.search(&Params::PLAYOUTS, &request(&board));
    let mut recent_moves = [None; RECENT_MOVES];
    for (color, mv) in [Color::Black, Color::White]
        .into_iter()
        .zip(report.principal_variation())
    {
        board.play(color, Point::new(mv.coord().unwrap())).unwrap();
        recent_moves.rotate_right(1);
        recent_moves[0] = Some(mv);
    }
    let next = Request {
        recent_moves,
        move_number: 2,
        ..request(&board)
    };
    let again = searcher.search(&Params::PLAYOUTS, &next);
    assert!(again.reused_visits > 0);
    // The followers had visits of their own below the new root that were not shared before, so there may be more.
    let most = 3 * PLAYOUTS + 4 * ROUND;
    let playouts = again.playouts;
    assert!((2 * PLAYOUTS + 1..=most).contains(&playouts), "{playouts}");
    assert_eq!(again.snapshot.visits, again.reused_visits + again.playouts);
}

#[test]
fn the_ranks_leave_out_the_moves_that_rank_0_does() {
    let board = AnyBoard::new(5);
    let (mut searcher, _simulation) = cluster(3);
    let only = Restriction {
        color: Color::Black,
        kind: RestrictionKind::Allow,
        moves: ["A1", "B2"].map(|mv| mv.parse().unwrap()).to_vec(),
        depth: 1,
    };
    let restrictions = [only];
    let request = Request {
        restrictions: restrictions.to_vec(),
        ..request(&board)
    };
    let report = searcher.search(&Params::PLAYOUTS, &request);
    let visits: u64 = report.moves().iter().map(|stats| stats.visits).sum();
    assert_eq!(report.moves().len(), 2);
    assert_eq!(visits, report.snapshot.visits);
}
