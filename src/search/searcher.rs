//! The searches of a game, each with the tree of the one before.

use super::report::{Detail, Observer, ObserverTimer, OutcomeCounter, TreeView};
use super::tree::SavedTree;
use super::{Params, Report, Request, Search};
use crate::playout::Switch;

/// Searches the positions of a game, each with the part of the last tree below it: see [`Params::reuse`].
#[derive(Debug, Default)]
pub struct Searcher {
    saved: Option<SavedTree>,
    statistics: Switch,
}

impl Searcher {
    /// Searches for the best move of a position.
    pub fn search(
        &mut self,
        params: &Params,
        request: &Request<'_>,
        observer: Option<&mut Observer<'_>>,
    ) -> Report {
        match request.board.size() {
            0..=9 => self.run::<2>(params, request, observer),
            10..=13 => self.run::<4>(params, request, observer),
            _ => self.run::<6>(params, request, observer),
        }
    }

    /// The tree of the latest search, if there was one.
    #[must_use]
    pub fn tree(&self) -> Option<TreeView<'_>> {
        self.saved.as_ref().map(SavedTree::view)
    }

    /// Switches [`Report::statistics`] on or off for the searches to come. It changes nothing but the time that they take.
    pub const fn keep_statistics(&mut self, switch: Switch) {
        self.statistics = switch;
    }

    /// Makes the next search begin anew. Until then the tree can still be viewed.
    pub fn clear_tree(&mut self) {
        if let Some(saved) = &mut self.saved {
            saved.retire();
        }
    }

    fn run<const W: usize>(
        &mut self,
        params: &Params,
        request: &Request<'_>,
        mut observer: Option<&mut Observer<'_>>,
    ) -> Report {
        let mut search = Search::<W>::new(params, request, self.saved.take());
        search.statistics = self.statistics;
        let detail = match self.statistics {
            Switch::On => request.detail.max(Detail::Ownership),
            Switch::Off => request.detail,
        };
        search.outcomes = OutcomeCounter::new(detail, request.board.size());
        let timer = observer.as_deref_mut().and_then(ObserverTimer::new);
        let report = search.run(timer);
        if let Some(observer) = observer {
            // The search is over: whether the observer wants more does not matter.
            let _ = (observer.show)(&report.snapshot);
        }
        self.saved = Some(SavedTree::new(search.tree, params, request));
        report
    }
}
