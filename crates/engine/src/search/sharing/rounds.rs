//! The rounds of one search, which add what other ranks found to its tree.

use std::cmp::Reverse;
use std::time::Duration;

use web_time::Instant;

use super::exchange::{Exchange, Period, SearchStart};
use super::ledger::{Ledger, add};
use super::news::{Family, News, Sums, visits};
use super::path::{NodePath, PathStep};
use crate::search::descent::Descent;
use crate::search::node::{MAX_SIMULATIONS, Node, Proof};
use crate::search::searcher::{Search, Worker};

/// Most nodes that get children in one round because another rank has children there. With a network each costs an evaluation,
/// which must not delay the checks of the clock.
const GROWN_IN_A_ROUND: usize = 8;

/// The number of the worker that makes nodes. No thread has this number, so the random numbers of the threads stay the same.
const WORKER: usize = usize::MAX;

/// What a [`Searcher`](crate::search::Searcher) needs to share its searches.
#[derive(Debug)]
pub struct Shared {
    exchange: Box<dyn Exchange>,
    pub(super) ledger: Ledger,
    pub period: Period,
    /// Visits that other ranks added to the root in the latest search.
    pub remote_visits: u64,
}

impl Shared {
    pub fn new(exchange: Box<dyn Exchange>) -> Self {
        Self {
            exchange,
            ledger: Ledger::default(),
            period: Period::Playouts(u64::MAX),
            remote_visits: 0,
        }
    }

    /// Follows the tree to the root of the next search, and begins to share it; `None` for one of
    /// [`Request::halving`](crate::search::Request::halving), which is not shared.
    pub fn begin(&mut self, start: SearchStart) -> Option<&mut Self> {
        self.ledger.enter(&start.request, start.reuses_tree);
        if start.request.halving.is_some() {
            return None;
        }
        self.period = self.exchange.begin(start);
        Some(self)
    }
}

/// The rounds of one search, on its first thread.
pub struct Rounds<'a, 's, const W: usize> {
    search: &'s Search<'s, W>,
    pub(super) shared: &'a mut Shared,
    /// Makes nodes.
    worker: Worker<'s, W>,
    playouts: u64,
    due: Duration,
    /// Rounds so far.
    held: u32,
    /// The time that the rounds took, waits for the processor included.
    time: Duration,
}

impl<'a, 's, const W: usize> Rounds<'a, 's, W> {
    pub fn new(search: &'s Search<'s, W>, shared: &'a mut Shared) -> Self {
        let due = match shared.period {
            Period::Time(period) => period,
            Period::Playouts(_) => Duration::ZERO,
        };
        Self {
            worker: Worker::new(search, WORKER),
            search,
            shared,
            playouts: 0,
            due,
            held: 0,
            time: Duration::ZERO,
        }
    }

    /// Holds a round if it is due. Called after simulations of the first thread: after each one if the period counts
    /// simulations.
    pub fn hold_if_due(&mut self, elapsed: Duration) {
        self.playouts += 1;
        match self.shared.period {
            Period::Time(_) if elapsed < self.due => return,
            // Missed rounds are not made up for.
            Period::Time(period) => self.due = (self.due + period).max(elapsed),
            Period::Playouts(period) if !self.playouts.is_multiple_of(period) => return,
            Period::Playouts(_) => {}
        }
        self.hold(|exchange, news| exchange.swap(news));
    }

    /// Holds the last round, when no thread searches any more.
    pub fn finish(&mut self) {
        self.hold(|exchange, news| exchange.end(news));
        self.shared.remote_visits = self.search.remote_visits();
        log::debug!("{} rounds took {:?}", self.held, self.time);
    }

    fn hold(&mut self, swap: impl Fn(&mut dyn Exchange, News) -> News) {
        let start = Instant::now();
        let news = self.news();
        let arrived = swap(&mut *self.shared.exchange, news);
        self.add(arrived);
        self.held += 1;
        self.time += start.elapsed();
    }

    pub(super) fn news(&mut self) -> News {
        let sharing = self.search.params.sharing;
        self.shared
            .ledger
            .take_news::<W>(&self.search.tree, sharing)
    }

    /// Adds what other ranks found. News of a node that cannot be made now wait for another round. If the tallies have no room
    /// for all the visits, the news are dropped.
    pub(super) fn add(&mut self, mut arrived: News) {
        if !self.search.has_room_for(arrived.visits()) {
            return;
        }
        self.add_to_root(&arrived.root);
        arrived.add(&std::mem::take(&mut self.shared.ledger.waiting));
        let mut rest = self.place(arrived);
        for _ in 0..GROWN_IN_A_ROUND {
            if rest.is_empty() || !self.grow_for(&rest) {
                break;
            }
            rest = self.place(rest);
        }
        self.shared.ledger.wait(rest);
    }

    fn add_to_root(&mut self, sums: &Sums) {
        let root = self.search.tree.root();
        self.shared.ledger.add_to_root(root, sums);
        let visits = u64::from(sums.results.visits);
        let remote = &self.search.remote_visits;
        remote.fetch_add(visits, std::sync::atomic::Ordering::Relaxed);
        self.prove(&[root], sums.proof);
    }

    /// Adds news to the children that exist, and returns those whose parent has no children yet. News below a move that this
    /// tree does not look at are dropped.
    fn place(&mut self, news: News) -> News {
        let mut rest = News::default();
        for (path, family) in news.into_families() {
            let Some(nodes) = self.find(path) else {
                continue;
            };
            match nodes.last() {
                Some(parent) if nodes.len() > path.len() && parent.children().is_some() => {
                    self.add_to_children(path, parent, &nodes, &family);
                }
                _ => rest.insert(path, family),
            }
        }
        rest
    }

    /// Adds the sums of a family to the children of `parent`, which has this path and is the last of `nodes`.
    fn add_to_children(
        &mut self,
        path: NodePath,
        parent: &'s Node,
        nodes: &[&'s Node],
        family: &Family,
    ) {
        let children = self.search.tree.children(parent);
        let known = self.shared.ledger.family::<W>(path, children);
        let mut places = [usize::MAX; PathStep::COUNT];
        for (place, (step, _)) in known.iter().enumerate() {
            places[step.number()] = place;
        }
        for (step, sums) in family {
            let place = places[step.number()];
            if let (Some((_, known)), Some(child)) = (known.get_mut(place), children.get(place)) {
                add(known, child, sums);
            }
        }
        for (step, sums) in family {
            let child = children.get(places[step.number()]);
            if let Some(child) = child.filter(|_| sums.proof != Proof::Unproven) {
                self.prove(&[nodes, &[child]].concat(), sums.proof);
            }
        }
    }

    /// Takes over a proof of the last of these nodes, if there is one and the node is not proven yet.
    fn prove(&mut self, nodes: &[&'s Node], proof: Proof) {
        let is_known = nodes
            .last()
            .is_none_or(|node| node.proof() != Proof::Unproven);
        if proof != Proof::Unproven && !is_known {
            self.worker.path = nodes.to_vec();
            self.worker.prove(proof);
        }
    }

    /// Gives children to the leaf on the path of the missing family with the most visits. Returns whether it has some now.
    fn grow_for(&mut self, missing: &News) -> bool {
        let most = missing
            .families()
            .max_by_key(|&(path, family)| (visits(family), Reverse(path)));
        let Some(nodes) = most.and_then(|(path, _)| self.find(path)) else {
            return false;
        };
        let Some(&leaf) = nodes.last().filter(|node| node.children().is_none()) else {
            return false;
        };
        let mut descent: Descent<W> = self.search.root.clone();
        for node in &nodes[1..] {
            descent.play(&self.search.line_tables, node.mv());
        }
        self.worker.descent = descent;
        self.worker.path = nodes;
        self.worker.expand(leaf);
        leaf.children().is_some()
    }

    /// The nodes on a path, from the root on, as far as they exist; `None` if the path has a move that this tree does not look
    /// at.
    pub(super) fn find(&self, path: NodePath) -> Option<Vec<&'s Node>> {
        let tree = &self.search.tree;
        let mut nodes = vec![tree.root()];
        let mut children = tree.children(tree.root());
        for step in path.steps() {
            if children.is_empty() {
                break;
            }
            let mut fitting = children.iter();
            let is_next = |child: &&Node| PathStep::of(child.mv::<W>().to_move()) == step;
            let child = fitting.find(is_next)?;
            nodes.push(child);
            children = tree.children(child);
        }
        Some(nodes)
    }
}

impl<const W: usize> Search<'_, W> {
    /// Whether the tallies have room for so many more visits of other ranks, however many simulations this rank still makes.
    fn has_room_for(&self, visits: u64) -> bool {
        let taken = u64::from(self.reused_visits) + self.remote_visits();
        taken + visits <= MAX_SIMULATIONS
    }
}
