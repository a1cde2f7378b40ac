//! Several threads on one tree, sent different ways by virtual losses.

use std::env;

use super::*;

fn request(board: &AnyBoard, playouts: u64) -> Request {
    Request {
        limit: Limit {
            playouts: Some(playouts),
            time: None,
        },
        ..Request::new(board, Color::Black, 7.5)
    }
}

fn params(threads: usize) -> Params {
    let default = Params {
        machine: MachineParams {
            threads,
            ..Params::PLAYOUTS.machine
        },
        ..Params::PLAYOUTS
    };
    if !cfg!(miri) {
        return default;
    }
    // Miri is too slow for the tables of patterns and for a large tree.
    Params {
        evaluation: EvaluationParams {
            priors: Priors::NONE,
            ..default.evaluation
        },
        playouts: PlayoutParams {
            policy: PlayoutPolicy::Uniform,
            ..default.playouts
        },
        machine: MachineParams {
            memory: 9,
            ..default.machine
        },
        ..default
    }
}

/// Checks the counts of all nodes below `parent` after all threads have ended. Returns the number of nodes.
fn check_below<const W: usize>(search: &Search<'_, W>, parent: &Node) -> usize {
    let visits = parent.visits();
    let children = search.tree.children(parent);
    assert!(!parent.has_virtual_losses());
    assert!(children.iter().map(Node::visits).sum::<u32>() <= visits);
    for child in children {
        let (results, amaf) = (child.results.get(), child.amaf.get());
        for tally in [results, amaf] {
            assert!(tally.value <= u64::from(WIN) * u64::from(tally.visits));
        }
        // A simulation through a point also counts for its AMAF results.
        assert!(amaf.visits <= visits);
        assert!(amaf.visits >= results.visits || child.mv::<W>() == PointMove::Pass);
    }
    let below = children.iter().map(|child| check_below(search, child));
    1 + below.sum::<usize>()
}

/// Miri checks it for data races and under weak memory order:
/// `cargo +nightly miri test --lib -- when_they_are_seen made_twice`.
#[test]
fn no_simulation_is_lost_or_made_twice() {
    let board = AnyBoard::new(5);
    for playouts in [1, 3, if cfg!(miri) { 61 } else { 20_001 }] {
        let (params, request) = (params(4), request(&board, playouts));
        let search = Search::<2>::new(&params, &request, None);
        let report = search.run(None, None);
        let root = search.tree.root();
        let children = search.tree.children(root).iter();
        assert_eq!(report.playouts, playouts);
        assert_eq!(u64::from(root.visits()), playouts);
        assert_eq!(
            children.map(|child| u64::from(child.visits())).sum::<u64>(),
            playouts
        );
        assert_eq!(check_below(&search, root), report.nodes);
    }
}

/// With more threads than processors, threads are interrupted anywhere. `TAO_PLAYOUTS` sets the number of simulations.
#[test]
#[ignore = "a million simulations: for release builds"]
fn counts_add_up_when_many_threads_fill_a_small_tree() {
    let playouts = env::var("TAO_PLAYOUTS").map_or(1_000_000, |text| text.parse().unwrap());
    let board = AnyBoard::new(9);
    let params = Params {
        machine: MachineParams {
            memory: 16,
            ..params(8).machine
        },
        ..params(8)
    };
    let request = request(&board, playouts);
    let search = Search::<2>::new(&params, &request, None);
    let report = search.run(None, None);
    let root = search.tree.root();
    assert!(search.tree.quarters() >= 3, "the tree is nearly full");
    assert_eq!(report.playouts, playouts);
    assert_eq!(u64::from(root.visits()), playouts);
    let children = search.tree.children(root).iter();
    let visits = children.map(|child| u64::from(child.visits()));
    assert_eq!(visits.sum::<u64>(), playouts);
    assert_eq!(check_below(&search, root), report.nodes);
}

#[test]
fn one_stop_flag_stops_all_threads() {
    let (board, stop) = (AnyBoard::new(9), AtomicBool::new(true));
    let (params, request) = (params(4), request(&board, u64::MAX));
    let mut search = Search::<2>::new(&params, &request, None);
    search.stop = Some(&stop);
    let report = search.run(None, None);
    // The other threads may each be in the middle of a playout.
    assert!((16..16 + 4).contains(&report.playouts));
    assert_eq!(u64::from(search.tree.root().visits()), report.playouts);
    check_below(&search, search.tree.root());
}

#[test]
fn each_thread_has_its_own_random_numbers() {
    let board = AnyBoard::new(9);
    let (params, request) = (params(3), request(&board, 1));
    let search = Search::<2>::new(&params, &request, None);
    let draws = [0, 1, 2].map(|number| Worker::new(&search, number).rng.below(1 << 30));
    assert!(draws[0] != draws[1] && draws[1] != draws[2] && draws[0] != draws[2]);
}

/// Share of different leaves when `count` threads descend at the same time.
fn share_of_different_leaves(count: usize) -> f64 {
    const ROUNDS: usize = 1_000;
    let board = AnyBoard::new(9);
    let (params, request) = (params(count), request(&board, 1));
    let search = Search::<2>::new(&params, &request, None);
    let mut workers: Vec<_> = (0..count)
        .map(|number| Worker::new(&search, number))
        .collect();
    workers[0].expand(search.tree.root());
    let mut different_leaves = 0;
    for _ in 0..ROUNDS {
        workers.iter_mut().for_each(Worker::descend);
        let mut leaves: Vec<_> = workers
            .iter()
            .map(|worker| worker.path.last().map(|&leaf| std::ptr::from_ref(leaf)))
            .collect();
        leaves.sort_unstable();
        leaves.dedup();
        different_leaves += leaves.len();
        for worker in &mut workers {
            let evaluation = worker.evaluate();
            worker.backup(&evaluation);
        }
    }
    different_leaves as f64 / (count * ROUNDS) as f64
}

#[test]
fn virtual_losses_send_threads_different_ways() {
    for count in [2, 8] {
        let share = share_of_different_leaves(count);
        assert!(share > 0.85, "{share} of {count}");
    }
}
