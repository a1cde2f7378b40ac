//! Searches that look at more moves of their root, and the policy that is learned from them.

use super::*;
use crate::net;
use crate::search::simulation::MAX_PROBABILITY;

fn explored(exploration: Option<RootExploration>, playouts: u64) -> Report {
    let board = AnyBoard::new(9);
    let request = Request {
        exploration,
        ..request(&board, Color::Black, playouts)
    };
    Searcher::new(net::embedded(), 1).search(&Params::NETWORK, &request, None)
}

fn priors(report: &Report) -> Vec<(Move, f64)> {
    let priors = report.moves().iter().map(|stats| (stats.mv, stats.prior));
    let mut priors: Vec<_> = priors.map(|(mv, prior)| (mv, prior.unwrap())).collect();
    priors.sort_by_key(|(mv, _)| mv.to_string());
    priors
}

#[test]
fn exploring_nothing_is_the_usual_search() {
    let [plain, explored] = [None, Some(RootExploration::NONE)].map(|it| explored(it, 300));
    assert_eq!(ranking(&plain), ranking(&explored));
    assert_eq!(priors(&plain), priors(&explored));
}

#[test]
fn noise_moves_probability_between_the_moves() {
    let [plain, noisy] = [None, Some(RootExploration::KATAGO)].map(|it| priors(&explored(it, 1)));
    let sum = |priors: &[(Move, f64)]| priors.iter().map(|(_, prior)| prior).sum::<f64>();
    let unit = 1.0 / f64::from(MAX_PROBABILITY);
    assert!((sum(&plain) - sum(&noisy)).abs() < 82.0 * unit);
    let changed = plain
        .iter()
        .zip(&noisy)
        .map(|((_, one), (_, other))| (one - other).abs());
    let changed = changed.sum::<f64>() / 2.0;
    assert!((0.02..0.5).contains(&changed), "{changed}");
}

#[test]
fn visited_moves_of_the_root_get_their_visits() {
    let exploration = RootExploration {
        forced: 5.0,
        ..RootExploration::NONE
    };
    let report = explored(Some(exploration), 400);
    let lacking = |forced: f64, report: &Report| {
        let moves = report.moves().iter().filter(|stats| stats.visits > 0);
        let enough = |stats: &&MoveStats| (forced * stats.prior.unwrap() * 400.0).sqrt();
        moves
            .filter(|stats| stats.visits as f64 + 1.0 < enough(stats))
            .count()
    };
    assert_eq!(lacking(exploration.forced, &report), 0);
    assert!(lacking(exploration.forced, &explored(None, 400)) > 0);
}

#[test]
fn forced_visits_are_not_learned() {
    let stats = |vertex: &str, visits, win_rate, prior| MoveStats {
        win_rate,
        prior: Some(prior),
        ..MoveStats::new(vertex.parse().unwrap(), visits)
    };
    let params = Params {
        selection: Selection::Puct {
            c: 1.0,
            growth: 0.0,
        },
        ..Params::NETWORK
    };
    let mut snapshot = explored(None, 1).snapshot;
    // The bonuses are 10 p / (1 + n). The best move is worth 0.6 + 5 / 81. The second earns 10 * 0.3 / 0.1617 - 1 = 17.5 of
    // its 18 visits, rounded up. The third, as bad as it is, keeps its 2 visits less the forced ones, sqrt(2 * 0.1 * 100).
    snapshot.moves = vec![
        stats("E5", 80, 0.6, 0.5),
        stats("E4", 18, 0.5, 0.3),
        stats("A1", 2, 0.1, 0.1),
        stats("A2", 0, 0.0, 0.1),
    ];
    let policy = RootExploration::KATAGO.improved_policy(&snapshot, &params);
    let expected = [("E5", 80.0 / 98.0), ("E4", 18.0 / 98.0)];
    assert_eq!(
        policy,
        expected.map(|(vertex, share)| (vertex.parse().unwrap(), share))
    );
    // Nothing is forced: all keep their visits, but for a single one.
    snapshot.moves[2].visits = 1;
    let policy = RootExploration::NONE.improved_policy(&snapshot, &params);
    assert_eq!(policy.len(), 2);
    snapshot.moves[1].proof = Proof::Won;
    let policy = RootExploration::KATAGO.improved_policy(&snapshot, &params);
    assert_eq!(policy, [("E4".parse().unwrap(), 1.0)]);
    // A lost move is learned only where all are lost.
    snapshot.moves[1].proof = Proof::Unproven;
    snapshot.moves[0].proof = Proof::Lost;
    let policy = RootExploration::KATAGO.improved_policy(&snapshot, &params);
    assert_eq!(policy, [("E4".parse().unwrap(), 1.0)]);
    for stats in &mut snapshot.moves {
        stats.proof = Proof::Lost;
    }
    let policy = RootExploration::KATAGO.improved_policy(&snapshot, &params);
    assert_eq!(policy[0], ("E5".parse().unwrap(), 80.0 / 99.0));
    snapshot.moves.clear();
    assert!(
        RootExploration::KATAGO
            .improved_policy(&snapshot, &params)
            .is_empty()
    );
}

#[test]
fn a_search_that_explores_leaves_no_tree() {
    let board = AnyBoard::new(9);
    let plain = request(&board, Color::Black, 100);
    let exploring = Request {
        exploration: Some(RootExploration::KATAGO),
        ..plain.clone()
    };
    let mut searcher = Searcher::new(Some(network::network()), 1);
    let mut reused = |request| reused_visits(&mut searcher, &Params::NETWORK, request);
    assert_eq!([reused(&exploring), reused(&plain)], [0, 0]);
    assert_eq!([reused(&plain), reused(&exploring)], [100, 0]);
}
