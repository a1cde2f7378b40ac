//! Ranks that search in turn, and what they know of each other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;

use super::*;
use crate::search::sharing::{NodeStatistics, Path, Rounds, Shared, Update, step, step_of};

/// The update of single nodes.
fn of_nodes(nodes: impl IntoIterator<Item = (Path, NodeStatistics)>) -> Update {
    let mut all = Update::default();
    for (path, statistics) in nodes {
        all.add(&Update([(path, statistics)].into()));
    }
    all
}

/// An update of up to 60 nodes below few first moves, so that lists overlap.
fn any_update() -> impl Strategy<Value = Update> {
    let tally = || {
        (0..u32::MAX / 256, 0.0..=1.0).prop_map(|(visits, mean): (u32, f64)| {
            #[expect(clippy::cast_sign_loss, reason = "a share of a sum")]
            let value = (mean * f64::from(visits) * f64::from(WIN)) as u64;
            Tally { visits, value }
        })
    };
    let moves = prop::collection::vec(0..4_usize, 0..=SharingParams::MAX_DEPTH);
    let path = moves.prop_map(|moves| -> Path {
        let mv = |&i: &usize| step(["A1", "E5", "T19", "pass"][i].parse().unwrap());
        moves.iter().map(mv).collect()
    });
    let proof = (0..4_u8).prop_map(Proof::from_number);
    let statistics = (tally(), tally(), proof).prop_map(|(results, amaf, proof)| NodeStatistics {
        results,
        amaf,
        proof,
    });
    prop::collection::vec((path, statistics), 0..60).prop_map(of_nodes)
}

/// The nodes without proofs, as of two proofs the first one counts.
fn without_proofs(mut update: Update) -> Update {
    for statistics in update.0.values_mut() {
        statistics.proof = Proof::Unproven;
    }
    update
}

proptest! {
    #[test]
    fn sums_do_not_depend_on_the_order(one in any_update(), other in any_update()) {
        let (mut first, mut second) = (one.clone(), other.clone());
        first.add(&other);
        second.add(&one);
        prop_assert_eq!(first.visits(), one.visits() + other.visits());
        prop_assert_eq!(without_proofs(first), without_proofs(second));
    }

    #[test]
    fn a_sum_has_every_node(one in any_update(), other in any_update()) {
        let mut sum = one.clone();
        sum.add(&other);
        prop_assert_eq!(sum, of_nodes(one.0.into_iter().chain(other.0)));
    }
}

#[test]
fn every_move_has_its_own_step() {
    let coords = Coord::all(19).map(Move::Play);
    let steps: Vec<u16> = [Move::Pass].into_iter().chain(coords).map(step).collect();
    assert!(steps.into_iter().eq(0..=361));
}

/// An exchange without other ranks.
#[derive(Debug)]
struct NoOne;

impl Exchange for NoOne {
    fn begin(&mut self, _: SearchStart) -> Period {
        Period::Playouts(u64::MAX)
    }

    fn give(&mut self, _: Update) {}

    fn take(&mut self) -> Update {
        Update::default()
    }

    fn end(&mut self) {}
}

fn params(percent: f64, depth: usize) -> Params {
    Params {
        sharing: SharingParams {
            percent,
            depth,
            ..Params::NETWORK.sharing
        },
        ..Params::PLAYOUTS
    }
}

/// A rank that searches when it is told to.
struct Rank<'a, 's> {
    search: &'s Search<'s, 2>,
    worker: Worker<'s, 2>,
    rounds: Rounds<'a, 's, 2>,
    /// Its own simulations through each node.
    own: HashMap<Path, u32>,
}

impl Rank<'_, '_> {
    fn simulate(&mut self, count: u64) {
        for _ in 0..count {
            self.worker.descend();
            let mut path = Path::new();
            *self.own.entry(path.clone()).or_default() += 1;
            for node in &self.worker.path[1..] {
                path.push(step_of::<2>(node));
                *self.own.entry(path.clone()).or_default() += 1;
            }
            let evaluation = self.worker.evaluate();
            self.worker.backup(&evaluation);
        }
    }

    fn own_simulations(&self) -> u64 {
        self.own.get(&Path::new()).copied().unwrap_or(0).into()
    }

    fn has_all(&self) -> bool {
        self.rounds.shared.waiting.is_empty()
    }

    /// The nodes down to a depth, with their paths.
    fn nodes(&self, depth: usize) -> Vec<(Path, &Node)> {
        let mut nodes = vec![(Path::new(), self.search.tree.root())];
        let mut next = 0;
        while let Some((path, node)) = nodes.get(next).cloned() {
            next += 1;
            if path.len() < depth {
                let children = self.search.tree.children(node).iter();
                nodes.extend(
                    children.map(|node| ([&path[..], &[step_of::<2>(node)]].concat(), node)),
                );
            }
        }
        nodes
    }
}

/// A round of all ranks. Returns the nodes in each one's message.
fn exchange(ranks: &mut [Rank<'_, '_>]) -> Vec<usize> {
    let updates: Vec<_> = ranks
        .iter_mut()
        .map(|rank| rank.rounds.take_update())
        .collect();
    for (i, rank) in ranks.iter_mut().enumerate() {
        let mut others = Update::default();
        let foreign = updates.iter().enumerate().filter(|(j, _)| *j != i);
        foreign.for_each(|(_, update)| others.add(update));
        rank.rounds.add(others);
    }
    updates.iter().map(|update| update.0.len()).collect()
}

/// Runs `test` with `count` ranks that search an empty board.
fn with_ranks(count: usize, params: &Params, seed: u64, test: impl FnOnce(&mut [Rank<'_, '_>])) {
    let board = AnyBoard::new(9);
    let requests: Vec<_> = (0..count as u64)
        .map(|rank| Request {
            seed: seed + 1_000 * rank,
            ..Request::new(&board, Color::Black, 7.5)
        })
        .collect();
    let searches: Vec<_> = requests
        .iter()
        .map(|request| Search::<2>::new(params, request, None))
        .collect();
    let mut shared: Vec<_> = searches
        .iter()
        .map(|_| Shared::new(Box::new(NoOne)))
        .collect();
    let ranks = searches.iter().zip(&mut shared);
    let ranks = ranks.map(|(search, shared)| {
        let mut worker = Worker::new(search, 0);
        worker.expand(search.tree.root());
        Rank {
            search,
            worker,
            rounds: Rounds::new(search, shared),
            own: HashMap::new(),
        }
    });
    test(&mut ranks.collect::<Vec<_>>());
}

/// Checks that every rank has the visits of all at each of its nodes down to the depth, and the same values as the others.
fn check_sums(ranks: &[Rank<'_, '_>], depth: usize) {
    let mut known: HashMap<Path, [Tally; 2]> = HashMap::new();
    for rank in ranks {
        for (path, node) in rank.nodes(depth) {
            let all = ranks.iter().filter_map(|rank| rank.own.get(&path));
            assert_eq!(node.visits(), all.sum::<u32>(), "{path:?}");
            let tallies = [node.results.get(), node.amaf.get()];
            let first = *known.entry(path.clone()).or_insert(tallies);
            assert_eq!(first, tallies, "{path:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    /// A node needs only 0.01 % of the visits here, so every visited node is shared.
    #[test]
    fn when_nothing_is_left_to_share_all_ranks_have_the_same_sums(
        count in 2..5_usize,
        depth in 0..4_usize,
        simulations in prop::collection::vec(0..60_u64, 12),
        seed in 0..1_000_u64,
        corrects_values: bool,
    ) {
        let mut params = params(0.01, depth);
        if corrects_values {
            // Nodes then share their own evaluations in place of AMAF results.
            params.evaluation.value_bias = 0.6;
            params.selection.formula = Selection::Ucb1 { c: 0.5 };
            // A leaf is evaluated more than once, as in a tree that is nearly full.
            params.tree.expand_after = 3;
        }
        with_ranks(count, &params, seed, |ranks| {
            for round in simulations.chunks_exact(count) {
                for (rank, &simulations) in ranks.iter_mut().zip(round) {
                    rank.simulate(simulations);
                }
                // A node that only others have visited is shared a round later.
                let rounds = (0..1_000).take_while(|_| {
                    let nodes = exchange(ranks);
                    nodes.iter().any(|&nodes| nodes > 0) || !ranks.iter().all(Rank::has_all)
                });
                assert!(rounds.count() < 1_000);
                check_sums(ranks, depth);
            }
        });
    }

    /// Whatever part is shared, no rank counts anything twice.
    #[test]
    fn nothing_comes_back(
        count in 2..4_usize,
        percent in 0.5..20.0,
        rounds in prop::collection::vec(0..80_u64, 20),
    ) {
        with_ranks(count, &params(percent, 3), 1, |ranks| {
            for (round, simulations) in rounds.into_iter().enumerate() {
                ranks[round % count].simulate(simulations);
                exchange(ranks);
            }
            let total: u64 = ranks.iter().map(Rank::own_simulations).sum();
            for rank in ranks.iter() {
                assert_eq!(u64::from(rank.search.tree.root().visits()), total);
                for (path, node) in rank.nodes(3) {
                    let all = ranks.iter().filter_map(|rank| rank.own.get(&path));
                    assert!(node.visits() <= all.sum::<u32>(), "{path:?}");
                }
            }
            // What other ranks add may give a node the visits that it needs to be shared.
            let nodes = (0..20).map(|_| exchange(ranks)).last().unwrap();
            assert!(nodes.iter().all(|&nodes| nodes == 0));
        });
    }
}

#[test]
fn a_message_holds_the_children_of_nodes_that_have_their_share() {
    let params = params(5.0, 3);
    with_ranks(3, &params, 1, |ranks| {
        for _ in 0..10 {
            for rank in ranks.iter_mut() {
                rank.simulate(200);
            }
            let nodes = exchange(ranks);
            // The visits of the nodes at one depth add up to no more than those of the root, so at most 20 of them have a share
            // of 5 %. The message has the children of the root and of 20 nodes at each of two depths.
            assert!(nodes.iter().all(|&nodes| (2..=41 * 82).contains(&nodes)));
        }
    });
}

#[test]
fn simulations_on_their_way_are_not_shared() {
    with_ranks(2, &params(0.01, 4), 1, |ranks| {
        ranks[0].simulate(50);
        exchange(ranks);
        ranks[0].worker.descend();
        assert!(ranks[0].search.tree.root().has_virtual_losses());
        assert_eq!(exchange(ranks), [0, 0]);
        let evaluation = ranks[0].worker.evaluate();
        ranks[0].worker.backup(&evaluation);
        assert_eq!(ranks[0].rounds.take_update().visits(), 1);
    });
}

#[test]
fn a_proof_of_one_rank_is_one_of_all() {
    with_ranks(2, &params(0.01, 2), 1, |ranks| {
        for rank in ranks.iter_mut() {
            rank.simulate(100);
        }
        exchange(ranks);
        let path = vec![step("E5".parse().unwrap())];
        // The center is a child of the root of every rank.
        let node = |rank: &Rank<'_, '_>| {
            let nodes = rank.rounds.find(&path).unwrap();
            std::ptr::from_ref(*nodes.last().unwrap())
        };
        let proofs = |ranks: &[Rank<'_, '_>]| -> Vec<_> {
            let nodes = ranks.iter().map(|rank| (rank, node(rank)));
            let proofs = nodes.map(|(rank, wanted)| {
                let children = rank.search.tree.children(rank.search.tree.root()).iter();
                let mut children = children.filter(|child| std::ptr::eq(*child, wanted));
                (
                    children.next().unwrap().proof(),
                    rank.search.tree.root().proof(),
                )
            });
            proofs.collect()
        };
        assert_eq!(proofs(ranks), [(Proof::Unproven, Proof::Unproven); 2]);
        let children = ranks[0].search.tree.children(ranks[0].search.tree.root());
        let is_center = |child: &&Node| child.mv::<2>().to_move().to_string() == "E5";
        let center = children.iter().find(is_center).unwrap();
        center.set_proof(Proof::Won);
        // The rank that has the proof updates its own root only when a simulation gets there.
        exchange(ranks);
        assert_eq!(proofs(ranks)[1], (Proof::Won, Proof::Lost));
        let mut messages = exchange(ranks);
        messages.sort_unstable();
        assert_eq!(messages, [0, 1], "the root's proof, once");
        assert_eq!(exchange(ranks), [0, 0]);
    });
}

/// Gives the same update in each round, and keeps what it gets.
#[derive(Debug)]
struct Recorder {
    gift: Update,
    /// What it got, by search.
    got: Arc<Mutex<Vec<Update>>>,
    /// Whether the gift was not taken in this round.
    is_due: bool,
}

impl Exchange for Recorder {
    fn begin(&mut self, _: SearchStart) -> Period {
        self.got.lock().unwrap().push(Update::default());
        Period::Playouts(100)
    }

    fn give(&mut self, own: Update) {
        self.got.lock().unwrap().last_mut().unwrap().add(&own);
        self.is_due = true;
    }

    fn take(&mut self) -> Update {
        if std::mem::take(&mut self.is_due) {
            self.gift.clone()
        } else {
            Update::default()
        }
    }

    fn end(&mut self) {}
}

/// Visits of the root, of all its children, and of one of them.
fn visits_of(update: &Update, child: u16) -> [u64; 3] {
    let visits = |wanted: Option<u16>| -> u64 {
        let fits =
            |path: &[u16]| matches!(*path, [step] if wanted.is_none_or(|wanted| wanted == step));
        let children = update.0.iter().filter(|(path, _)| fits(path));
        children
            .map(|(_, child)| u64::from(child.results.visits))
            .sum()
    };
    [update.visits(), visits(None), visits(Some(child))]
}

/// The tree of the next search has results that other ranks found in the search before, which must not be sent as this rank's
/// own.
#[test]
fn the_next_search_goes_on_without_an_echo() {
    const PLAYOUTS: u64 = 1_000;
    const GIFT: u32 = 150;
    let move_to: Move = "E5".parse().unwrap();
    let center = step(move_to);
    let visits = Tally {
        visits: GIFT,
        value: u64::from(GIFT) * 4_000,
    };
    let statistics = NodeStatistics {
        results: visits,
        ..Default::default()
    };
    let got = Arc::default();
    let recorder = Recorder {
        gift: of_nodes([(Path::new(), statistics), (vec![center], statistics)]),
        got: Arc::clone(&got),
        is_due: false,
    };
    let mut searcher = Searcher::default();
    searcher.set_exchange(Box::new(recorder));
    let params = params(1.0, 3);
    let mut board = AnyBoard::new(9);
    let limit = Limit {
        playouts: Some(PLAYOUTS),
        time: None,
    };
    let first = Request {
        limit,
        ..Request::new(&board, Color::Black, 7.5)
    };
    let report = searcher.search(&params, &first);
    // The last round is at the end of the search.
    let rounds = PLAYOUTS / 100 + 1;
    assert_eq!(report.playouts, PLAYOUTS + rounds * u64::from(GIFT));
    assert_eq!(report.best, move_to, "most visits, by the others' judgment");
    let in_tree = report.stats(move_to).unwrap().visits;
    let own = in_tree - rounds * u64::from(GIFT);
    let sent = |search: usize| visits_of(&got.lock().unwrap()[search], center);
    assert_eq!(sent(0), [PLAYOUTS, PLAYOUTS, own]);
    board
        .play(Color::Black, Point::new(move_to.coord().unwrap()))
        .unwrap();
    let mut recent_moves = [None; RECENT_MOVES];
    recent_moves[0] = Some(move_to);
    let second = Request {
        recent_moves,
        limit,
        ..Request::new(&board, Color::White, 7.5)
    };
    let report = searcher.search(&params, &second);
    assert_eq!(report.reused_visits, in_tree);
    assert_eq!(sent(1), [PLAYOUTS, PLAYOUTS, 0], "all else is known");
    // A new tree has only this rank's own results.
    searcher.clear_tree();
    searcher.search(&params, &second);
    assert_eq!(sent(2), [PLAYOUTS, PLAYOUTS, 0]);
}
