//! Searches that look at more moves of their root, and the policy that is learned from them.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::*;
use crate::net;

fn halved(playouts: u64, seed: u64) -> Report {
    let board = AnyBoard::new(9);
    let request = Request {
        halving: Some(SequentialHalving::USUAL),
        seed,
        ..request(&board, Color::Black, playouts)
    };
    Searcher::new(net::embedded(), 1).search(&Params::NETWORK, &request)
}

fn stats(vertex: &str, visits: u64, win_rate: f64, prior: f64) -> MoveStats {
    MoveStats {
        win_rate,
        prior: Some(prior),
        ..MoveStats::new(vertex.parse().unwrap(), visits)
    }
}

#[test]
fn a_search_with_halving_leaves_no_tree() {
    let board = AnyBoard::new(9);
    let plain = request(&board, Color::Black, 100);
    let halving = Request {
        halving: Some(SequentialHalving::USUAL),
        ..plain.clone()
    };
    let mut searcher = Searcher::new(Some(network::network()), 1);
    let mut reused = |request| reused_visits(&mut searcher, &Params::NETWORK, request);
    assert_eq!([reused(&halving), reused(&plain)], [0, 0]);
    assert_eq!([reused(&plain), reused(&halving)], [100, 0]);
}

#[test]
fn halving_spends_its_visits_in_rounds() {
    let report = halved(128, 7);
    let mut visits: Vec<u64> = report.moves().iter().map(|stats| stats.visits).collect();
    visits.retain(|&visits| visits > 0);
    visits.sort_unstable_by_key(|&visits| Reverse(visits));
    // Each round spends 32 visits, on 16, 8, 4 and 2 moves.
    let expected = [30, 30, 14, 14, 6, 6, 6, 6, 2, 2, 2, 2, 2, 2, 2, 2];
    assert_eq!(visits, expected);
}

#[test]
fn halving_draws_other_moves_for_another_seed() {
    let visited = |seed| {
        let report = halved(20, seed);
        let visited = report.moves().iter().filter(|stats| stats.visits > 0);
        visited
            .map(|stats| stats.mv.to_string())
            .collect::<HashSet<_>>()
    };
    assert_eq!(visited(1), visited(1));
    assert_ne!(visited(1), visited(2));
}

#[test]
fn the_policy_to_learn_follows_priors_and_win_rates() {
    let mut snapshot = halved(1, 1).snapshot;
    snapshot.moves = vec![
        stats("E5", 10, 0.60, 0.2),
        stats("E4", 10, 0.55, 0.4),
        stats("A1", 0, 0.0, 0.3),
        stats("A2", 0, 0.0, 0.1),
    ];
    let share = |policy: &[(Move, f64)], vertex: &str| {
        let mv: Move = vertex.parse().unwrap();
        policy.iter().find(|&&(it, _)| it == mv).unwrap().1
    };
    let policy = improved_policy(&snapshot);
    assert!((policy.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    // A win rate that is higher by 0.05 adds (50 + 10) / 4 * 0.05 to a logit.
    let ratio = share(&policy, "E5") / share(&policy, "E4");
    assert!((ratio - 0.5 * 0.75_f64.exp()).abs() < 1e-9, "{ratio}");
    // Moves without visits keep their ratio; their win rate is (0.2 * 0.6 + 0.4 * 0.55) / 0.6.
    let ratio = share(&policy, "A1") / share(&policy, "A2");
    assert!((ratio - 3.0).abs() < 1e-9, "{ratio}");
    let ratio = share(&policy, "E4") / share(&policy, "A1");
    let expected = 4.0 / 3.0 * (15.0_f64 * (0.55 - 0.34 / 0.6)).exp();
    assert!((ratio - expected).abs() < 1e-9, "{ratio}");
    snapshot.moves[0].proof = Proof::Lost;
    let policy = improved_policy(&snapshot);
    assert_eq!((policy.len(), policy[0].0), (3, "E4".parse().unwrap()));
    for stats in &mut snapshot.moves {
        stats.proof = Proof::Lost;
    }
    assert_eq!(improved_policy(&snapshot).len(), 4);
    snapshot.moves[2].proof = Proof::Won;
    assert_eq!(improved_policy(&snapshot), [("A1".parse().unwrap(), 1.0)]);
    snapshot.moves.clear();
    assert!(improved_policy(&snapshot).is_empty());
}
