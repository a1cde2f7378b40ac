//! The searches of a game, each of which reuses the tree of the search before.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Once};

use super::network::CachedNetwork;
use super::report::{Detail, Observer, ObserverTimer, OutcomeCounter, TreeView};
use super::sharing::{Exchange, SearchStart, Shared};
use super::tree::SavedTree;
use super::{EvaluationKind, Params, Report, Request, Search};
use crate::net::{self, Network};
use crate::pattern::Shapes;
use tao_rules::board::with_class;

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
    #[must_use]
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

    /// Shares the searches to come with other ranks, except those with [`Request::halving`].
    pub fn set_exchange(&mut self, exchange: Box<dyn Exchange>) {
        self.shared = Some(Shared::new(exchange));
    }

    /// Visits of other ranks in the latest search that was shared.
    #[must_use]
    pub fn remote_visits(&self) -> u64 {
        self.shared
            .as_ref()
            .map_or(0, |shared| shared.remote_visits)
    }

    /// Joins a search that another rank has begun, until `stop` is set or the number of simulations of the request is made.
    pub fn follow(&mut self, start: &SearchStart, stop: &AtomicBool) -> Report {
        self.set_seed(start.seed);
        if !start.reuses_tree {
            self.clear_tree();
        }
        self.run(&start.params, &start.request, stop, None)
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
        if params.evaluation.kind != EvaluationKind::Playout
            && !network.is_some_and(|network| network.scope.has_size(size))
        {
            static TOLD: Once = Once::new();
            TOLD.call_once(|| log::info!("no network for {size}x{size}: preset `playouts`"));
            let params = params.without_network();
            return self.run(&params, request, stop, observer);
        }
        self.run(params, request, stop, observer)
    }

    /// The tree of the latest search, if there was one.
    #[must_use]
    pub fn tree(&self) -> Option<TreeView<'_>> {
        self.saved.as_ref().map(SavedTree::view)
    }

    /// Sets whether the searches to come keep [`Report::statistics`]. This changes only the time that they take.
    pub const fn keep_statistics(&mut self, keep: bool) {
        self.keeps_statistics = keep;
    }

    /// Makes the next search start a new tree. Until then the old tree can still be viewed.
    pub fn clear_tree(&mut self) {
        if let Some(saved) = &mut self.saved {
            saved.retire();
        }
    }

    fn run(
        &mut self,
        params: &Params,
        request: &Request,
        stop: &AtomicBool,
        observer: Option<&mut Observer<'_>>,
    ) -> Report {
        let size = request.board.size();
        with_class!(size, W => self.run_on::<W>(params, request, stop, observer))
    }

    fn run_on<const W: usize>(
        &mut self,
        params: &Params,
        request: &Request,
        stop: &AtomicBool,
        mut observer: Option<&mut Observer<'_>>,
    ) -> Report {
        let mut search = Search::<W>::new(params, request, self.saved.take());
        search.limits.stop = Some(stop);
        search.network = cached_network(
            self.network.as_ref(),
            &mut self.cached,
            self.seed,
            params.cache_bytes(),
        );
        if let Some(shapes) = &self.shapes {
            search.shapes = shapes;
        }
        search.keeps_statistics = self.keeps_statistics;
        let detail = if self.keeps_statistics {
            request.detail.max(Detail::Ownership)
        } else {
            request.detail
        };
        search.outcomes = OutcomeCounter::new(detail, request.board.size());
        let timer = observer.as_deref_mut().and_then(ObserverTimer::new);
        let shared = self.shared.as_mut().and_then(|shared| {
            shared.begin(SearchStart {
                params: params.clone(),
                request: request.clone(),
                seed: self.seed,
                reuses_tree: search.reused_visits > 0,
            })
        });
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
