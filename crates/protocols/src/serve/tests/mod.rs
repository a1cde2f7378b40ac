//! Requests and visitors without a network. `tests/commands/serve.rs` speaks with the program.

mod explore;
mod request;
mod visitors;

use tao_engine::engine::EngineSettings;
use tao_rules::game::Game;

use super::BoardService;

/// A service for one visitor, whose games are on small boards and are not kept.
pub(super) fn service() -> BoardService {
    BoardService {
        settings: EngineSettings::default().sharing_memory(12),
        threads: 1,
        visitors: 1,
        template: "<!--policy-->{{nonce}}{{data}}",
        folder: None,
        game: Game::new(5).unwrap(),
    }
}
