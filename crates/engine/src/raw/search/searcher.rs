//! A search from its request to its report. [`Searcher`] keeps the tree between the moves of a game, [`Search`] is what the
//! threads of one search share, and [`Worker`] is one thread, whose loop is [`Worker::simulate`] until a limit is reached.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Once, OnceLock};
use std::thread::{Builder, scope};
use std::time::Duration;

use parking_lot::Mutex;
use web_time::Instant;

use super::biases::Biases;
use super::descent::Descent;
use super::evaluate::{CachedNetwork, Evaluation, NetworkEvaluator};
use super::node::{MAX_SIMULATIONS, Node, Proof, Tally};
use super::params::{Choice, EvaluationKind, Params, Selection};
use super::report::{
    Detail, Ended, GameCounter, Observer, ObserverTimer, OutcomeCounter, Report, SimulationPhase,
    Stopwatch,
};
use super::request::Request;
use super::sharing::{Exchange, Period, Rounds, SearchStart, Shared};
use super::tree::{SavedTree, Tree, TreeNode};
use crate::candidates::LineTables;
use crate::net::{self, Network};
use crate::pattern::Shapes;
use crate::playout::{OriginCounts, PlayoutRng, PlayoutStats};
use tao_rules::game::TimeBudget;
use tao_rules::raw::{Board, Point, with_class};

/// Time between two checks of the clock. A search with a time limit lasts at least this long.
const CHECK_INTERVAL: Duration = Duration::from_micros(500);

/// Playouts that a stopped search has made at least, so that its move is not a guess.
const MIN_PLAYOUTS: u64 = 16;

/// Children that a node gets before the rest with PUCT. After 8 000 visits of the default preset, 95 % of the nodes with children had
/// not tried a fifth.
const FIRST_CHILDREN: usize = 5;

/// Searches for the best move of a position and keeps nothing; for the moves of a game use a [`Searcher`].
pub fn search(params: &Params, request: &Request) -> Report {
    Searcher::default().search(params, request)
}

/// Searches the positions of a game, and reuses for each the part of the last tree below it: see
/// [`TreeParams::reuse`](super::TreeParams::reuse).
#[derive(Debug)]
pub struct Searcher {
    network: Option<Arc<Network>>,
    /// The shapes of playouts; `None` for the embedded ones.
    shapes: Option<Arc<Shapes>>,
    /// Decides through which symmetry the network sees each position.
    seed: u64,
    /// Made for the first search that asks the network, with its memory in bytes.
    cached: Option<(CachedNetwork, usize)>,
    saved: Option<SavedTree>,
    keeps_statistics: bool,
    /// `None` where no other rank searches.
    shared: Option<Shared>,
}

impl Default for Searcher {
    /// A searcher with the network in the program, if there is one, and the seed 0.
    fn default() -> Self {
        Self::new(net::embedded(), 0)
    }
}

impl Searcher {
    /// A searcher that may ask this network. The seed decides through which symmetry the network sees each position.
    pub const fn new(network: Option<Arc<Network>>, seed: u64) -> Self {
        Self {
            network,
            shapes: None,
            seed,
            cached: None,
            saved: None,
            keeps_statistics: false,
            shared: None,
        }
    }

    /// Sets the network to ask from the next search on. If it is another network, that search starts a new tree.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        let pointer = |network: &Option<Arc<Network>>| network.as_ref().map(Arc::as_ptr);
        if pointer(&network) != pointer(&self.network) {
            self.network = network;
            self.cached = None;
            self.clear_tree();
        }
    }

    /// Sets the shapes of playouts from the next search on; `None` for the embedded ones. If they are other shapes, that search
    /// starts a new tree.
    pub fn set_shapes(&mut self, shapes: Option<Arc<Shapes>>) {
        if shapes != self.shapes {
            self.shapes = shapes;
            self.clear_tree();
        }
    }

    /// Forgets all earlier searches and sets the seed.
    pub fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.forget();
    }

    /// Gives back the memory of all earlier searches.
    pub fn forget(&mut self) {
        self.cached = None;
        self.saved = None;
    }

    /// Sets the seed of the searches to come.
    pub fn set_seed(&mut self, seed: u64) {
        if seed != self.seed {
            self.seed = seed;
            self.cached = None;
        }
    }

    /// Sets whether the searches to come keep [`Report::statistics`]. This changes only the time that they take.
    pub const fn keep_statistics(&mut self, keep: bool) {
        self.keeps_statistics = keep;
    }

    /// Shares the searches to come with other ranks, except those with [`Request::halving`].
    pub fn set_exchange(&mut self, exchange: Box<dyn Exchange>) {
        self.shared = Some(Shared::new(exchange));
    }

    /// Visits of other ranks in the latest search that was shared.
    pub fn remote_visits(&self) -> u64 {
        self.shared
            .as_ref()
            .map_or(0, |shared| shared.remote_visits)
    }

    /// The moves with at least this many visits in the tree of the latest search, if there was one: each before those below it.
    pub fn tree(&self, min_visits: u64) -> Option<Vec<TreeNode>> {
        self.saved.as_ref().map(|saved| saved.nodes(min_visits))
    }

    /// Makes the next search start a new tree. Until then the old tree can still be viewed.
    pub fn clear_tree(&mut self) {
        if let Some(saved) = &mut self.saved {
            saved.is_reusable = false;
        }
    }

    /// Searches for the best move of a position. If `params` need a network and there is none for the board, the parameters
    /// that depend on it are those of [`Params::PLAYOUTS`].
    pub fn search(&mut self, params: &Params, request: &Request) -> Report {
        self.search_until(params, request, &AtomicBool::new(false), None)
    }

    /// Searches like [`search`](Self::search), but another thread can end the search by setting `stop`, and so can the
    /// observer, which receives snapshots.
    pub fn search_until(
        &mut self,
        params: &Params,
        request: &Request,
        stop: &AtomicBool,
        observer: Option<&mut Observer<'_>>,
    ) -> Report {
        let size = request.board.size();
        let network = self.network.as_ref();
        let mut params = params;
        let without_network;
        if params.evaluation.kind != EvaluationKind::Playout
            && !network.is_some_and(|network| network.scope.has_size(size))
        {
            static TOLD: Once = Once::new();
            TOLD.call_once(|| log::info!("no network for {size}x{size}: preset `playouts`"));
            without_network = params.without_network();
            params = &without_network;
        }
        with_class!(size, W => self.run::<W>(params, request, stop, observer))
    }

    /// Joins a search that another rank has begun, until `stop` is set or the number of simulations of the request is made.
    pub fn follow(&mut self, start: &SearchStart, stop: &AtomicBool) -> Report {
        self.set_seed(start.seed);
        if !start.reuses_tree {
            self.clear_tree();
        }
        self.search_until(&start.params, &start.request, stop, None)
    }

    fn run<const W: usize>(
        &mut self,
        params: &Params,
        request: &Request,
        stop: &AtomicBool,
        mut observer: Option<&mut Observer<'_>>,
    ) -> Report {
        let mut search = Search::<W>::new(params, request, self.saved.take());
        search.stop = Some(stop);
        search.network = cached_network(
            self.network.as_ref(),
            &mut self.cached,
            self.seed,
            params.cache_bytes(),
        );
        if let Some(shapes) = &self.shapes {
            search.shapes = shapes;
        }
        let size = request.board.size();
        let mut detail = request.detail;
        if self.keeps_statistics {
            detail = detail.max(Detail::Ownership);
            search.games = Some(Mutex::new(GameCounter::new(size)));
        }
        search.outcomes = OutcomeCounter::new(detail, size);
        let timer = observer.as_deref_mut().and_then(ObserverTimer::new);
        let shared = self.shared.as_mut().and_then(|shared| {
            shared.begin(SearchStart {
                params: params.clone(),
                request: request.clone(),
                seed: self.seed,
                reuses_tree: search.reused_visits > 0,
            })
        });
        if shared.is_some() {
            // A rank has to find any child that another rank has tried.
            search.first_children = usize::MAX;
        }
        let report = search.run(timer, shared);
        if let Some(observer) = observer {
            // The search is over: whether the observer wants more does not matter.
            let _ = (observer.show)(&report.snapshot);
        }
        self.saved = Some(SavedTree::new(search.tree, params, request));
        report
    }
}

/// The network with a cache for evaluations in this many bytes; `None` without a network or bytes. The cache is replaced if its
/// size differs.
fn cached_network<'c>(
    network: Option<&Arc<Network>>,
    cached: &'c mut Option<(CachedNetwork, usize)>,
    seed: u64,
    bytes: usize,
) -> Option<&'c CachedNetwork> {
    let Some(network) = network.filter(|_| bytes > 0) else {
        *cached = None;
        return None;
    };
    if cached.as_ref().is_none_or(|(_, had)| *had != bytes) {
        *cached = Some((CachedNetwork::new(Arc::clone(network), seed, bytes), bytes));
    }
    cached.as_ref().map(|(cached, _)| cached)
}

/// One search: what its threads share.
///
/// None of the atomics guards other data, so relaxed ordering is enough: it only matters how soon a thread sees a change.
#[derive(Debug)]
pub struct Search<'a, const W: usize> {
    pub params: &'a Params,
    pub request: &'a Request,
    pub root: Descent<W>,
    /// The root's board without the dead stones of the request. It is scored when nothing but passes was played since the root;
    /// `None` if the request names no dead stones.
    pub root_without_dead: Option<Board<W>>,
    pub line_tables: LineTables<W>,
    pub shapes: &'a Shapes,
    /// `None` where playouts alone evaluate.
    pub network: Option<&'a CachedNetwork>,
    pub tree: Tree,
    /// Number of children that a node below the root gets before the rest of them.
    pub first_children: usize,
    /// Visits of the root by earlier searches.
    pub reused_visits: u32,
    /// Visits of the root by other ranks in this search.
    pub remote_visits: AtomicU64,
    pub outcomes: Option<OutcomeCounter>,
    /// `None` unless the search keeps statistics.
    pub games: Option<Mutex<GameCounter>>,
    /// The rules behind the moves of playouts, counted by the threads that have ended.
    pub origins: Mutex<OriginCounts>,
    start: Instant,
    /// Ends the search when another thread sets it.
    pub stop: Option<&'a AtomicBool>,
    playouts_limit: u64,
    /// Simulations that a thread has made, is making, or was refused.
    claimed: AtomicU64,
    /// Set when the search is to end before all visits are made.
    ended: OnceLock<Ended>,
}

impl<'a, const W: usize> Search<'a, W> {
    /// Starts the clock. Without any limit there are as many simulations as the parameters say.
    pub fn new(params: &'a Params, request: &'a Request, saved: Option<SavedTree>) -> Self {
        let start = Instant::now();
        let limit = request.limit;
        let without_limit = limit
            .time
            .map_or(params.playouts.count, |_| MAX_SIMULATIONS);
        let playouts_limit = limit.playouts.unwrap_or(without_limit);
        let line_tables = LineTables::new(request.board.size(), params.tree.lines);
        let root = Descent::new(request, &line_tables);
        let root_without_dead = request.dead.as_ref().map(|dead| {
            root.board
                .without(dead.iter().copied().map(Point::new).collect())
        });
        let tree = saved
            .and_then(|saved| saved.tree_for(params, request, &root, &line_tables))
            .unwrap_or_else(|| {
                let mut tree = Tree::new(params.tree_bytes());
                tree.biases = params.corrects_values().then(Biases::default);
                tree
            });
        Self {
            params,
            request,
            root,
            root_without_dead,
            line_tables,
            shapes: Shapes::embedded(),
            network: None,
            reused_visits: tree.root().visits(),
            remote_visits: AtomicU64::new(0),
            tree,
            first_children: match params.selection.formula {
                Selection::Puct { .. } => FIRST_CHILDREN,
                _ => usize::MAX,
            },
            outcomes: None,
            games: None,
            origins: Mutex::default(),
            start,
            stop: None,
            playouts_limit: playouts_limit.clamp(1, MAX_SIMULATIONS),
            claimed: AtomicU64::new(0),
            ended: OnceLock::new(),
        }
    }

    /// Simulates on all threads until a limit is reached, alone or together with other ranks. The caller's thread also watches
    /// the clock, shows snapshots and holds the rounds with other ranks.
    pub fn run(
        &self,
        mut observer: Option<ObserverTimer<'_, '_>>,
        shared: Option<&mut Shared>,
    ) -> Report {
        let mut first = Worker::new(self, 0);
        first.expand(self.tree.root());
        first.expand_rest(self.tree.root());
        let period = shared.as_ref().map(|shared| shared.period);
        let interval = self.check_interval(observer.as_ref(), period);
        let mut next_check = interval;
        let mut rounds = shared.map(|shared| Rounds::new(self, shared));
        scope(|scope| {
            let helpers = (1..self.params.machine.threads).map_while(|number| {
                Builder::new()
                    .name(format!("search {number}"))
                    .spawn_scoped(scope, move || Worker::new(self, number).work(|| ()))
                    .inspect_err(|error| log::warn!("cannot start another thread: {error}"))
                    .ok()
            });
            let helpers: Vec<_> = helpers.collect();
            first.work(|| {
                let Some((next, interval)) = next_check.as_mut().zip(interval) else {
                    return;
                };
                let elapsed = self.elapsed();
                if elapsed < *next {
                    return;
                }
                *next = elapsed + interval;
                self.stop_if_out_of_time(elapsed);
                if let Some(observer) = &mut observer {
                    observer.show_if_due(self, elapsed);
                }
                if let Some(rounds) = &mut rounds {
                    rounds.exchange(elapsed);
                }
            });
            for helper in helpers {
                helper.join().unwrap_or_else(|panic| resume_unwind(panic));
            }
        });
        if let Some(mut rounds) = rounds {
            rounds.finish();
        }
        Report::of_search(self)
    }

    /// Time between two checks of the clock; `None` without a time limit, an observer or rounds, as the clock is then never read.
    /// Rounds that are counted in simulations need a check after each simulation.
    pub fn check_interval(
        &self,
        observer: Option<&ObserverTimer<'_, '_>>,
        rounds: Option<Period>,
    ) -> Option<Duration> {
        match rounds {
            Some(Period::Playouts(_)) => Some(Duration::ZERO),
            Some(Period::Time(_)) => Some(CHECK_INTERVAL),
            None => {
                let needs_clock = observer.is_some() || self.request.limit.time.is_some();
                needs_clock.then_some(CHECK_INTERVAL)
            }
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    pub fn remote_visits(&self) -> u64 {
        self.remote_visits.load(Ordering::Relaxed)
    }

    /// Whether the caller must make one more simulation.
    fn claim(&self) -> bool {
        self.ended.get().is_none()
            && self.claimed.fetch_add(1, Ordering::Relaxed) < self.playouts_limit
    }

    /// Simulations that are made or under way.
    pub fn playouts(&self) -> u64 {
        let claimed = self.claimed.load(Ordering::Relaxed);
        claimed.min(self.playouts_limit)
    }

    /// Ends the search for this reason, unless it has another one already.
    pub fn end(&self, reason: Ended) {
        self.ended.get_or_init(|| reason);
    }

    /// Why the search has ended.
    pub fn ended(&self) -> Ended {
        self.ended.get().copied().unwrap_or(Ended::Visits)
    }

    /// Ends the search when the stop flag is set, or when its root is proven.
    fn stop_if_told_or_proven(&self) {
        let is_told = self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed));
        if self.tree.root().proof() != Proof::Unproven {
            self.end(Ended::Proven);
        } else if is_told && self.playouts() >= MIN_PLAYOUTS {
            self.end(Ended::Cancelled);
        }
    }

    /// Ends the search when its time is used. A move that is chosen by its mean may change with any simulation, so the
    /// clock alone decides.
    pub fn stop_if_out_of_time(&self, elapsed: Duration) {
        let Some(time) = self.request.limit.time else {
            return;
        };
        let ended = match self.params.selection.choice {
            choice if choice == Choice::Mean || self.params.playouts.whole_time => {
                (elapsed >= time.target).then_some(Ended::Time)
            }
            _ => {
                let children = self.tree.allowed_children(self.tree.root());
                let moves = children.map(|child| child.results.get());
                let playouts = self.playouts() + self.remote_visits();
                ended_by_clock(time, elapsed, playouts, moves)
            }
        };
        if let Some(reason) = ended {
            self.end(reason);
        }
    }
}

/// The state of one thread of a search that other threads do not share.
pub struct Worker<'s, const W: usize> {
    pub search: &'s Search<'s, W>,
    pub rng: PlayoutRng,
    pub playout_stats: PlayoutStats<W>,
    /// `None` where playouts alone evaluate.
    pub network: Option<NetworkEvaluator<'s>>,
    pub stopwatch: Stopwatch,
    // The state of the current simulation.
    pub descent: Descent<W>,
    pub path: Vec<&'s Node>,
    pub path_hashes: Vec<u64>,
    /// The kinds of the positions on the path; empty unless values are corrected.
    pub path_kinds: Vec<u64>,
}

impl<'s, const W: usize> Worker<'s, W> {
    pub fn new(search: &'s Search<'s, W>, number: usize) -> Self {
        // Far from the seeds of other searches, which are often successive.
        let offset = (number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Self {
            search,
            rng: PlayoutRng::new(search.request.seed.wrapping_add(offset)),
            playout_stats: PlayoutStats::default(),
            network: search.network.map(NetworkEvaluator::new),
            stopwatch: Stopwatch::new(search.games.is_some()),
            descent: search.root.clone(),
            path: Vec::new(),
            path_hashes: Vec::new(),
            path_kinds: Vec::new(),
        }
    }

    /// Simulates until a limit is reached, and calls `check` after each simulation.
    fn work(mut self, mut check: impl FnMut()) {
        while self.search.claim() {
            self.simulate();
            self.search.stop_if_told_or_proven();
            check();
        }
        *self.search.origins.lock() += self.playout_stats.origin_counts;
        if let Some(games) = &self.search.games {
            games.lock().add_times(self.stopwatch.times);
        }
    }

    fn simulate(&mut self) {
        self.stopwatch.enter(SimulationPhase::Descend);
        self.descend();
        self.stopwatch.enter(SimulationPhase::Simulate);
        let evaluation = self.evaluate();
        self.stopwatch.enter(SimulationPhase::Rest);
        self.count(&evaluation);
        self.stopwatch.enter(SimulationPhase::Backup);
        self.backup(&evaluation);
        self.stopwatch.enter(SimulationPhase::Rest);
    }

    fn count(&mut self, evaluation: &Evaluation<W>) {
        if let Some(counter) = &self.search.outcomes {
            let first_move = self.path.get(1).map(|child| child.mv());
            counter.add(evaluation, first_move);
        }
        if let Some(games) = &self.search.games {
            let (to_move, depth) = (self.descent.color, self.path.len() - 1);
            games.lock().add(evaluation, to_move, depth);
        }
    }
}

/// The most visited move is clearly the best with this many times the visits of the second. Pachi has 2.5.
const CLEAR_LEAD: u32 = 2;

/// The second move contests the choice by a higher win rate if it has at least 1/10 of the most visited move's visits.
const CONTENDER_DIVISOR: u32 = 10;

/// With a higher win rate the most visited move is a sure win, which needs little thought. Fuego has 0.8, Pachi 0.95.
const SURE_WIN: f64 = 0.9;

/// A sure win takes 1/3 of the time for a move. Fuego's figure.
const SURE_WIN_DIVISOR: u32 = 3;

/// The number of simulations a second is known after 1/10 of the time for a move.
const RATE_DIVISOR: u32 = 10;

/// Why the most visited of the root's moves should be played now, after this many simulations, if it should. The results of the
/// moves include those of earlier searches.
pub fn ended_by_clock(
    time: TimeBudget,
    elapsed: Duration,
    playouts: u64,
    moves: impl Iterator<Item = Tally>,
) -> Option<Ended> {
    let [mut best, mut second] = [Tally::default(); 2];
    for tally in moves {
        if tally.visits > best.visits {
            (best, second) = (tally, best);
        } else if tally.visits > second.visits {
            second = tally;
        }
    }
    let is_contested =
        second.visits * CONTENDER_DIVISOR >= best.visits && second.mean() > best.mean();
    let end = if best.mean() > SURE_WIN && time.target < time.maximum {
        time.target / SURE_WIN_DIVISOR
    } else if best.visits < CLEAR_LEAD * second.visits || is_contested {
        time.maximum
    } else {
        time.target
    };
    let left = end.saturating_sub(elapsed).as_secs_f64();
    let playouts_left = playouts as f64 / elapsed.as_secs_f64() * left;
    let is_decided = f64::from(best.visits - second.visits) > playouts_left;
    let knows_rate = elapsed >= time.target / RATE_DIVISOR;
    if elapsed >= end {
        Some(Ended::Time)
    } else {
        (knows_rate && is_decided).then_some(Ended::Settled)
    }
}
