//! SVG pictures of boards with marks, and graphs of games.

mod board;
mod graph;

pub use board::{BoardPicture, Mark, Sign};
pub use graph::{Graph, GraphMark};

use crate::board::Color;

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
