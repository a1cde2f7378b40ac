//! Statistics of simulated games.

use super::*;
use crate::playout::Switch;

/// A search that keeps statistics.
fn counted(params: &Params, request: &Request<'_>) -> (Report, Statistics) {
    let mut searcher = Searcher::default();
    searcher.keep_statistics(Switch::On);
    let mut report = searcher.search(params, request, None);
    let statistics = report.statistics.take().unwrap();
    (report, statistics)
}

#[test]
fn counting_statistics_changes_nothing() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    for params in presets() {
        let request = request(&board, Color::Black, 500);
        let alone = search(&params, &request);
        let (report, _) = counted(&params, &request);
        assert!(alone.statistics.is_none());
        assert_eq!(ranking(&report), ranking(&alone));
        assert_eq!((report.nodes, report.origins), (alone.nodes, alone.origins));
    }
}

#[test]
fn counts_add_up() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    for (params, threads) in presets().flat_map(|params| [(params.clone(), 1), (params, 4)]) {
        let params = Params { threads, ..params };
        let (report, statistics) = counted(&params, &request(&board, Color::White, 999));
        let games = statistics.games();
        assert_eq!(games, report.playouts);
        assert_eq!(
            statistics.leads().map(|(_, games)| games).sum::<u64>(),
            games
        );
        let won_by_black = statistics.leads().filter(|&(lead, _)| lead > 7);
        assert_eq!(
            won_by_black.map(|(_, games)| games).sum::<u64>(),
            statistics.won_by(Color::Black)
        );
        // There are no draws with half a point.
        let won = Color::BOTH.map(|color| statistics.won_by(color));
        assert_eq!(won.iter().sum::<u64>(), games);
        // Moves are made in the tree or by a rule.
        let sum = |spread: &Spread| (spread.mean() * games as f64).round();
        let (moves, in_tree) = (sum(statistics.length()), sum(statistics.depth()));
        let by_rules = report.origins.total() as f64;
        assert!((moves - in_tree - by_rules).abs() < 0.5, "{moves}");
        let owners = statistics.ownership().unwrap();
        for coord in Coord::all(board.size()) {
            let [black, white] = Color::BOTH.map(|color| owners.share(color, coord));
            assert!(black + white <= 1.0 + 1e-9);
            assert!((-0.5..=0.5).contains(&statistics.criticality(coord)));
        }
    }
}

#[test]
fn leads_and_ownership_tell_of_the_same_area() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    let (_, statistics) = counted(&Params::PLAIN_UCT, &request(&board, Color::Black, 300));
    let leads = statistics.leads();
    let sum: f64 = leads
        .map(|(lead, games)| f64::from(lead) * games as f64)
        .sum();
    let owners = statistics.ownership().unwrap();
    let balance: f64 = Coord::all(7).map(|coord| owners.balance(coord)).sum();
    assert!((sum / 300.0 - balance).abs() < 1e-6, "{sum} {balance}");
}

#[test]
fn the_depth_is_that_of_the_tree() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    let request = request(&board, Color::Black, 400);
    // Only the root has children.
    let params = Params {
        expand_after: 1_000,
        ..Params::DEFAULT
    };
    let (_, flat) = counted(&params, &request);
    assert_eq!(
        (flat.depth().range(), flat.depth().mean().to_string()),
        ((1, 1), "1".to_owned())
    );
    let mut searcher = Searcher::default();
    searcher.keep_statistics(Switch::On);
    let report = searcher.search(&Params::DEFAULT, &request, None);
    let all = TreeFilter {
        visits: 1,
        depth: usize::MAX,
    };
    let depths = searcher
        .tree()
        .unwrap()
        .walk(all)
        .filter_map(|step| match step {
            TreeStep::Down(node) => Some(node.depth as u64),
            TreeStep::Up => None,
        });
    let (_, deepest) = report.statistics.unwrap().depth().range();
    assert_eq!(depths.max(), Some(deepest));
    assert!(deepest > 2, "{deepest}");
}

#[test]
fn phases_take_no_more_than_all_the_time() {
    let board: AnyBoard = FIGHT.parse().unwrap();
    for threads in [1, 2] {
        let params = Params {
            threads,
            ..Params::DEFAULT
        };
        let (report, statistics) = counted(&params, &request(&board, Color::Black, 300));
        let sum: std::time::Duration = Phase::ALL.map(|phase| statistics.time(phase)).iter().sum();
        assert!(sum <= report.time * threads as u32);
        assert!(statistics.time(Phase::Simulate) > std::time::Duration::ZERO);
    }
}

#[test]
fn memory_is_allocated_by_segments() {
    let board = AnyBoard::new(5);
    let report = search(&Params::DEFAULT, &request(&board, Color::Black, 10));
    assert_eq!(report.memory, 32 << 14);
    assert!(report.nodes * 32 <= report.memory);
}
