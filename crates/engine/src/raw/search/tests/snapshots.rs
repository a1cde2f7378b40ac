//! Snapshots of a search, and restrictions of its moves.

use std::ops::ControlFlow;
use std::time::Duration;

use super::*;

/// All snapshots that an observer is shown, and the report.
fn search_with_observer(
    params: &Params,
    request: &Request,
    interval: Option<Duration>,
) -> (Vec<Snapshot>, Report) {
    let mut snapshots = Vec::new();
    let mut show = |snapshot: &Snapshot| {
        snapshots.push(snapshot.clone());
        ControlFlow::Continue(())
    };
    let mut observer = Observer {
        first: None,
        interval,
        show: &mut show,
    };
    let report = Searcher::default().search_until(
        params,
        request,
        &AtomicBool::new(false),
        Some(&mut observer),
    );
    (snapshots, report)
}

fn snapshot_of(params: &Params, request: &Request, detail: Detail) -> Snapshot {
    let request = Request {
        detail,
        ..request.clone()
    };
    search(params, &request).snapshot
}

#[test]
fn an_observed_search_grows_the_same_tree() {
    let board = board(FIGHT);
    for params in presets() {
        let request = Request {
            detail: Detail::OwnershipByMove,
            ..request(&board, Color::Black, 500)
        };
        let unobserved = search(&params, &request);
        let (snapshots, report) = search_with_observer(&params, &request, Some(Duration::ZERO));
        assert_eq!(ranking(&report), ranking(&unobserved));
        assert_eq!(
            principal_variation(&report),
            principal_variation(&unobserved)
        );
        assert_eq!(report.nodes, unobserved.nodes);
        let visits: Vec<u64> = snapshots.iter().map(|snapshot| snapshot.visits).collect();
        assert!(
            visits.is_sorted() && visits.last() == Some(&500),
            "{visits:?}"
        );
    }
}

#[test]
fn a_snapshot_is_consistent() {
    let board = board(FIGHT);
    for params in presets() {
        let (snapshots, report) =
            search_with_observer(&params, &request(&board, Color::White, 400), None);
        assert_eq!(snapshots.len(), 1, "only the last one without an interval");
        let snapshot = &snapshots[0];
        let moves = snapshot.moves.iter().map(|stats| stats.mv);
        assert!(moves.eq(report.moves().iter().map(|stats| stats.mv)));
        for stats in snapshot.moves.iter().filter(|stats| stats.visits > 0) {
            assert_eq!(stats.variation[0], (stats.mv, stats.visits));
            assert!(stats.lower_bound <= stats.win_rate);
            assert!((0.0..=1.0).contains(&snapshot.prior(stats)));
            assert!(stats.outcomes.is_none());
        }
        let best: Vec<Move> = snapshot.moves[0]
            .variation
            .iter()
            .map(|&(mv, _)| mv)
            .collect();
        assert_eq!(best, principal_variation(&report));
        let won: f64 = snapshot
            .moves
            .iter()
            .map(|stats| stats.win_rate * stats.visits as f64)
            .sum();
        assert!((snapshot.win_rate - won / 400.0).abs() < 1e-9);
    }
}

#[test]
fn priors_are_probabilities_of_the_model_and_uniform_without_it() {
    let board = board(FIGHT);
    let snapshot = snapshot_of(
        &Params::PLAYOUTS,
        &request(&board, Color::Black, 100),
        Detail::Nothing,
    );
    let sum: f64 = snapshot
        .moves
        .iter()
        .map(|stats| snapshot.prior(stats))
        .sum();
    assert!((sum - 1.0).abs() < 0.001, "{sum}");
    let even = snapshot_of(
        &Params::PLAIN_UCT,
        &request(&board, Color::Black, 100),
        Detail::Nothing,
    );
    let count = even.moves.len() as f64;
    assert!(
        even.moves
            .iter()
            .all(|stats| (even.prior(stats) * count - 1.0).abs() < 1e-2)
    );
}

#[test]
fn an_observer_can_end_the_search() {
    let board = AnyBoard::new(9);
    let mut shown = 0;
    let mut show = |_: &Snapshot| {
        shown += 1;
        ControlFlow::Break(())
    };
    let mut observer = Observer {
        first: None,
        interval: Some(Duration::ZERO),
        show: &mut show,
    };
    let request = request(&board, Color::Black, u64::MAX);
    let report = Searcher::default().search_until(
        &Params::PLAYOUTS,
        &request,
        &AtomicBool::new(false),
        Some(&mut observer),
    );
    assert_eq!(shown, 2, "the one that ends the search, and the last one");
    assert!(report.playouts > 0);
}

/// Two walls divide the board; the column between them may become either side's.
const WALLS: &str = "
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .";

#[test]
fn outcomes_contain_ownership_and_lead() {
    let board = board(WALLS);
    let request = request(&board, Color::White, 300);
    let snapshot = snapshot_of(&Params::PLAYOUTS, &request, Detail::OwnershipByMove);
    let outcomes = snapshot.outcomes.unwrap();
    assert_eq!(outcomes.games, 300);
    // White moves first and takes most of the column between the walls.
    assert!((-7.0..=3.0).contains(&outcomes.lead), "{}", outcomes.lead);
    assert!(outcomes.deviation > 0.0 && outcomes.deviation < 20.0);
    let owners = outcomes.ownership.unwrap();
    for coord in Coord::all(7) {
        let balance = owners.balance(coord);
        let expected = match coord.column() {
            0..=2 => 0.5..=1.0,
            3 => -1.0..=1.0,
            _ => -1.0..=-0.5,
        };
        assert!(expected.contains(&balance), "{coord}: {balance}");
    }
    let by_move = snapshot
        .moves
        .iter()
        .map(|stats| stats.outcomes.as_ref().unwrap());
    let (mut games, mut leads) = (0, 0.0);
    for (outcomes, stats) in by_move.zip(&snapshot.moves) {
        assert_eq!(outcomes.games, stats.visits);
        assert_eq!(outcomes.ownership.is_some(), outcomes.games > 0);
        games += outcomes.games;
        leads += outcomes.lead * outcomes.games as f64;
    }
    assert_eq!(games, 300);
    assert!((leads / 300.0 - outcomes.lead).abs() < 1e-9);
}

#[test]
fn only_the_requested_detail_is_counted() {
    let board = AnyBoard::new(5);
    let request = request(&board, Color::Black, 50);
    assert!(
        snapshot_of(&Params::PLAYOUTS, &request, Detail::Nothing)
            .outcomes
            .is_none()
    );
    let score = snapshot_of(&Params::PLAYOUTS, &request, Detail::Score);
    assert!(score.outcomes.unwrap().ownership.is_none());
    let ownership = snapshot_of(&Params::PLAYOUTS, &request, Detail::Ownership);
    assert!(ownership.outcomes.unwrap().ownership.is_some());
    let first = ownership.moves[0].outcomes.as_ref().unwrap();
    assert!(first.ownership.is_none() && first.games > 0);
}

fn restriction(kind: RestrictionKind, color: Color, moves: &str, depth: usize) -> Restriction {
    Restriction {
        color,
        kind,
        moves: moves.split(' ').map(|mv| mv.parse().unwrap()).collect(),
        depth,
    }
}

/// The moves of the root of a restricted search for Black, and the replies in their variations.
fn first_and_second_moves(
    restrictions: &[Restriction],
    params: &Params,
) -> (Vec<String>, Vec<String>) {
    let board = AnyBoard::new(5);
    let request = Request {
        restrictions: restrictions.to_vec(),
        ..request(&board, Color::Black, 2_000)
    };
    let snapshot = snapshot_of(params, &request, Detail::Nothing);
    let name = |mv: Move| mv.to_string();
    let first = snapshot.moves.iter().map(|stats| name(stats.mv));
    let second = snapshot
        .moves
        .iter()
        .filter_map(|stats| stats.variation.get(1));
    (first.collect(), second.map(|&(mv, _)| name(mv)).collect())
}

#[test]
fn avoided_moves_are_left_out_and_allowed_ones_exclude_all_others() {
    use RestrictionKind::{Allow, Avoid};
    for params in presets() {
        let (first, _) =
            first_and_second_moves(&[restriction(Avoid, Color::Black, "C3 D3 Z25", 1)], &params);
        assert!(
            first.len() > 5 && !first.contains(&"C3".to_owned()),
            "{first:?}"
        );
        let (mut first, _) =
            first_and_second_moves(&[restriction(Allow, Color::Black, "C3 D3", 1)], &params);
        first.sort();
        assert_eq!(first, ["C3", "D3"]);
        // A restriction of White does not restrict Black's first move.
        let whites = restriction(Allow, Color::White, "C3 D3", 1);
        let [mut others, mut all] =
            [&[whites][..], &[]].map(|list| first_and_second_moves(list, &params).0);
        others.sort();
        all.sort();
        assert_eq!(others, all);
    }
}

#[test]
fn a_restriction_ends_at_its_depth() {
    let allow = |color, moves, depth| restriction(RestrictionKind::Allow, color, moves, depth);
    let black = allow(Color::Black, "C3", 1);
    for (depth, expected) in [(1, false), (2, true)] {
        let restrictions = [black.clone(), allow(Color::White, "B2 D2", depth)];
        let (_, second) = first_and_second_moves(&restrictions, &Params::PLAYOUTS);
        assert_eq!(
            second.iter().all(|mv| ["B2", "D2"].contains(&mv.as_str())),
            expected
        );
    }
}

#[test]
fn a_side_without_allowed_moves_passes() {
    let none_left = restriction(RestrictionKind::Allow, Color::Black, "pass", 1);
    assert_eq!(
        first_and_second_moves(&[none_left], &Params::PLAYOUTS).0,
        ["pass"]
    );
}

#[test]
fn a_restricted_search_neither_reuses_nor_leaves_a_tree() {
    let board = AnyBoard::new(5);
    let avoid = [restriction(RestrictionKind::Avoid, Color::Black, "C3", 1)];
    let free = request(&board, Color::Black, 100);
    let restricted = Request {
        restrictions: avoid.to_vec(),
        ..free.clone()
    };
    let mut searcher = Searcher::default();
    let mut reused = |request| reused_visits(&mut searcher, &Params::PLAYOUTS, request);
    assert_eq!([reused(&free), reused(&free)], [0, 100]);
    assert_eq!(
        [reused(&restricted), reused(&restricted), reused(&free)],
        [0, 0, 0]
    );
}

#[test]
fn an_exact_result_takes_the_place_of_the_estimates() {
    let board = board(FIGHT);
    let plain = request(&board, Color::Black, 50);
    let unvisited: Move = "A1".parse().unwrap();
    let exact = Exact {
        win_rate: 0.0,
        points_ahead: Some(-3.0),
        line: vec![unvisited, Move::Pass],
        is_proven: true,
    };
    for params in presets() {
        let request = Request {
            detail: Detail::OwnershipByMove,
            exact: Some(exact.clone()),
            ..plain.clone()
        };
        let (snapshots, report) = search_with_observer(&params, &request, None);
        assert_eq!(report.exact.as_ref(), Some(&exact));
        assert!(report.is_solved);
        assert_eq!((report.best, report.win_rate), (unvisited, 0.0));
        for snapshot in snapshots.iter().chain([&report.snapshot]) {
            assert_eq!(snapshot.points_ahead(), Some(-3.0));
            let best = &snapshot.moves[0];
            let lead = snapshot.lead(Some(best)).unwrap();
            assert_eq!(Some(lead.points), exact.points_ahead);
            assert_eq!((best.mv, best.lower_bound), (unvisited, 0.0));
            assert_eq!(best.proof, Proof::Lost);
            let line = best.variation.iter().map(|&(mv, _)| mv);
            assert!(line.eq(exact.line.iter().copied()), "{best:?}");
            let others = snapshot.moves[1..].iter();
            assert!(others.clone().all(|stats| stats.mv != unvisited));
            assert!(others.map(|stats| stats.visits).sum::<u64>() <= 50);
        }
        // The exact result does not change the search.
        let unknown = search(&params, &plain);
        assert_eq!(report.nodes, unknown.nodes);
    }
}
