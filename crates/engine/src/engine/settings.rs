//! How the engine plays.

use std::sync::Arc;
use std::time::Duration;

use crate::book::BookSource;
use crate::net::{self, Network};
use crate::pattern::Shapes;
use crate::search::{EvaluationKind, MEBIBYTE, Params};

use super::{Level, OtherSearch};

/// Whether the engine resigns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Resign {
    /// It plays lost games to the end.
    Never,
    /// It resigns once several of its moves in a row looked lost.
    #[default]
    WhenLost,
}

/// How the engine plays.
#[derive(Clone, Debug)]
pub struct EngineSettings {
    /// The search.
    pub params: Params,
    /// The search in place of UCT; `None` for UCT.
    pub other_search: Option<Arc<dyn OtherSearch>>,
    /// The network that the search may use.
    pub network: Option<Arc<Network>>,
    /// The shapes that simulated games play; `None` for those in the program.
    pub shapes: Option<Arc<Shapes>>,
    /// The opening book.
    pub book: BookSource,
    /// The strength of its moves. Below the full level it uses neither the book nor the solver.
    pub level: Level,
    /// Playouts for a move; without it, and without a time limit, those of `params`.
    pub playouts: Option<u64>,
    /// Time for a move.
    pub time_per_move: Option<Duration>,
    /// Most playouts in the opponent's time, see [`Engine::ponder`](super::Engine::ponder); 0 for no pondering.
    pub ponder: u64,
    /// Seed of every game; without one each game draws its own.
    pub seed: Option<u64>,
    /// When to resign.
    pub resign: Resign,
}

impl Default for EngineSettings {
    /// The default parameters of the search and the network in the program; no book, no limits and no seed.
    fn default() -> Self {
        Self {
            params: Params::default(),
            other_search: None,
            network: net::embedded(),
            shapes: None,
            book: BookSource::None,
            level: Level::FULL,
            playouts: None,
            time_per_move: None,
            ponder: 0,
            seed: None,
            resign: Resign::default(),
        }
    }
}

impl EngineSettings {
    /// The network that evaluates boards of this size; `None` where playouts or another search do.
    #[must_use]
    pub fn network_for(&self, size: usize) -> Option<&Arc<Network>> {
        let asks =
            self.other_search.is_none() && self.params.evaluation.kind != EvaluationKind::Playout;
        let network = self.network.as_ref().filter(|_| asks);
        network.filter(|network| network.scope.has_size(size))
    }

    /// These settings with the memory of one engine, where the search memory is divided equally among `engines`.
    #[must_use]
    pub fn sharing_memory(mut self, engines: usize) -> Self {
        let all = self.params.search_bytes() / MEBIBYTE;
        let own = (all / engines.max(1)).max(1);
        self.params.machine.memory = self.params.machine.memory.saturating_sub(all - own);
        self
    }

    /// Checks that pondering, if it is on, helps the next search.
    ///
    /// # Errors
    /// Returns [`UselessPondering`] where no tree is reused.
    pub fn check_pondering(&self) -> Result<(), UselessPondering> {
        if self.ponder == 0 {
            Ok(())
        } else if self.other_search.is_some() {
            Err(UselessPondering::NoTree)
        } else if self.params.tree.reuse {
            Ok(())
        } else {
            Err(UselessPondering::NoReuse)
        }
    }
}

/// The error for settings with pondering from which no later search profits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UselessPondering {
    /// The search could reuse its tree, but does not.
    #[error("these settings keep no tree for the next move (reuse=on does)")]
    NoReuse,
    /// There is no tree.
    #[error("this search keeps no tree for the next move")]
    NoTree,
}
