//! The rules of Go on boards from 2x2 to 19x19.
//!
//! A [`Game`](game::Game) is for programs that play or show games: it knows the rule set, the moves so far, superko, handicap stones
//! and the score, and refuses what is impossible with an error. A [`raw::Board`] is one position, for programs that try millions of
//! them: it knows chains, liberties and the simple ko, and trusts its callers.
//!
//! | module | content |
//! |---|---|
//! | [`board`] | colors, points, moves, symmetries |
//! | [`game`] | a game in progress: rule sets, history, superko, handicap, score, clocks |
//! | [`raw`] | fast boards, without promises: points as numbers, sets of points, chains, eyes, area, life |
//! | [`cpu`] | builds of time-critical code for each kind of processor |
//!
//! No argument makes a function outside of `raw` panic. Records of games are those of `tao-sgf`, whose `read` returns a game and whose
//! `write` takes one.
//!
//! ```
//! use tao_rules::board::Color;
//! use tao_rules::game::Game;
//!
//! let mut game = Game::new(5)?;
//! for vertex in ["B3", "C3", "C4", "A1", "D3", "A5", "C2"] {
//!     game.play(vertex.parse()?)?;
//! }
//! // Black's last move has captured the stone on C3, and White may not play there again.
//! assert_eq!(game.stone("C3".parse()?), None);
//! assert_eq!(game.captures(Color::Black), 1);
//! let refused = game.play("C3".parse()?).unwrap_err();
//! assert_eq!(refused.to_string(), "C3 is suicide");
//!
//! // Four stones and C3 for Black, two stones for White, and a komi of 7.
//! assert_eq!(game.standing_score().to_string(), "W+4.0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

pub mod board;
pub mod cpu;
pub mod game;
pub mod raw;
