//! SVG pictures of boards with marks, graphs of games, and charts of matches.

mod board;
mod chart;
mod graph;
mod plot;
mod text;

pub use board::{BoardPicture, Mark, Sign};
pub use chart::{Chart, Series};
pub use graph::{Graph, GraphMark, GraphValue};

use tao_rules::board::Color;

const fn color_name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}
