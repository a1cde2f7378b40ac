//! Requests and visitors without a network. `tests/commands/serve.rs` speaks with the program.

mod explore;
mod request;
mod visitors;

use crate::engine::EngineSettings;
use crate::game::Game;

use super::BoardService;

/// A service for one visitor, whose games are on small boards and are not kept.
pub(super) fn service() -> BoardService {
    BoardService {
        settings: EngineSettings::default().sharing_memory(12),
        threads: 1,
        visitors: 1,
        folder: None,
        game: Game::new(5).unwrap(),
    }
}
