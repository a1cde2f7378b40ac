//! The Go engine of Tao Go: finds moves on boards from 2x2 to 19x19, strongly up to 9x9, analyzes positions, and scores games. It
//! needs no files and no network connection. The games themselves are those of `tao-rules`; `tao-sgf` reads and writes their records.
//!
//! | to | use |
//! |---|---|
//! | make an engine | [`Engine::builder`] |
//! | choose a move | [`Engine::choose`], which returns a [`Decision`] |
//! | find out who is ahead, by which moves, and who owns what | [`Engine::analyze`], which begins a [`Job`] |
//! | score a game, with its dead stones | [`Engine::score`], which returns a [`Settlement`] |
//! | let two engines play a game | [`play_match`] |
//! | begin a game | `Game::builder` of `tao-rules`; `Game::from_diagram` for a position that is drawn as text |
//! | read or write a record | `read` and `write` of `tao-sgf` |
//! | do more, without promises | [`raw`], whose questions [`Engine::think`] answers |
//!
//! ```
//! use tao_engine::{Decision, Engine, Limit};
//! use tao_rules::game::Game;
//!
//! let mut game = Game::new(5)?;
//! for vertex in ["C3", "A1", "C2", "B1"] {
//!     game.play(vertex.parse()?)?;
//! }
//! let mut engine = Engine::builder().memory_mib(64).seed(1).build()?;
//! if let Decision::Play(mv) = engine.choose(&game, Limit::visits(50)) {
//!     game.play(mv)?;
//! }
//! let (engine, report) = engine.analyze(&game, Limit::visits(50))?.wait();
//! assert!(report.win_rate < 0.5, "White has thrown the game away");
//! assert_eq!(engine.score(&game).chains.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The folder `examples` has four programs: a move for a diagram, an analysis that is shown and cancelled, the score of a record,
//! and a match of two engines.
//!
//! # Needs
//!
//! Rust 1.89 or later, 1 MiB in the program for the network and the opening book, and the memory that the builder sets, 512 MiB by
//! default. There is one code for all processors; those with AVX2, AVX-512, AMX or Neon search faster.
//!
//! **A debug build searches very slowly**, about a visit in half a second instead of hundreds, as Cargo compiles this crate without
//! optimization there. These lines in the `Cargo.toml` of the program or of its workspace keep the speed:
//!
//! ```toml
//! [profile.dev.package.tao-engine]
//! opt-level = 3
//!
//! [profile.dev.package.tao-rules]
//! opt-level = 3
//! ```

#[warn(missing_docs)]
mod engine;
pub mod raw;
#[cfg(test)]
mod tests;

pub use engine::{
    ChainStatus, Decision, Engine, EngineBuilder, Job, Level, MatchResult, ParseLevelError, Resign,
    Settlement, Status, play_match,
};
pub use raw::search::{
    Ended, Exact, Lead, Limit, MoveStats, OutcomeStatistics, Ownership, Proof, Report,
    SetParamError, Snapshot,
};

use raw::{book, candidates, net, pattern, playout, search, solve};
