//! Makes opening books: where a tree grows, merging, results of games, the form for people, and files.
//!
//! Source of the growth: T. R. Lincke, "Strategies for the Automatic Construction of Opening Books", Computers and Games 2000.

mod edit;
mod growth;
mod sgf;
#[cfg(test)]
mod tests;
mod text;
mod write;

pub use edit::{CountedResults, FinishedGame, count_results, merge, moves_to_keep};
pub use growth::{Leaf, next_leaf};
pub use sgf::write_sgf;
pub use text::{MAX_TEXT_BYTES, TextError, TextProblem, parse_text, write_text};
pub use write::{Writer, to_bytes};
