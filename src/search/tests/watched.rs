//! What a search shows of itself, and what it is told to leave out.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::*;

/// All that a search shows, and its report.
fn watched(
    params: &Params,
    request: &Request<'_>,
    interval: Option<Duration>,
    detail: Detail,
) -> (Vec<Snapshot>, Report) {
    let mut insights = Vec::new();
    let mut show = |insight: &Snapshot| {
        insights.push(insight.clone());
        ControlFlow::Continue(())
    };
    let mut watch = Observer {
        interval,
        detail,
        show: &mut show,
    };
    let report = Searcher::default().search_observed(params, request, Some(&mut watch));
    (insights, report)
}

fn last(params: &Params, request: &Request<'_>, detail: Detail) -> Snapshot {
    let (mut insights, _) = watched(params, request, None, detail);
    assert_eq!(insights.len(), 1, "there is one look without an interval");
    insights.remove(0)
}

#[test]
fn a_watched_search_grows_the_same_tree() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    for params in presets() {
        let request = request(&board, Color::Black, 500);
        let alone = search(&params, &request);
        let (insights, report) = watched(
            &params,
            &request,
            Some(Duration::ZERO),
            Detail::OwnershipByMove,
        );
        assert_eq!(report.candidates, alone.candidates);
        assert_eq!(report.principal_variation, alone.principal_variation);
        assert_eq!(report.nodes, alone.nodes);
        // A look after every 16 playouts, and one at the end.
        assert_eq!(insights.len(), 500 / 16 + 1);
        let visits: Vec<u64> = insights.iter().map(|insight| insight.visits).collect();
        assert!(
            visits.is_sorted() && visits.last() == Some(&500),
            "{visits:?}"
        );
    }
}

#[test]
fn an_insight_agrees_with_the_report() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    for params in presets() {
        let (insights, report) = watched(
            &params,
            &request(&board, Color::White, 400),
            None,
            Detail::Nothing,
        );
        let insight = &insights[0];
        let ranked: Vec<_> = report
            .candidates
            .iter()
            .filter(|ranked| ranked.visits > 0)
            .collect();
        for (prospect, ranked) in insight.moves.iter().zip(ranked) {
            assert_eq!((prospect.mv, prospect.visits), (ranked.mv, ranked.visits));
            assert_eq!(prospect.variation[0], (prospect.mv, prospect.visits));
            assert!(prospect.lower_bound <= prospect.win_rate);
            assert!((0.0..=1.0).contains(&prospect.prior));
            assert!(prospect.ends.is_none());
        }
        let best: Vec<Move> = insight.moves[0]
            .variation
            .iter()
            .map(|&(mv, _)| mv)
            .collect();
        assert_eq!(best, report.principal_variation);
        let won: f64 = insight
            .moves
            .iter()
            .map(|prospect| prospect.win_rate * prospect.visits as f64)
            .sum();
        assert!((insight.win_rate - won / 400.0).abs() < 1e-9);
    }
}

#[test]
fn the_priors_are_the_chances_of_the_model() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    let insight = last(
        &Params::DEFAULT,
        &request(&board, Color::Black, 100),
        Detail::Nothing,
    );
    let sum: f64 = insight.moves.iter().map(|prospect| prospect.prior).sum();
    assert!((sum - 1.0).abs() < 0.1, "{sum}");
    let even = last(
        &Params::PLAIN_UCT,
        &request(&board, Color::Black, 100),
        Detail::Nothing,
    );
    let count = even.moves.len() as f64;
    assert!(
        even.moves
            .iter()
            .all(|prospect| (prospect.prior * count - 1.0).abs() < 1e-9)
    );
}

#[test]
fn who_has_seen_enough_ends_the_search() {
    let board = AnyBoard::new(9);
    let mut looks = 0;
    let mut show = |_: &Snapshot| {
        looks += 1;
        ControlFlow::Break(())
    };
    let mut watch = Observer {
        interval: Some(Duration::ZERO),
        detail: Detail::Nothing,
        show: &mut show,
    };
    let request = request(&board, Color::Black, u64::MAX);
    let report = Searcher::default().search_observed(&Params::DEFAULT, &request, Some(&mut watch));
    assert_eq!((report.playouts, looks), (16, 2));
}

/// Two walls share the board, and the middle column belongs to nobody for certain.
const WALLS: &str = "
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .
    . . X . O . .";

#[test]
fn ends_tell_the_owners_and_the_lead() {
    let board: AnyBoard = WALLS.parse().unwrap();
    let request = request(&board, Color::White, 300);
    let insight = last(&Params::DEFAULT, &request, Detail::OwnershipByMove);
    let ends = insight.ends.unwrap();
    assert_eq!(ends.games, 300);
    // White takes most of the middle by moving first.
    assert!((-7.0..=3.0).contains(&ends.lead), "{}", ends.lead);
    assert!(ends.deviation > 0.0 && ends.deviation < 20.0);
    let owners = ends.ownership.unwrap();
    for coord in Coord::all(7) {
        let balance = owners.balance(coord);
        let expected = match coord.column() {
            0..=2 => 0.5..=1.0,
            3 => -1.0..=1.0,
            _ => -1.0..=-0.5,
        };
        assert!(expected.contains(&balance), "{coord}: {balance}");
    }
    let by_move = insight
        .moves
        .iter()
        .map(|prospect| prospect.ends.as_ref().unwrap());
    let (mut games, mut leads) = (0, 0.0);
    for (ends, prospect) in by_move.zip(&insight.moves) {
        assert_eq!(ends.games, prospect.visits);
        assert_eq!(ends.ownership.is_some(), ends.games > 0);
        games += ends.games;
        leads += ends.lead * ends.games as f64;
    }
    assert_eq!(games, 300);
    assert!((leads / 300.0 - ends.lead).abs() < 1e-9);
}

#[test]
fn what_is_not_wanted_is_not_counted() {
    let board = AnyBoard::new(5);
    let request = request(&board, Color::Black, 50);
    assert!(
        last(&Params::DEFAULT, &request, Detail::Nothing)
            .ends
            .is_none()
    );
    let score = last(&Params::DEFAULT, &request, Detail::Score);
    assert!(score.ends.unwrap().ownership.is_none());
    let ownership = last(&Params::DEFAULT, &request, Detail::Ownership);
    assert!(ownership.ends.unwrap().ownership.is_some());
    let first = ownership.moves[0].ends.as_ref().unwrap();
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

/// The moves of the root, and those that follow in some line.
fn looked_at(restrictions: &[Restriction], params: &Params) -> (Vec<String>, Vec<String>) {
    let board = AnyBoard::new(5);
    let request = Request {
        restrictions,
        ..request(&board, Color::Black, 2_000)
    };
    let insight = last(params, &request, Detail::Nothing);
    let name = |mv: Move| mv.to_string();
    let first = insight.moves.iter().map(|prospect| name(prospect.mv));
    let second = insight
        .moves
        .iter()
        .filter_map(|prospect| prospect.variation.get(1));
    (first.collect(), second.map(|&(mv, _)| name(mv)).collect())
}

#[test]
fn moves_to_avoid_are_left_out_and_moves_to_allow_stay_alone() {
    use RestrictionKind::{Allow, Avoid};
    for params in presets() {
        let (first, _) = looked_at(&[restriction(Avoid, Color::Black, "C3 D3 Z25", 1)], &params);
        assert!(
            first.len() > 5 && !first.contains(&"C3".to_owned()),
            "{first:?}"
        );
        let (mut first, _) = looked_at(&[restriction(Allow, Color::Black, "C3 D3", 1)], &params);
        first.sort();
        assert_eq!(first, ["C3", "D3"]);
        // The opponent's are another matter, and so are the opponent's restrictions.
        let whites = restriction(Allow, Color::White, "C3 D3", 1);
        let [mut others, mut all] = [&[whites][..], &[]].map(|list| looked_at(list, &params).0);
        others.sort();
        all.sort();
        assert_eq!(others, all);
    }
}

#[test]
fn a_restriction_lasts_as_deep_as_it_says() {
    let allow = |color, moves, depth| restriction(RestrictionKind::Allow, color, moves, depth);
    let black = allow(Color::Black, "C3", 1);
    for (depth, expected) in [(1, false), (2, true)] {
        let restrictions = [black.clone(), allow(Color::White, "B2 D2", depth)];
        let (_, second) = looked_at(&restrictions, &Params::DEFAULT);
        assert_eq!(
            second.iter().all(|mv| ["B2", "D2"].contains(&mv.as_str())),
            expected
        );
    }
}

#[test]
fn who_may_not_move_passes() {
    let none_left = restriction(RestrictionKind::Allow, Color::Black, "pass", 1);
    assert_eq!(looked_at(&[none_left], &Params::DEFAULT).0, ["pass"]);
}

#[test]
fn a_restricted_search_leaves_nothing_and_takes_nothing() {
    let board = AnyBoard::new(5);
    let avoid = [restriction(RestrictionKind::Avoid, Color::Black, "C3", 1)];
    let (free, stop) = (request(&board, Color::Black, 100), AtomicBool::new(false));
    let restricted = Request {
        restrictions: &avoid,
        stop: Some(&stop),
        ..free.clone()
    };
    stop.store(false, Ordering::Relaxed);
    let mut searcher = Searcher::default();
    let mut kept = |request: &Request<'_>| searcher.search(&Params::DEFAULT, request).kept;
    assert_eq!([kept(&free), kept(&free)], [0, 100]);
    assert_eq!(
        [kept(&restricted), kept(&restricted), kept(&free)],
        [0, 0, 0]
    );
}
