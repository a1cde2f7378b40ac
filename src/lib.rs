//! Tao Go: a Go engine for the 9x9 board. Monte-Carlo tree search, GTP, GMP, play in the terminal, and
//! moves for shell scripts.
//!
//! The layers, lowest first. `tests/repository/architecture.rs` checks which layers each may use:
//!
//! | module | content |
//! |---|---|
//! | [`board`] | the rules of one position: stones, chains, liberties, capture, simple ko, eyes, area |
//! | [`files`] | files written completely or not at all |
//! | [`workers`] | threads that share work |
//! | [`svg`] | pictures as text: elements in, SVG out |
//! | [`game`] | a game in progress: rule sets, history, superko, handicap, count, clock |
//! | [`sgf`] | game records |
//! | [`pattern`] | 3x3 shapes, compiled from the text in `patterns/` |
//! | [`candidates`] | rules that suggest moves: lines and distances, symmetry, tactics, and a learned model of likely moves |
//! | [`playout`] | one simulated game, and the rules that choose its moves |
//! | [`net`] | evaluates a 9x9 position with a neural network in integer arithmetic |
//! | [`book`] | the opening book: positions with values by minimax, where it grows, its file |
//! | [`solve`] | exact results near the end of a game and on small boards |
//! | [`search`] | UCT: select, expand, simulate, back up; all its parameters, [`search::Params`] |
//! | [`ranks`] | several processes that make the same searches or share numbered work |
//! | [`engine`] | the player: searches a move, passes, resigns, decides which stones are dead |
//! | [`table`] | a game with people at it: players, clocks, ending, record |
//! | [`picture`] | boards and graphs in SVG |
//! | [`analysis`] | the value of every move of a game, search trees and opening books as records |
//! | [`kata`] | `KataGo`'s analysis protocol |
//! | [`mod@serve`] | a board in the browser, over HTTP |
//! | [`gtp`] | Go Text Protocol |
//! | [`gmp`] | Go Modem Protocol |
//! | [`mod@matches`] | matches between engines: paired openings, referee, log, Elo, sequential test |
//! | [`learn`] | learns the weights of the move model from games of the engine against itself |
//! | [`selfplay`] | games of the engine against itself that a network learns from |
//! | [`cli`] | the commands |
//!
//! Other programs use [`board`], [`game`], [`sgf`] and [`engine`], with the types of [`search`] that the engine's answers hold:
//! `examples/game.rs` is a game of the engine with itself. The other modules are public for the program's own tests and may change
//! at any time. No input makes them panic; what cannot be done is an error.
//!
//! Without the feature `cli` the crate is the library alone, for one thread and also for browsers: no protocols, services and
//! commands, and none of what only they need.
//!
//! Three entry points for a first reading: [`board::Board::play_legal`], the most time-critical function;
//! [`playout::run`], one simulated game; and [`search::search`], which finds a move for a position.
//!
//! ```
//! use tao_go::board::{AnyBoard, Color};
//! use tao_go::search::{Limit, Params, Request, search};
//!
//! let board: AnyBoard = "
//!     X X X O O
//!     X . X O .
//!     X X X O O
//!     X X X O O
//!     X X X O O".parse()?;
//! let report = search(&Params::default(), &Request {
//!     limit: Limit { playouts: Some(500), time: None },
//!     ..Request::new(&board, Color::Black, 7.5)
//! });
//! assert_eq!(report.best.to_string(), "E4"); // captures first
//! # Ok::<(), tao_go::board::ParseDiagramError>(())
//! ```

#[cfg(feature = "cli")]
pub mod analysis;
pub mod board;
pub mod book;
pub mod candidates;
#[cfg(feature = "cli")]
pub mod cli;
pub mod engine;
#[cfg(feature = "cli")]
pub mod files;
pub mod game;
#[cfg(feature = "cli")]
pub mod gmp;
#[cfg(feature = "cli")]
pub mod gtp;
#[cfg(feature = "cli")]
pub mod kata;
#[cfg(feature = "cli")]
pub mod learn;
#[cfg(feature = "cli")]
pub mod matches;
pub mod net;
pub mod pattern;
#[cfg(feature = "cli")]
pub mod picture;
pub mod playout;
#[cfg(feature = "cli")]
pub mod ranks;
pub mod search;
#[cfg(feature = "cli")]
pub mod selfplay;
#[cfg(feature = "cli")]
pub mod serve;
pub mod sgf;
pub mod solve;
#[cfg(feature = "cli")]
pub mod svg;
pub mod table;
#[cfg(feature = "cli")]
pub mod workers;
