//! The engine that plays: it searches for a move, and knows when to pass and when to resign.

mod book;
mod caution;
mod cleanup;
mod exact;
mod finished;
mod legal;
mod level;
mod other_search;
mod passing;
mod question;
mod raw;
mod resign;
mod search;
mod settings;
mod settle;
mod shown;
#[cfg(test)]
mod tests;
mod turn;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rand::TryRng;
use rand::rngs::SysRng;

use crate::search::{Exchange, Searcher, TreeView};
use resign::LostMoves;
use tao_rules::game::Game;

pub use caution::{MIN_MISTAKE, caution, judges_moves};
pub use exact::solve;
pub use level::{Level, ParseLevelError};
pub use other_search::OtherSearch;
pub use question::{Decision, Purpose, Question, Thought};
pub use raw::RawEvaluation;
pub use settings::{EngineSettings, Resign, UselessPondering};
pub use settle::{ChainStatus, Settlement, Status, settle};

/// The player behind every protocol and command.
#[derive(Debug)]
pub struct Engine {
    settings: EngineSettings,
    searcher: Searcher,
    /// The seed of this game.
    seed: u64,
    /// Whether each game draws its own seed.
    draws_seed: bool,
    /// Whether the engine may resign in this game.
    resign: Resign,
    lost_moves: LostMoves,
    stop: Arc<AtomicBool>,
}

/// A seed from the system.
fn draw_seed() -> u64 {
    let seed = SysRng.try_next_u64().unwrap_or_default();
    log::info!("seed {seed}");
    seed
}

impl Engine {
    /// An engine with these settings.
    #[must_use]
    pub fn new(settings: EngineSettings) -> Self {
        let seed = settings.seed.unwrap_or_else(draw_seed);
        let mut searcher = Searcher::new(settings.network.clone(), seed);
        searcher.set_shapes(settings.shapes.clone());
        Self {
            seed,
            draws_seed: settings.seed.is_none(),
            resign: settings.resign,
            lost_moves: LostMoves::default(),
            stop: Arc::default(),
            searcher,
            settings,
        }
    }

    /// The settings of the engine.
    #[must_use]
    pub const fn settings(&self) -> &EngineSettings {
        &self.settings
    }

    /// Changes the settings of the engine.
    pub fn set_settings(&mut self, settings: EngineSettings) {
        if settings.seed != self.settings.seed
            && let Some(seed) = settings.seed
        {
            self.set_seed(seed);
        }
        self.resign = settings.resign;
        self.searcher.set_network(settings.network.clone());
        self.searcher.set_shapes(settings.shapes.clone());
        self.settings = settings;
    }

    /// Changes the level of play; everything else about the current game stays as it is.
    pub const fn set_level(&mut self, level: Level) {
        self.settings.level = level;
    }

    /// The seed of this game.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Sets the seed of this game and of those to come.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.draws_seed = false;
        self.searcher.set_seed(seed);
    }

    /// Keeps the engine from resigning in this game.
    pub const fn play_on(&mut self) {
        self.resign = Resign::Never;
    }

    /// Sets the flag by which another thread ends a search early. The engine then plays the best move found so far.
    pub fn set_stop_flag(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Begins another game. It has a seed of its own unless one was given.
    pub fn new_game(&mut self) {
        if self.draws_seed {
            self.seed = draw_seed();
        }
        self.searcher.new_game(self.seed);
        self.resign = self.settings.resign;
        self.lost_moves = LostMoves::default();
    }

    /// Shares all searches with other ranks.
    pub fn set_exchange(&mut self, exchange: Box<dyn Exchange>) {
        self.searcher.set_exchange(exchange);
    }

    /// Makes the next search begin with an empty tree. Until then the old tree can still be viewed.
    pub fn clear_tree(&mut self) {
        self.searcher.clear_tree();
    }

    /// The dead stones of a game and its score, by the network where the engine uses one: see [`settle`].
    #[must_use]
    pub fn settle(&self, game: &Game) -> Settlement {
        settle(game, self.settings.network_for(game.size()))
    }

    /// Sets whether [`Report::statistics`](crate::search::Report::statistics) are kept from now on.
    pub const fn keep_statistics(&mut self, keep: bool) {
        self.searcher.keep_statistics(keep);
    }

    /// The tree of the latest search of this game, whatever it was for.
    #[must_use]
    pub fn tree(&self) -> Option<TreeView<'_>> {
        self.searcher.tree()
    }
}
