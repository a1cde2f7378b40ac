//! Searches that look at more moves of their root, and the policy that is learned from them.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::*;
use crate::net;
use crate::search::simulation::MAX_PROBABILITY;

const NOISE: RootExploration = RootExploration::Noise(RootNoise::KATAGO);
const GUMBEL: RootExploration = RootExploration::Gumbel(SequentialHalving::USUAL);

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

fn stats(vertex: &str, visits: u64, win_rate: f64, prior: f64) -> MoveStats {
    MoveStats {
        win_rate,
        prior: Some(prior),
        ..MoveStats::new(vertex.parse().unwrap(), visits)
    }
}

#[test]
fn exploring_nothing_is_the_usual_search() {
    let [plain, explored] = [None, Some(RootExploration::NONE)].map(|it| explored(it, 300));
    assert_eq!(ranking(&plain), ranking(&explored));
    assert_eq!(priors(&plain), priors(&explored));
}

#[test]
fn noise_moves_probability_between_the_moves() {
    let [plain, noisy] = [None, Some(NOISE)].map(|it| priors(&explored(it, 1)));
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
    let noise = RootNoise {
        forced: 5.0,
        ..RootNoise::NONE
    };
    let report = explored(Some(RootExploration::Noise(noise)), 400);
    let lacking = |forced: f64, report: &Report| {
        let moves = report.moves().iter().filter(|stats| stats.visits > 0);
        let enough = |stats: &&MoveStats| (forced * stats.prior.unwrap() * 400.0).sqrt();
        moves
            .filter(|stats| stats.visits as f64 + 1.0 < enough(stats))
            .count()
    };
    assert_eq!(lacking(noise.forced, &report), 0);
    assert!(lacking(noise.forced, &explored(None, 400)) > 0);
}

#[test]
fn forced_visits_are_not_learned() {
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
    let policy = NOISE.improved_policy(&snapshot, &params);
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
    let policy = NOISE.improved_policy(&snapshot, &params);
    assert_eq!(policy, [("E4".parse().unwrap(), 1.0)]);
    // A lost move is learned only where all are lost.
    snapshot.moves[1].proof = Proof::Unproven;
    snapshot.moves[0].proof = Proof::Lost;
    let policy = NOISE.improved_policy(&snapshot, &params);
    assert_eq!(policy, [("E4".parse().unwrap(), 1.0)]);
    for stats in &mut snapshot.moves {
        stats.proof = Proof::Lost;
    }
    let policy = NOISE.improved_policy(&snapshot, &params);
    assert_eq!(policy[0], ("E5".parse().unwrap(), 80.0 / 99.0));
    snapshot.moves.clear();
    assert!(NOISE.improved_policy(&snapshot, &params).is_empty());
}

#[test]
fn a_search_that_explores_leaves_no_tree() {
    let board = AnyBoard::new(9);
    let plain = request(&board, Color::Black, 100);
    let exploring = Request {
        exploration: Some(NOISE),
        ..plain.clone()
    };
    let mut searcher = Searcher::new(Some(network::network()), 1);
    let mut reused = |request| reused_visits(&mut searcher, &Params::NETWORK, request);
    assert_eq!([reused(&exploring), reused(&plain)], [0, 0]);
    assert_eq!([reused(&plain), reused(&exploring)], [100, 0]);
}

#[test]
fn halving_spends_its_visits_in_rounds() {
    let report = explored(Some(GUMBEL), 128);
    let mut visits: Vec<u64> = report.moves().iter().map(|stats| stats.visits).collect();
    visits.retain(|&visits| visits > 0);
    visits.sort_unstable_by_key(|&visits| Reverse(visits));
    // A round has 32, on 16, 8, 4 and 2 moves.
    let expected = [30, 30, 14, 14, 6, 6, 6, 6, 2, 2, 2, 2, 2, 2, 2, 2];
    assert_eq!(visits, expected);
}

#[test]
fn halving_draws_other_moves_for_another_seed() {
    let board = AnyBoard::new(9);
    let visited = |seed| {
        let request = Request {
            exploration: Some(GUMBEL),
            seed,
            ..request(&board, Color::Black, 20)
        };
        let report = Searcher::new(net::embedded(), 1).search(&Params::NETWORK, &request, None);
        let visited = report.moves().iter().filter(|stats| stats.visits > 0);
        visited
            .map(|stats| stats.mv.to_string())
            .collect::<HashSet<_>>()
    };
    assert_eq!(visited(1), visited(1));
    assert_ne!(visited(1), visited(2));
}

#[test]
fn the_policy_of_halving_follows_priors_and_win_rates() {
    let mut snapshot = explored(None, 1).snapshot;
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
    let policy = GUMBEL.improved_policy(&snapshot, &Params::NETWORK);
    assert!((policy.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
    // 0.05 more of a win rate is worth (50 + 10) / 4 * 0.05 of a logit.
    let ratio = share(&policy, "E5") / share(&policy, "E4");
    assert!((ratio - 0.5 * 0.75_f64.exp()).abs() < 1e-9, "{ratio}");
    // Moves without visits keep their ratio; their win rate is (0.2 * 0.6 + 0.4 * 0.55) / 0.6.
    let ratio = share(&policy, "A1") / share(&policy, "A2");
    assert!((ratio - 3.0).abs() < 1e-9, "{ratio}");
    let ratio = share(&policy, "E4") / share(&policy, "A1");
    let expected = 4.0 / 3.0 * (15.0_f64 * (0.55 - 0.34 / 0.6)).exp();
    assert!((ratio - expected).abs() < 1e-9, "{ratio}");
    snapshot.moves[0].proof = Proof::Lost;
    let policy = GUMBEL.improved_policy(&snapshot, &Params::NETWORK);
    assert_eq!((policy.len(), policy[0].0), (3, "E4".parse().unwrap()));
}
