//! Pictures of Go in SVG: boards with marks on them, and graphs of a game.

mod board;
mod graph;

pub use board::{BoardPicture, Mark, Sign};
pub use graph::{Graph, GraphMark};
