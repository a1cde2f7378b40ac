//! The rules of Go on boards from 2x2 to 19x19.
//!
//! | module | content |
//! |---|---|
//! | [`board`] | one position: stones, chains, liberties, capture, simple ko, eyes, area |
//! | [`game`] | a game in progress: rule sets, history, superko, handicap, count, clock |
//! | [`cpu`] | builds of time-critical code for each kind of processor |
//!
//! ```
//! use tao_rules::board::{Color, Point};
//! use tao_rules::game::Game;
//!
//! let mut game = Game::new(5)?;
//! for vertex in ["B3", "C3", "C4", "A1", "D3", "A5", "C2"] {
//!     game.play(game.to_move(), vertex.parse()?)?;
//! }
//! assert_eq!(game.board().stone(Point::new("C3".parse()?)), Some(Color::White));
//! assert_eq!(game.to_move(), Color::White);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod board;
pub mod cpu;
pub mod game;
