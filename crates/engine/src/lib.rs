//! The Go engine: finds a move for a position, and says who owns what at the end of a game.
//!
//! A move is found in this order, except for the last row; each is a module:
//!
//! | module | content |
//! |---|---|
//! | [`engine`] | the player: pass, book, exact result, search, legality, level, resignation |
//! | [`book`] | the opening book: positions with values by minimax, its answers, and the reading of its file |
//! | [`solve`] | exact results near the end of a game and on small boards |
//! | [`search`] | UCT: select, expand, evaluate, back up; all its parameters, [`search::Params`] |
//! | [`net`] | evaluates a position from 5x5 to 9x9 with a neural network in integer arithmetic |
//! | [`playout`] | one simulated game, and the rules that choose its moves |
//! | [`candidates`] | rules that suggest moves: lines and distances, symmetry, tactics, and a learned model of likely moves |
//! | [`pattern`] | 3x3 shapes, compiled from the text in `data/shapes3x3.txt` |
//! | [`mod@bench`] | rates of playouts and of the network |
//!
//! ```
//! use tao_engine::engine::{Engine, EngineSettings, Purpose, Question};
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

pub mod bench;
pub mod book;
pub mod candidates;
pub mod engine;
pub mod net;
pub mod pattern;
pub mod playout;
pub mod search;
pub mod solve;
