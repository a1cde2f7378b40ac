//! Makes opening books: where a tree grows, the moves of a position, merging, the form for people, and files.
//!
//! Source of the growth: T. R. Lincke, "Strategies for the Automatic Construction of Opening Books", Computers and Games 2000.

mod growth;
mod merge;
mod moves;
mod sgf;
#[cfg(test)]
mod tests;
mod write;

pub use growth::{Leaf, next_leaf};
pub use merge::merge;
pub use moves::moves_to_keep;
pub use sgf::write_sgf;
pub use write::{Writer, to_bytes};
