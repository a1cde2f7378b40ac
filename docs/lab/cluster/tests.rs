//! Searches of several ranks in virtual time.

use std::time::Duration;

use tao_rules::board::{AnyBoard, Color, Point};
use tao_engine::search::{
    Limit, Params, RECENT_MOVES, Report, Request, Restriction, RestrictionKind, Searcher,
};

use super::simulation::{Simulation, Speed};

const SPEED: Speed = Speed {
    playouts: 50,
    period: Duration::from_millis(50),
    latency: Duration::from_micros(20),
};

const PLAYOUTS: u64 = 400;

/// Returns the searcher of rank 0 in a simulation of so many ranks.
fn cluster(ranks: usize, speed: Speed) -> (Searcher, Simulation) {
    let simulation = Simulation::start(ranks, speed, &Params::PLAYOUTS, Searcher::default);
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
    let (mut searcher, _simulation) = cluster(1, SPEED);
    let shared = searcher.search(&Params::PLAYOUTS, &request(&board));
    let alone = Searcher::default().search(&Params::PLAYOUTS, &request(&board));
    assert_eq!(moves(&shared), moves(&alone));
    assert_eq!(shared.playouts, PLAYOUTS);
}

#[test]
fn rank_0_has_the_visits_of_all_ranks_but_those_of_the_last_rounds() {
    let board = AnyBoard::new(9);
    for ranks in [2, 3, 7, 22] {
        let (mut searcher, simulation) = cluster(ranks, SPEED);
        let report = searcher.search(&Params::PLAYOUTS, &request(&board));
        let all = ranks as u64 * PLAYOUTS;
        // The visits of the last round, and of another one that is still on its way through the tree of ranks.
        let late = 2 * (ranks as u64 - 1) * SPEED.playouts;
        assert!(
            (all - late..=all).contains(&report.playouts),
            "{ranks}: {}",
            report.playouts
        );
        assert_eq!(report.snapshot.visits, report.playouts);
        let (traffic, _) = simulation.traffic();
        assert!(traffic.iter().all(|rank| rank.messages > 0));
    }
}

#[test]
fn the_same_seeds_give_the_same_search_however_the_threads_run() {
    let board = AnyBoard::new(9);
    let search = |seed| {
        let (mut searcher, simulation) = cluster(6, SPEED);
        let request = Request {
            seed,
            ..request(&board)
        };
        let report = searcher.search(&Params::PLAYOUTS, &request);
        (moves(&report), simulation.traffic())
    };
    assert_eq!(search(1), search(1));
    assert_ne!(search(1).0, search(2).0);
}

#[test]
fn slow_messages_come_in_later_rounds() {
    let board = AnyBoard::new(9);
    let slow = Speed {
        latency: 3 * SPEED.period,
        ..SPEED
    };
    let playouts = [SPEED, slow].map(|speed| {
        let (mut searcher, _simulation) = cluster(2, speed);
        let report = searcher.search(&Params::PLAYOUTS, &request(&board));
        report.playouts
    });
    assert_eq!(playouts[0], 2 * PLAYOUTS - SPEED.playouts);
    assert!(
        (PLAYOUTS + 1..playouts[0]).contains(&playouts[1]),
        "{playouts:?}"
    );
}

/// After a move and an answer, the next search goes on with the tree, and every rank follows.
#[test]
fn the_ranks_follow_a_game() {
    let (mut searcher, _simulation) = cluster(3, SPEED);
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
    let most = 3 * PLAYOUTS + 4 * SPEED.playouts;
    let playouts = again.playouts;
    assert!((2 * PLAYOUTS + 1..=most).contains(&playouts), "{playouts}");
    assert_eq!(again.snapshot.visits, again.reused_visits + again.playouts);
}

#[test]
fn the_ranks_leave_out_the_moves_that_rank_0_does() {
    let board = AnyBoard::new(5);
    let (mut searcher, _simulation) = cluster(3, SPEED);
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
