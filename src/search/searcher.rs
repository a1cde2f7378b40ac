//! One search after another, each with what the one before has left.

use super::reuse::Kept;
use super::{Params, Report, Request, Search};
use crate::playout::Switch;

/// Searches the positions of a game. Of each tree it keeps what lies above the next position: [`Params::reuse`].
#[derive(Debug, Default)]
pub struct Searcher {
    kept: Option<Kept>,
}

impl Searcher {
    /// Looks for the best move of a position.
    pub fn search(&mut self, params: &Params, request: &Request<'_>) -> Report {
        match request.board.size() {
            0..=9 => self.run::<2>(params, request),
            10..=13 => self.run::<4>(params, request),
            _ => self.run::<6>(params, request),
        }
    }

    /// Drops what was kept.
    pub fn forget(&mut self) {
        self.kept = None;
    }

    fn run<const W: usize>(&mut self, params: &Params, request: &Request<'_>) -> Report {
        let search = Search::<W>::new(params, request, self.kept.take());
        let report = search.run();
        if params.reuse == Switch::On {
            self.kept = Some(Kept::new(search.tree, params, request));
        }
        report
    }
}
