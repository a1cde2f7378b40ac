//! One search after another, each with what the one before has left.

use super::reuse::SavedTree;
use super::survey::OutcomeCounter;
use super::watch::{Lookout, Observer};
use super::{Params, Report, Request, Search, TreeView};
use crate::playout::Switch;

/// Searches the positions of a game. It keeps the tree of the latest search, and goes on with what of it lies above the next
/// position: [`Params::reuse`].
#[derive(Debug)]
pub struct Searcher {
    kept: Option<SavedTree>,
    statistics: Switch,
}

impl Default for Searcher {
    /// Nothing was searched, and no statistics are kept.
    fn default() -> Self {
        Self {
            kept: None,
            statistics: Switch::Off,
        }
    }
}

impl Searcher {
    /// Looks for the best move of a position.
    pub fn search(&mut self, params: &Params, request: &Request<'_>) -> Report {
        self.search_observed(params, request, None)
    }

    /// Looks for the best move of a position, before the eyes of somebody who `watch`es.
    pub fn search_observed(
        &mut self,
        params: &Params,
        request: &Request<'_>,
        watch: Option<&mut Observer<'_>>,
    ) -> Report {
        match request.board.size() {
            0..=9 => self.run::<2>(params, request, watch),
            10..=13 => self.run::<4>(params, request, watch),
            _ => self.run::<6>(params, request, watch),
        }
    }

    /// The tree of the latest search, if there was one since the last [`forget`](Self::forget).
    #[must_use]
    pub fn outline(&self) -> Option<TreeView<'_>> {
        self.kept.as_ref().map(SavedTree::outline)
    }

    /// From here on, searches count what their games are like or not: [`Report::statistics`]. They find the same, and
    /// take a little longer.
    pub const fn keep_statistics(&mut self, switch: Switch) {
        self.statistics = switch;
    }

    /// Has the next search begin anew. The tree of the latest one stays to be looked at.
    pub fn clear_tree(&mut self) {
        if let Some(kept) = &mut self.kept {
            kept.close();
        }
    }

    /// Drops what was kept.
    pub fn forget(&mut self) {
        self.kept = None;
    }

    fn run<const W: usize>(
        &mut self,
        params: &Params,
        request: &Request<'_>,
        mut watch: Option<&mut Observer<'_>>,
    ) -> Report {
        let mut search = Search::<W>::new(params, request, self.kept.take());
        search.statistics = self.statistics;
        search.survey = watch
            .as_ref()
            .and_then(|watch| OutcomeCounter::new(watch.detail, request.board.size()));
        let report = search.run(watch.as_deref_mut().map(Lookout::new));
        if let Some(watch) = watch {
            // It was the last look: whether more are wanted does not matter.
            let _ = (watch.show)(&search.insight());
        }
        self.kept = Some(SavedTree::new(search.tree, params, request));
        report
    }
}
