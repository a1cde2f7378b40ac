//! Searches of the same position on several ranks, each with a tree of its own, that tell each other what they find near the
//! root. In each round a rank collects what it has itself added to the statistics of its upper tree, sends it to the others,
//! and adds what has come from them, which it never sends back.
//!
//! Sources: Gelly, Hoock, Rimmel, Teytaud and Kalemkarian, "The Parallelization of Monte-Carlo Planning", 2008; Bourki et
//! al., "Scalability and Parallelization of Monte-Carlo Tree Search", 2010: "slow tree parallelization".

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::mem;
use std::sync::atomic::Ordering;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::descent::Descent;
use super::node::{MAX_SIMULATIONS, Node, Proof, Tally};
use super::params::{Params, SharingParams};
use super::request::Request;
use super::searcher::{Search, Worker};
use super::tree::Tree;
use tao_rules::board::{MAX_SIZE, Move};
use tao_rules::cpu::split_mix;

/// Most nodes that get children in one round because another rank has children there. With a network each costs an evaluation,
/// which must not delay the checks of the clock.
const GROWN_IN_A_ROUND: usize = 8;

/// Most nodes whose statistics wait until this tree has them. The last ones in the order of paths are dropped.
const MAX_WAITING: usize = 20_000;

/// The number of the worker that makes nodes. No thread has this number, so the random numbers of the threads stay the same.
const WORKER: usize = usize::MAX;

/// The other ranks, as one search sees them. If rounds are held by time, no function waits for a rank.
pub trait Exchange: fmt::Debug + Send {
    /// Begins a search. Returns when its rounds are due.
    fn begin(&mut self, start: SearchStart) -> Period;

    /// Gives the others what this rank has found since the last round.
    fn give(&mut self, own: Update);

    /// Takes what has come from the others since the last call.
    fn take(&mut self) -> Update;

    /// Ends the search.
    fn end(&mut self);
}

/// A search that begins: all that another rank needs to search the same position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchStart {
    /// The parameters.
    pub params: Params,
    /// The position, and when to stop.
    pub request: Request,
    /// The seed of the [`Searcher`](super::Searcher).
    pub seed: u64,
    /// Whether the search reuses the tree of the one before.
    pub reuses_tree: bool,
}

impl SearchStart {
    /// This rank's part of the search: with random numbers of its own, as ranks with the same random numbers would find the
    /// same, and with the memory and threads of `machine`. Without a number of simulations it lasts until rank 0 ends it.
    pub fn for_rank(mut self, rank: usize, machine: &Params) -> Self {
        for seed in [&mut self.request.seed, &mut self.seed] {
            *seed = split_mix(*seed, rank as u64);
        }
        self.request.limit.playouts.get_or_insert(u64::MAX);
        self.params = self.params.with_machine_of(machine);
        self
    }

    /// Whether the parameters are in their ranges. Those of another version of the program may not be.
    pub fn is_valid(&self) -> bool {
        self.params.are_allowed()
    }
}

/// When the rounds of a search are due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Period {
    /// After this time.
    Time(Duration),
    /// After so many simulations of the first thread, so that a search can be reproduced.
    Playouts(u64),
}

/// The moves from the root to a node, each as its [`step`].
pub type Path = Vec<u16>;

/// A move as a number: 0 for a pass, else one more than the point's index on the largest board.
pub fn step(mv: Move) -> u16 {
    mv.coord()
        .map_or(0, |coord| 1 + coord.index(MAX_SIZE) as u16)
}

/// The statistics of a node, or what was added to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NodeStatistics {
    pub results: Tally,
    pub amaf: Tally,
    pub proof: Proof,
}

impl NodeStatistics {
    fn is_zero(&self) -> bool {
        *self == Self::default()
    }

    /// Adds other statistics. Of two proofs the first one counts.
    pub fn add(&mut self, other: &Self) {
        self.results = self.results.plus(other.results);
        self.amaf = self.amaf.plus(other.amaf);
        if self.proof == Proof::Unproven {
            self.proof = other.proof;
        }
    }

    /// Sets these statistics to those of a node. Returns what was added to them since they were last set.
    fn update(&mut self, node: &Node) -> Self {
        let now = Self {
            results: node.results.get(),
            amaf: node.amaf.get(),
            proof: node.proof(),
        };
        let before = mem::replace(self, now);
        Self {
            results: now.results.minus(before.results),
            amaf: now.amaf.minus(before.amaf),
            proof: match before.proof {
                Proof::Unproven => now.proof,
                _ => Proof::Unproven,
            },
        }
    }

    /// Adds the results of other ranks to these statistics and to the node itself, but not a proof to the node.
    fn add_to(&mut self, node: &Node, others: &Self) {
        self.add(others);
        node.results.add_tally(others.results);
        node.amaf.add_tally(others.amaf);
    }
}

/// What was added to some nodes of a tree, by their paths. The tallies are integers, so their sums do not depend on the order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Update(pub(super) BTreeMap<Path, NodeStatistics>);

impl Update {
    /// Whether nothing was added.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Visits added to the root.
    pub fn visits(&self) -> u64 {
        let root = self.0.get(&Path::new());
        root.map_or(0, |root| root.results.visits.into())
    }

    /// Adds another update, node by node.
    pub fn add(&mut self, other: &Self) {
        for (path, statistics) in &other.0 {
            self.0.entry(path.clone()).or_default().add(statistics);
        }
    }
}

/// What a [`Searcher`](super::Searcher) needs to share its searches. With the exchange it has the part of the statistics of each
/// node that other ranks know: own results that were sent, and results of other ranks that were added. Of a node that is not in it
/// they know nothing.
#[derive(Debug)]
pub struct Shared {
    exchange: Box<dyn Exchange>,
    known: HashMap<Path, NodeStatistics>,
    /// Statistics from other ranks of nodes that this tree lacks.
    pub(super) waiting: Update,
    /// Moves of the game before the root.
    move_number: usize,
    pub period: Period,
    /// Visits that other ranks added to the root in the latest search.
    pub remote_visits: u64,
}

impl Shared {
    pub fn new(exchange: Box<dyn Exchange>) -> Self {
        Self {
            exchange,
            known: HashMap::new(),
            waiting: Update::default(),
            move_number: 0,
            period: Period::Playouts(u64::MAX),
            remote_visits: 0,
        }
    }

    /// Follows the tree to the root of the next search, and begins to share it; `None` for one of
    /// [`Request::halving`], which is not shared.
    pub fn begin(&mut self, start: SearchStart) -> Option<&mut Self> {
        self.follow(&start.request, start.reuses_tree);
        if start.request.halving.is_some() {
            return None;
        }
        self.period = self.exchange.begin(start);
        Some(self)
    }

    /// Follows the tree to the root of a new search. A new tree has nothing from other ranks.
    fn follow(&mut self, request: &Request, reuses_tree: bool) {
        let moves = request.move_number.checked_sub(self.move_number);
        self.move_number = request.move_number;
        self.waiting = Update::default();
        let Some(moves) = moves.filter(|_| reuses_tree) else {
            self.known.clear();
            return;
        };
        // In a reused tree all moves are known, so a missing one is a pass.
        let latest = request.recent_moves[..moves.min(request.recent_moves.len())].iter();
        let played: Path = latest.rev().map(|mv| mv.map_or(0, step)).collect();
        let known = mem::take(&mut self.known).into_iter();
        let below = known.filter_map(|(path, known)| {
            let path = path.strip_prefix(&*played)?;
            Some((path.to_vec(), known))
        });
        self.known = below.collect();
    }

    /// Takes what this rank has added since the last time to the root and to the children of the nodes with at least
    /// [`percent`](SharingParams::percent) of the root's visits, down to [`depth`](SharingParams::depth). Simulations under way
    /// are not included.
    fn take_update<const W: usize>(&mut self, tree: &Tree, sharing: SharingParams) -> Update {
        let root = tree.root();
        let least = sharing.least_visits(root.visits());
        let mut update = Update::default();
        let mut nodes = vec![(Path::new(), root)];
        while let Some((path, node)) = nodes.pop() {
            let is_parent = path.is_empty() || node.visits() >= least;
            if is_parent && path.len() < sharing.depth {
                let children = tree.children(node).iter();
                let path_to = |child| [&path[..], &[step_of::<W>(child)]].concat();
                nodes.extend(children.map(|child| (path_to(child), child)));
            }
            let added = self.known.entry(path.clone()).or_default().update(node);
            if !added.is_zero() {
                update.0.insert(path, added);
            }
        }
        update
    }
}

pub fn step_of<const W: usize>(node: &Node) -> u16 {
    step(node.mv::<W>().to_move())
}

/// The rounds of one search, on its first thread.
pub struct Rounds<'a, 's, const W: usize> {
    search: &'s Search<'s, W>,
    pub(super) shared: &'a mut Shared,
    /// Makes nodes.
    worker: Worker<'s, W>,
    playouts: u64,
    due: Duration,
}

impl<'a, 's, const W: usize> Rounds<'a, 's, W> {
    pub fn new(search: &'s Search<'s, W>, shared: &'a mut Shared) -> Self {
        let due = match shared.period {
            Period::Time(period) => period,
            Period::Playouts(_) => Duration::MAX,
        };
        Self {
            worker: Worker::new(search, WORKER),
            search,
            shared,
            playouts: 0,
            due,
        }
    }

    /// Adds what has come from other ranks and, if a round is due, gives them what this rank has found. Called after simulations
    /// of the first thread: after each one if the period counts simulations.
    pub fn exchange(&mut self, elapsed: Duration) {
        self.playouts += 1;
        let is_due = match self.shared.period {
            Period::Time(_) => elapsed >= self.due,
            Period::Playouts(period) => self.playouts.is_multiple_of(period),
        };
        if is_due {
            if let Period::Time(period) = self.shared.period {
                // Missed rounds are not made up for.
                self.due = (self.due + period).max(elapsed);
            }
            self.give();
        }
        let arrived = self.shared.exchange.take();
        if is_due || !arrived.is_empty() {
            self.add(arrived);
        }
    }

    /// Holds the last round, when no thread searches any more.
    pub fn finish(&mut self) {
        self.give();
        let arrived = self.shared.exchange.take();
        self.add(arrived);
        self.shared.exchange.end();
        self.shared.remote_visits = self.search.remote_visits();
    }

    fn give(&mut self) {
        let own = self.take_update();
        self.shared.exchange.give(own);
    }

    pub(super) fn take_update(&mut self) -> Update {
        let Search { params, tree, .. } = self.search;
        self.shared.take_update::<W>(tree, params.sharing)
    }

    /// Adds what other ranks found. The statistics of nodes that cannot be made now wait for another round. If the tallies have
    /// no room for all the visits, nothing is added.
    pub(super) fn add(&mut self, mut arrived: Update) {
        let visits = u64::from(self.search.reused_visits) + self.search.remote_visits();
        if visits + arrived.visits() > MAX_SIMULATIONS {
            return;
        }
        let remote_visits = &self.search.remote_visits;
        remote_visits.fetch_add(arrived.visits(), Ordering::Relaxed);
        arrived.add(&mem::take(&mut self.shared.waiting));
        let mut growth = GROWN_IN_A_ROUND;
        for (path, others) in arrived.0 {
            // A path with a move that this tree does not look at is dropped.
            while let Some(nodes) = self.find(&path) {
                if nodes.len() > path.len() {
                    let known = self.shared.known.entry(path).or_default();
                    known.add_to(nodes[nodes.len() - 1], &others);
                    self.prove(nodes, others.proof);
                    break;
                }
                if growth == 0 || !self.grow(nodes) {
                    self.shared.waiting.0.insert(path, others);
                    break;
                }
                growth -= 1;
            }
        }
        while self.shared.waiting.0.len() > MAX_WAITING {
            self.shared.waiting.0.pop_last();
        }
    }

    /// Takes over a proof of the last of these nodes, if there is one and the node is not proven yet.
    fn prove(&mut self, nodes: Vec<&'s Node>, proof: Proof) {
        let is_open = |node: &&Node| node.proof() == Proof::Unproven;
        if proof != Proof::Unproven && nodes.last().is_some_and(is_open) {
            self.worker.path = nodes;
            self.worker.prove(proof);
        }
    }

    /// Gives children to the last of these nodes, which begin with the root. Returns whether it has some now.
    fn grow(&mut self, nodes: Vec<&'s Node>) -> bool {
        let leaf = nodes[nodes.len() - 1];
        let mut descent: Descent<W> = self.search.root.clone();
        for node in &nodes[1..] {
            descent.play(&self.search.line_tables, node.mv());
        }
        self.worker.descent = descent;
        self.worker.path = nodes;
        self.worker.expand(leaf);
        leaf.block().is_some()
    }

    /// The nodes on a path, from the root on, as far as they exist; `None` if the path has a move that this tree does not look
    /// at.
    pub(super) fn find(&self, path: &Path) -> Option<Vec<&'s Node>> {
        let tree = &self.search.tree;
        let mut nodes = vec![tree.root()];
        for &step in path {
            let parent = nodes[nodes.len() - 1];
            if parent.block().is_none() {
                break;
            }
            let mut children = tree.children(parent).iter();
            nodes.push(children.find(|child| step_of::<W>(child) == step)?);
        }
        Some(nodes)
    }
}
