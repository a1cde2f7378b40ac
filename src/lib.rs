//! Tao Go: a Go engine for the 9x9 board. Monte-Carlo tree search, GTP, GMP, play in the terminal, and
//! moves for shell scripts.
//!
//! Other programs use [`board`], [`game`], [`sgf`] and [`engine`], and the types of other modules that the engine's settings and
//! answers hold, which are re-exported here; `examples/game.rs` is a game of the engine with itself. No input makes them panic;
//! what cannot be done is an error. Everything else is public for the program and its tests, and may change at any time.
//!
//! Without the feature `cli` the crate is this library alone, without the dependencies that only the program needs, and runs on
//! `wasm32-unknown-unknown`, on one thread.
//!
//! The layers, lowest first. `tests/repository/architecture.rs` checks which layers each may use:
//!
//! | module | content |
//! |---|---|
//! | `cpu` | builds of the time-critical code for each kind of processor |
//! | `workers` | threads that share work |
//! | [`board`] | the rules of one position: stones, chains, liberties, capture, simple ko, eyes, area |
//! | `files` | files written completely or not at all, and read up to a limit |
//! | `svg` | pictures as text: elements in, SVG out |
//! | [`game`] | a game in progress: rule sets, history, superko, handicap, count, clock |
//! | [`sgf`] | game records |
//! | `pattern` | 3x3 shapes, compiled from the text in `patterns/` |
//! | `candidates` | rules that suggest moves: lines and distances, symmetry, tactics, and a learned model of likely moves |
//! | `playout` | one simulated game, and the rules that choose its moves |
//! | `net` | evaluates a position from 5x5 to 9x9 with a neural network in integer arithmetic |
//! | `book` | the opening book: positions with values by minimax, where it grows, its file |
//! | `solve` | exact results near the end of a game and on small boards |
//! | `alphabeta` | a classical alpha-beta player with a plain evaluation |
//! | `search` | UCT: select, expand, simulate, back up; all its parameters, [`Params`] |
//! | `ranks` | several processes that make the same searches or share numbered work |
//! | [`engine`] | the player: searches a move, passes, resigns, decides which stones are dead |
//! | `table` | a game with people at it: players, clocks, ending, record |
//! | `session` | a person's game as a page shows it: actions and what is seen, as JSON |
//! | `picture` | boards and graphs in SVG |
//! | `analysis` | the value of every move of a game, search trees and opening books as records |
//! | `kata` | `KataGo`'s analysis protocol |
//! | `serve` | a board in the browser, over HTTP |
//! | `gtp` | Go Text Protocol |
//! | `gmp` | Go Modem Protocol |
//! | `matches` | matches between engines: paired openings, referee, log, Elo, sequential test |
//! | `selfplay` | games of the engine against itself, and what a network learns from them |
//! | `learn` | learns the weights of the move model from such games |
//! | `cli` | the commands |
//!
//! Three entry points for a first reading: [`board::Board::play_legal`], the most time-critical function; `playout::run`, one
//! simulated game; and `search::search`, which finds a move for a position.
//!
//! ```
//! use tao_go::engine::{Engine, EngineSettings, Purpose, Question};
//! use tao_go::game::Game;
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

pub mod board;
pub mod engine;
pub mod game;
pub mod sgf;

pub use book::BookSource;
pub use net::Network;
pub use pattern::Shapes;
pub use search::{
    Detail, Exact, MoveStats, Observer, OutcomeStatistics, Ownership, Params, Report, Restriction,
    RestrictionKind, Snapshot,
};

#[doc(hidden)]
pub mod alphabeta;
#[doc(hidden)]
pub mod book;
#[doc(hidden)]
pub mod candidates;
#[doc(hidden)]
pub mod cpu;
#[doc(hidden)]
pub mod files;
#[doc(hidden)]
pub mod net;
#[doc(hidden)]
pub mod pattern;
#[doc(hidden)]
pub mod playout;
#[doc(hidden)]
pub mod search;
#[doc(hidden)]
pub mod session;
#[doc(hidden)]
pub mod solve;
#[doc(hidden)]
pub mod table;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod analysis;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod gmp;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod gtp;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod kata;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod learn;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod matches;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod picture;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod ranks;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod selfplay;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod serve;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod svg;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod workers;
