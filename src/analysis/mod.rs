//! What a game was worth at each of its moves, and which of them were mistakes.
//!
//! Every position is searched by itself, from nothing, with a seed of its own: the same settings give the same
//! analysis, on however many threads the positions are searched.

mod judge;
mod search;
mod standing;
#[cfg(test)]
mod tests;
mod tree_sgf;
mod words;

pub use judge::{Analysis, Judgement, MISTAKE};
pub use search::{Plan, analyze};
pub use standing::{Evaluation, Standing};
pub use tree_sgf::write_tree;
