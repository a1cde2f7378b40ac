//! Rules that suggest moves, for the tree and for playouts.

pub mod atari;
mod lines;
pub mod moves;
pub mod nakade;
pub mod reader;
pub mod self_atari;
mod symmetry;
pub mod tactics;

pub use lines::{LineRules, LineState, LineTables};
pub use symmetry::dedup_symmetric;
