//! A board with stones and marks on its points.

use super::color_name;
use super::text::fitting_height;
use crate::board::{AnyBoard, Color, Coord};
use crate::svg::{Align, Element, Paint, PixelPosition, Svg};

const CELL: f64 = 40.0;

/// Pixels from the left, right and lower border to the lines, for the names of rows and columns.
const MARGIN: f64 = 1.3 * CELL;

/// Pixels from the upper border to the lines, for the title.
const HEAD: f64 = 1.5 * CELL;

/// Pixels for the legend below the names of the columns.
const LEGEND: f64 = 0.5 * CELL;

const WOOD: &str = "#e5bf7f";
const INK: &str = "#4a3310";

/// Colors that the color-blind can tell from wood, black and white (Okabe and Ito).
const BLUE: &str = "#0072b2";
const VERMILION: &str = "#d55e00";

/// A board to draw.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'a> {
    /// The stones.
    pub board: &'a AnyBoard,
    /// The last move, which gets a ring.
    pub last: Option<Coord>,
    /// The text above the board; a long one is written smaller.
    pub title: &'a str,
    /// The text below the board, which explains the marks.
    pub legend: &'a str,
    /// Marks on points; later ones cover earlier ones.
    pub marks: &'a [Mark],
}

/// A mark on a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The point.
    pub coord: Coord,
    /// What is drawn.
    pub sign: Sign,
    /// The text shown when the pointer is on it.
    pub tooltip: String,
}

/// The drawing of a mark.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// A square for the point's owner, from 1 for Black to -1 for White; the closer to 0, the smaller.
    Owner(f64),
    /// A disc for a share from 0, pale, to 1, with a short text.
    Heat(f64, String),
    /// A ring.
    Ring,
}

impl BoardPicture<'_> {
    /// Draws the picture.
    #[must_use]
    pub fn svg(&self) -> Svg {
        let lines = self.length();
        let width = MARGIN + lines + MARGIN;
        let size = [width, HEAD + lines + MARGIN + LEGEND];
        let mut svg = Svg::new(size, self.title);
        svg.draw(Element::Rectangle([0.0, 0.0], size), Paint::fill(WOOD));
        let foot = size[1] - 0.7 * LEGEND;
        for (y, height, text) in [
            (0.35 * HEAD, 0.42 * CELL, self.title),
            (foot, 0.3 * CELL, self.legend),
        ] {
            let height = fitting_height(text, height, width - 0.4 * CELL);
            let text = Element::Text([width / 2.0, y], Align::Middle, height, text);
            svg.draw(text, Paint::fill(INK));
        }
        self.draw_lines(&mut svg);
        self.draw_names(&mut svg);
        for (color, coord) in self.board.all_stones() {
            let paint = Paint::fill(color_name(color)).and_stroke("black", 1.0);
            svg.draw(Element::Circle(self.position(coord), 0.47 * CELL), paint);
        }
        if let Some(last) = self.last.filter(|last| last.is_on(self.board.size())) {
            let ring = Element::Circle(self.position(last), 0.26 * CELL);
            svg.draw(ring, Paint::stroke(VERMILION, 3.0));
        }
        for mark in self.marks {
            if mark.coord.is_on(self.board.size()) {
                self.draw_mark(&mut svg, mark);
            }
        }
        svg
    }

    fn draw_lines(&self, svg: &mut Svg) {
        let size = self.board.size();
        let [left, right] = [MARGIN, MARGIN + self.length()];
        let [top, bottom] = [HEAD, HEAD + self.length()];
        let line = Paint::stroke(INK, 1.0);
        for index in 0..size {
            let [x, y] = [left, top].map(|start| start + CELL * index as f64);
            svg.draw(Element::Line(&[[left, y], [right, y]]), line);
            svg.draw(Element::Line(&[[x, top], [x, bottom]]), line);
        }
        for coord in Coord::all(size).filter(|coord| coord.is_star(size)) {
            let dot = Element::Circle(self.position(coord), 0.09 * CELL);
            svg.draw(dot, Paint::fill(INK));
        }
    }

    fn draw_names(&self, svg: &mut Svg) {
        let size = self.board.size();
        let away = 0.85 * CELL;
        for coord in Coord::all(size).filter(|coord| coord.row() == 0 || coord.column() == 0) {
            let (name, [x, y]) = (coord.to_string(), self.position(coord));
            let (letter, number) = name.split_at(1);
            let mut draw = |position, text| {
                let text = Element::Text(position, Align::Middle, 0.36 * CELL, text);
                svg.draw(text, Paint::fill(INK));
            };
            if coord.row() == 0 {
                draw([x, y + away], letter);
            }
            if coord.column() == 0 {
                draw([x - away, y], number);
            }
        }
    }

    fn draw_mark(&self, svg: &mut Svg, mark: &Mark) {
        let position = self.position(mark.coord);
        let (element, paint) = match mark.sign {
            Sign::Owner(balance) => {
                let side = 0.5 * CELL * balance.abs().clamp(0.0, 1.0);
                let owner = if balance > 0.0 {
                    Color::Black
                } else {
                    Color::White
                };
                let paint = Paint::fill(color_name(owner)).and_stroke(color_name(!owner), 0.75);
                let corner = position.map(|at| at - side / 2.0);
                (Element::Rectangle(corner, [side, side]), paint)
            }
            Sign::Heat(share, _) => {
                let opacity = 0.3 + 0.7 * share.clamp(0.0, 1.0);
                let disc = Element::Circle(position, 0.45 * CELL);
                (disc, Paint::fill(BLUE).opacity(opacity))
            }
            Sign::Ring => {
                let ring = Element::Circle(position, 0.46 * CELL);
                (ring, Paint::stroke(VERMILION, 3.0))
            }
        };
        svg.draw_with_tooltip(element, paint, &mark.tooltip);
        if let Sign::Heat(_, label) = &mark.sign {
            let ink = if paint.opacity > 0.6 {
                "white"
            } else {
                "black"
            };
            let text = Element::Text(position, Align::Middle, 0.34 * CELL, label);
            svg.draw(text, Paint::fill(ink));
        }
    }

    fn position(&self, coord: Coord) -> PixelPosition {
        let from_top = self.board.size() - 1 - coord.row();
        [
            MARGIN + CELL * coord.column() as f64,
            HEAD + CELL * from_top as f64,
        ]
    }

    fn length(&self) -> f64 {
        CELL * (self.board.size() - 1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Color;

    fn at(text: &str) -> Coord {
        text.parse().unwrap()
    }

    fn drawn(marks: &[Mark]) -> String {
        let board = AnyBoard::set_up(9, [(Color::Black, at("A9")), (Color::White, at("E5"))]);
        let picture = BoardPicture {
            board: &board.unwrap(),
            last: Some(at("E5")),
            title: "a board",
            legend: "what it means",
            marks,
        };
        picture.svg().to_string()
    }

    #[test]
    fn stones_stand_on_crossings() {
        let picture = drawn(&[]);
        // A9 is the upper left crossing, E5 is the middle of the board.
        let [left, top] = [MARGIN, HEAD];
        let middle = [left + 4.0 * CELL, top + 4.0 * CELL];
        for (color, [x, y]) in [("black", [left, top]), ("white", middle)] {
            let stone = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"18.8\" fill=\"{color}\"");
            assert!(picture.contains(&stone), "{stone}: {picture}");
        }
        assert_eq!(picture.matches("<polyline").count(), 18);
        assert!(picture.contains(">J</text>") && !picture.contains(">I</text>"));
    }

    #[test]
    fn marks_are_as_large_or_strong_as_their_numbers() {
        let mark = |sign| Mark {
            coord: at("C3"),
            sign,
            tooltip: "C3".to_owned(),
        };
        let owned = drawn(&[mark(Sign::Owner(-0.5)), mark(Sign::Owner(7.0))]);
        assert!(
            owned.contains("width=\"10\" height=\"10\" fill=\"white\""),
            "{owned}"
        );
        assert!(
            owned.contains("width=\"20\" height=\"20\" fill=\"black\""),
            "{owned}"
        );
        let heat = drawn(&[mark(Sign::Heat(0.5, "48".to_owned())), mark(Sign::Ring)]);
        assert!(
            heat.contains("opacity=\"0.65\"") && heat.contains(">48</text>"),
            "{heat}"
        );
        assert_eq!(heat.matches("<title>C3</title>").count(), 2);
    }

    #[test]
    fn marks_off_the_board_are_left_out() {
        let off = Mark {
            coord: at("T19"),
            sign: Sign::Ring,
            tooltip: String::new(),
        };
        assert_eq!(drawn(&[off]), drawn(&[]));
    }
}
