//! SVG pictures of boards with marks, graphs of games, and charts of matches.

mod board;
mod chart;
mod graph;
mod text;

pub use board::{BoardPicture, Mark, Sign};
pub use chart::{Chart, Series};
pub use graph::{Graph, GraphMark, GraphValue};

use crate::svg::{Align, Element, Paint, PixelPosition, Svg};
use text::fitting_height;

/// Height of the texts.
const TEXT: f64 = 13.0;

const PAPER: &str = "#ffffff";
const INK: &str = "#2b2b2b";

/// A plot between its left, top, right and lower border.
struct Plot {
    borders: [f64; 4],
    /// The values at the lower and the upper border.
    range: [f64; 2],
    /// The value whose line is darker than the others.
    center: f64,
    /// Color of the other lines.
    grid: &'static str,
}

impl Plot {
    /// The x position at `part / whole` of the way from the left to the right border.
    fn x(&self, part: f64, whole: f64) -> f64 {
        let [left, _, right, _] = self.borders;
        left + (right - left) * part / whole
    }

    fn y(&self, value: f64) -> f64 {
        let ([_, top, _, bottom], [least, most]) = (self.borders, self.range);
        bottom - (bottom - top) * (value - least) / (most - least)
    }

    /// Draws a line from side to side at a value, with its name.
    fn draw_grid_line(&self, svg: &mut Svg, value: f64, name: &str) {
        let ([left, _, right, _], y) = (self.borders, self.y(value));
        let paint = if (value - self.center).abs() < 1e-9 {
            Paint::stroke(INK, 1.0)
        } else {
            Paint::stroke(self.grid, 0.75)
        };
        svg.draw(Element::Line(&[[left, y], [right, y]]), paint);
        draw_text(svg, [left - 8.0, y], Align::End, name);
    }
}

/// A picture with its title, which begins at a position. A title that is wider than `room` is written smaller.
fn titled(size: [f64; 2], title: &str, position: PixelPosition, height: f64, room: f64) -> Svg {
    let mut svg = Svg::new(size, title);
    svg.draw(Element::Rectangle([0.0, 0.0], size), Paint::fill(PAPER));
    let height = fitting_height(title, height, room);
    let text = Element::Text(position, Align::Start, height, title);
    svg.draw(text, Paint::fill(INK));
    svg
}

fn draw_text(svg: &mut Svg, position: PixelPosition, align: Align, text: &str) {
    svg.draw(Element::Text(position, align, TEXT, text), Paint::fill(INK));
}
