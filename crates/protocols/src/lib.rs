//! The protocols of Go programs, and a game that people play: everything between a connection and the engine.
//!
//! | module | content |
//! |---|---|
//! | [`gtp`] | Go Text Protocol |
//! | [`gmp`] | Go Modem Protocol |
//! | [`kata`] | `KataGo`'s analysis protocol |
//! | [`schema`] | the objects of all JSON output |
//! | [`table`] | a game with people at it: players, clocks, ending, record |
//! | [`session`] | a person's game as a page shows it: actions and what is seen, as JSON |
//! | [`serve`] | a board in the browser, over HTTP |
//! | [`files`] | files written completely or not at all, and read up to a limit |

pub mod files;
pub mod gmp;
pub mod gtp;
pub mod kata;
mod search_summary;
pub mod schema;
pub mod serve;
pub mod session;
pub mod table;
#[cfg(test)]
mod tests;
mod tree_sgf;

pub use search_summary::SearchSummary;
pub use tree_sgf::write_tree;
