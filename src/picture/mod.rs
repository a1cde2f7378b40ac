//! SVG pictures of boards with marks, and graphs of games.

mod board;
mod graph;
mod text;

pub use board::{BoardPicture, Mark, Sign};
pub use graph::{Graph, GraphMark, GraphValue};
