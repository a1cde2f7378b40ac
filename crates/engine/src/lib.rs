//! The Go engine: finds a move for a position, and says who owns what at the end of a game.
//!
//! ```
//! use tao_engine::Engine;
//! use tao_engine::raw::{EngineSettings, Purpose, Question};
//! use tao_rules::game::Game;
//!
//! let mut game = Game::new(5)?;
//! for vertex in ["C3", "A1", "C2", "B1"] {
//!     game.play(game.to_move(), vertex.parse()?)?;
//! }
//! let mut engine = Engine::new(EngineSettings {
//!     playouts: Some(50),
//!     ..EngineSettings::default()
//! });
//! let thought = engine.think(&game, Question::new(game.to_move(), Purpose::Play, None));
//! game.play(game.to_move(), thought.mv)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod engine;
pub mod raw;

pub use engine::{
    ChainStatus, Decision, Engine, Level, ParseLevelError, Resign, Settlement, Status,
};

use raw::{book, candidates, net, pattern, playout, search, solve};
