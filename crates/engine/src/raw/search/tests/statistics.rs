//! Statistics of simulated games.

use super::*;

/// The report of a search that counts statistics, and these statistics.
fn search_with_statistics(params: &Params, request: &Request) -> (Report, Statistics) {
    let mut searcher = Searcher::default();
    searcher.keep_statistics(true);
    let mut report = searcher.search(params, request);
    let statistics = report.statistics.take().unwrap();
    (report, statistics)
}

#[test]
fn counting_statistics_does_not_change_the_search() {
    let board = board(FIGHT);
    for params in presets() {
        let request = request(&board, Color::Black, 500);
        let plain = search(&params, &request);
        let (report, _) = search_with_statistics(&params, &request);
        assert!(plain.statistics.is_none());
        assert_eq!(ranking(&report), ranking(&plain));
        assert_eq!((report.nodes, report.origins), (plain.nodes, plain.origins));
    }
}

#[test]
fn counts_add_up() {
    let board = board(FIGHT);
    for (params, threads) in presets().flat_map(|params| [(params.clone(), 1), (params, 4)]) {
        let params = Params {
            machine: MachineParams {
                threads,
                ..params.machine
            },
            ..params
        };
        let (report, statistics) =
            search_with_statistics(&params, &request(&board, Color::White, 999));
        let games = statistics.games;
        assert_eq!(games, report.playouts);
        assert_eq!(
            statistics.leads.iter().map(|(_, games)| games).sum::<u64>(),
            games
        );
        let won_by_black = statistics.leads.iter().filter(|(lead, _)| *lead > 7);
        assert_eq!(
            won_by_black.map(|(_, games)| games).sum::<u64>(),
            statistics.won[Color::Black]
        );
        // With a komi of half points no game is drawn.
        assert_eq!(
            statistics.won[Color::Black] + statistics.won[Color::White],
            games
        );
        // Moves are made in the tree or by a rule.
        let sum = |spread: &Spread| (spread.mean * games as f64).round();
        let (moves, in_tree) = (sum(&statistics.length.unwrap()), sum(&statistics.depth));
        let by_rules = report.origins.total() as f64;
        assert!((moves - in_tree - by_rules).abs() < 0.5, "{moves}");
        let owners = statistics.ownership.as_ref().unwrap();
        for coord in Coord::all(board.size()) {
            let [black, white] = Color::BOTH.map(|color| owners.share(color, coord));
            assert!(black + white <= 1.0 + 1e-9);
        }
        let mut criticality = statistics.criticality.iter();
        assert!(criticality.all(|share| (-0.5..=0.5).contains(share)));
    }
}

#[test]
fn the_mean_lead_is_the_sum_of_the_ownership() {
    let board = board(FIGHT);
    let (_, statistics) =
        search_with_statistics(&Params::PLAIN_UCT, &request(&board, Color::Black, 300));
    let leads = statistics.leads.iter();
    let sum: f64 = leads
        .map(|&(lead, games)| f64::from(lead) * games as f64)
        .sum();
    let owners = statistics.ownership.as_ref().unwrap();
    let balance: f64 = Coord::all(7).map(|coord| owners.balance(coord)).sum();
    assert!((sum / 300.0 - balance).abs() < 1e-6, "{sum} {balance}");
}

#[test]
fn the_value_can_be_the_mean_of_the_points() {
    let board = board(FIGHT);
    let request = request(&board, Color::Black, 300);
    let params = Params {
        evaluation: EvaluationParams {
            lead_weight: 1.0,
            lead_saturates: false,
            ..Params::PLAIN_UCT.evaluation
        },
        ..Params::PLAIN_UCT
    };
    let (report, statistics) = search_with_statistics(&params, &request);
    let games = |stats: &MoveStats| stats.visits as f64;
    let sum: f64 = report
        .moves()
        .iter()
        .map(|it| games(it) * it.win_rate)
        .sum();
    let mean = sum / report.moves().iter().map(games).sum::<f64>();
    let points: f64 = statistics
        .leads
        .iter()
        .map(|&(lead, games)| f64::from(lead) * games as f64)
        .sum();
    let ahead = points / 300.0 - request.komi;
    let expected = 0.5 + 0.5 * ahead / (49.0 + request.komi);
    assert!((mean - expected).abs() < 1e-3, "{mean} {expected}");
}

#[test]
fn the_depth_counts_the_moves_in_the_tree() {
    let board = board(FIGHT);
    let request = request(&board, Color::Black, 400);
    // Only the root has children.
    let params = Params {
        tree: TreeParams {
            expand_after: 1_000,
            ..Params::PLAYOUTS.tree
        },
        ..Params::PLAYOUTS
    };
    let (_, flat) = search_with_statistics(&params, &request);
    let one = Spread {
        mean: 1.0,
        deviation: 0.0,
        least: 1,
        most: 1,
    };
    assert_eq!(flat.depth, one);
    let mut searcher = Searcher::default();
    searcher.keep_statistics(true);
    let report = searcher.search(&Params::PLAYOUTS, &request);
    let nodes = searcher.tree(1).unwrap();
    let depths = nodes.iter().map(|node| node.depth);
    let deepest = report.statistics.unwrap().depth.most;
    assert_eq!(depths.max(), Some(deepest));
    assert!(deepest > 2, "{deepest}");
}

#[test]
fn the_phases_together_take_at_most_the_time_of_the_search() {
    let board = board(FIGHT);
    for threads in [1, 2] {
        let params = Params {
            machine: MachineParams {
                threads,
                ..Params::PLAYOUTS.machine
            },
            ..Params::PLAYOUTS
        };
        let (report, statistics) =
            search_with_statistics(&params, &request(&board, Color::Black, 300));
        let sum: std::time::Duration = statistics.times.iter().sum();
        assert!(sum <= report.time * threads as u32);
        assert!(statistics.times[SimulationPhase::Simulate as usize] > std::time::Duration::ZERO);
    }
}

#[test]
fn memory_is_allocated_in_segments() {
    let board = AnyBoard::new(5);
    let report = search(&Params::PLAYOUTS, &request(&board, Color::Black, 10));
    assert_eq!(report.memory, 32 << 14);
    assert!(report.nodes * 32 <= report.memory);
}
