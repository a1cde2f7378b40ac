//! The protocols of Go programs, and a game that people play: everything between a connection and the engine.
//!
//! | module | content |
//! |---|---|
//! | [`gtp`] | Go Text Protocol |
//! | [`gmp`] | Go Modem Protocol |
//! | [`kata`] | `KataGo`'s analysis protocol |
//! | [`schema`] | the objects of all JSON output |
//! | [`table`] | a game with people at it: players, clocks, ending, record |
//! | [`review`] | what a move lost, and how bad that is |
//! | [`session`] | a person's game as a page shows it: actions and what is seen, as JSON |
//! | [`serve`] | a board in the browser, over HTTP |
//! | [`files`] | files written completely or not at all, and read up to a limit |
//!
//! A protocol reads from any `BufRead` and writes to any `Write`:
//!
//! ```
//! use tao_engine::Engine;
//! use tao_engine::raw::EngineSettings;
//! use tao_protocols::gtp::{Session, SessionOptions, serve};
//! use tao_rules::game::Game;
//!
//! let engine = Engine::new(EngineSettings::default());
//! let mut session = Session::new(Game::new(9)?, engine, SessionOptions::default());
//! let mut answers = Vec::new();
//! serve(&b"boardsize 5\n2 play b c3\nplay w c3\n"[..], &mut answers, &mut session)?;
//! assert_eq!(String::from_utf8(answers)?, "= \n\n=2 \n\n? illegal move\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

pub mod files;
pub mod gmp;
pub mod gtp;
pub mod kata;
pub mod review;
pub mod schema;
pub mod serve;
pub mod session;
pub mod table;

/// Runs `work`. A panic, whose place the panic hook has logged, is returned as an error; then the caller must replace or reset
/// whatever `work` may have left half changed.
///
/// # Errors
///
/// Returns the payload of the panic.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> thread::Result<T> {
    catch_unwind(AssertUnwindSafe(work))
}

/// Starts a thread with this name that nobody waits for.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let thread = thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map(drop)
}
