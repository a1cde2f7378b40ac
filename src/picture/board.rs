//! A board with stones and marks on its points.

use super::text::fitting_height;
use crate::svg::{Align, Element, Paint, PixelPosition, Svg};
use tao_rules::board::{ByColor, Color, Coord};
use tao_rules::raw::{AnyBoard, Point};

const CELL: f64 = 40.0;

/// Width of the wood beside the outermost points, for the coordinates.
const MARGIN: f64 = 0.36 * CELL;

/// Pixels beside the wood.
const PADDING: f64 = 0.3 * CELL;

/// Height of the title above the wood and of the legend below.
const TITLE: f64 = 0.9 * CELL;
const LEGEND: f64 = 0.75 * CELL;

/// The colors of the page in the browser (`web/src/styles`).
const PAPER: &str = "#fffdf9";
const TEXT: &str = "#25221d";
const WOOD: &str = "#deb06a";
const GRID: &str = "#5b3d16";
const INK: &str = "#4a2f0d";
const BEST: &str = "#0c3d77";
const SHADES: ByColor<&str> = ByColor::new("#17110a", "#fffaf0");
const STEPS: [&str; 5] = ["#63c38b", "#b4d468", "#f3d44f", "#f3a046", "#ee7b66"];

/// Wood and stones with light from above on the left.
const DEFINITIONS: &str = "\
    <linearGradient id=\"light\" x2=\"1\" y2=\"0.2\"><stop stop-color=\"#fff0cd\" stop-opacity=\"0.38\"/>\
    <stop offset=\"0.45\" stop-color=\"#fff0cd\" stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"#6e3e0c\" stop-opacity=\"0.16\"/></linearGradient>\
    <radialGradient id=\"black\" cx=\"0.34\" cy=\"0.28\" r=\"0.98\"><stop stop-color=\"#77787c\"/><stop offset=\"0.24\" stop-color=\"#3b3c40\"/>\
    <stop offset=\"0.58\" stop-color=\"#1b1b1e\"/><stop offset=\"1\" stop-color=\"#0a0a0c\"/></radialGradient>\
    <radialGradient id=\"white\" cx=\"0.36\" cy=\"0.3\" r=\"0.95\"><stop stop-color=\"#fff\"/><stop offset=\"0.38\" stop-color=\"#fdfcf9\"/>\
    <stop offset=\"0.72\" stop-color=\"#eae6de\"/><stop offset=\"1\" stop-color=\"#c9c3b7\"/></radialGradient>";

/// A board to draw, as the page in the browser does.
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
    /// A soft shade below the stones for the point's owner, from 1 for Black to -1 for White.
    Owner(f64),
    /// A disc with two short texts.
    Candidate {
        /// From 0 for a good move to 4 for a blunder.
        step: usize,
        /// The move's visits as a share of the most visited move's.
        share: f64,
        /// Whether it is outlined.
        is_best: bool,
        /// The main text and a smaller one below.
        texts: [String; 2],
    },
    /// A ring in the color of a step.
    Ring(usize),
}

impl BoardPicture<'_> {
    /// Draws the picture.
    pub fn svg(&self) -> Svg {
        let side = self.side();
        let width = PADDING + side + PADDING;
        let whole = [width, TITLE + side + LEGEND];
        let mut svg = Svg::new(whole, self.title);
        svg.add(&format!(
            "<defs>{DEFINITIONS}<filter id=\"soft\" filterUnits=\"userSpaceOnUse\" x=\"{PADDING}\" y=\"{TITLE}\" width=\"{side}\" \
             height=\"{side}\" color-interpolation-filters=\"sRGB\"><feGaussianBlur stdDeviation=\"10.4\"/></filter></defs>"
        ));
        svg.draw(Element::Rectangle([0.0, 0.0], whole), Paint::fill(PAPER));
        let wood = Element::Rectangle([PADDING, TITLE], [side, side]);
        svg.draw(wood, Paint::fill(WOOD));
        svg.draw(wood, Paint::fill("url(#light)"));
        for (y, height, text) in [
            (0.5 * TITLE, 0.4 * CELL, self.title),
            (TITLE + side + 0.5 * LEGEND, 0.3 * CELL, self.legend),
        ] {
            let height = fitting_height(text, height, side);
            let text = Element::Text([width / 2.0, y], Align::Middle, height, text);
            svg.draw(text, Paint::fill(TEXT));
        }
        let points = self.board.size();
        let (shades, marks): (Vec<&Mark>, Vec<&Mark>) = (self.marks.iter())
            .filter(|mark| mark.coord.is_on(points))
            .partition(|mark| matches!(mark.sign, Sign::Owner(_)));
        svg.add("<g filter=\"url(#soft)\">");
        for mark in shades {
            self.draw_mark(&mut svg, mark);
        }
        svg.add("</g>");
        self.draw_lines(&mut svg);
        self.draw_names(&mut svg);
        for (color, coord) in self.board.all_stones() {
            let [x, y] = self.position(coord);
            let shadow = Element::Circle([x + 1.0, y + 2.0], 0.47 * CELL);
            svg.draw(shadow, Paint::fill("#231202").opacity(0.4));
            let fill = format!("url(#{color})");
            svg.draw(Element::Circle([x, y], 0.47 * CELL), Paint::fill(&fill));
        }
        if let Some(last) = self.last.filter(|last| last.is_on(points)) {
            let is_black = self.board.stone(Point::new(last)) == Some(Color::Black);
            let ring = Element::Circle(self.position(last), 0.18 * CELL);
            let color = if is_black { "#fff" } else { "#15181d" };
            svg.draw(ring, Paint::stroke(color, 0.062 * CELL));
        }
        for mark in marks {
            self.draw_mark(&mut svg, mark);
        }
        svg
    }

    fn draw_lines(&self, svg: &mut Svg) {
        let size = self.board.size();
        let line = Paint::stroke(GRID, 1.0);
        for index in 0..size {
            let at = |column, row| Coord::new(column, row).map(|coord| self.position(coord));
            for ends in [
                [at(0, index), at(size - 1, index)],
                [at(index, 0), at(index, size - 1)],
            ] {
                let ends: Vec<PixelPosition> = ends.into_iter().flatten().collect();
                svg.draw(Element::Line(&ends), line);
            }
        }
        for coord in Coord::all(size).filter(|coord| coord.is_star(size)) {
            let dot = Element::Circle(self.position(coord), 0.09 * CELL);
            svg.draw(dot, Paint::fill(INK));
        }
    }

    /// The coordinates on all four sides.
    fn draw_names(&self, svg: &mut Svg) {
        let size = self.board.size();
        let away = 0.63 * CELL;
        let far = CELL * (size - 1) as f64 + away;
        for coord in Coord::all(size).filter(|coord| coord.row() == 0 || coord.column() == 0) {
            let (name, [x, y]) = (coord.to_string(), self.position(coord));
            let (letter, number) = name.split_at(1);
            let mut draw = |position, text| {
                let text = Element::Text(position, Align::Middle, 0.27 * CELL, text);
                svg.draw(text, Paint::fill(INK));
            };
            for shift in [away, -far] {
                if coord.row() == 0 {
                    draw([x, y + shift], letter);
                }
                if coord.column() == 0 {
                    draw([x - shift, y], number);
                }
            }
        }
    }

    fn draw_mark(&self, svg: &mut Svg, mark: &Mark) {
        let [x, y] = self.position(mark.coord);
        let circle = |radius: f64| Element::Circle([x, y], radius * CELL);
        let color = |step: usize| STEPS[step.min(STEPS.len() - 1)];
        match &mark.sign {
            Sign::Owner(balance) => {
                let owner = if *balance > 0.0 {
                    Color::Black
                } else {
                    Color::White
                };
                let corner = [x - CELL / 2.0, y - CELL / 2.0];
                let shade = Element::Rectangle(corner, [CELL, CELL]);
                let opacity = 0.55 * balance.abs().clamp(0.0, 1.0);
                let paint = Paint::fill(SHADES[owner]).opacity(opacity);
                svg.draw_with_tooltip(shade, paint, &mark.tooltip);
            }
            Sign::Candidate {
                step,
                share,
                is_best,
                texts: [first, second],
            } => {
                // Hides the grid, which would run through the text.
                svg.draw(circle(0.46), Paint::fill(WOOD));
                let opacity = 0.5 + 0.5 * share.clamp(0.0, 1.0).powf(0.4);
                let disc = Paint::fill(color(*step)).opacity(opacity);
                svg.draw_with_tooltip(circle(0.44), disc, &mark.tooltip);
                if *is_best {
                    svg.draw(circle(0.44), Paint::stroke(BEST, 0.075 * CELL));
                }
                for (down, height, text) in [(-0.08, 0.3, first), (0.21, 0.2, second)] {
                    let place = [x, y + down * CELL];
                    let text = Element::Text(place, Align::Middle, height * CELL, text);
                    svg.draw(text, Paint::fill("#14110b"));
                }
            }
            Sign::Ring(step) => {
                let ring = Paint::stroke(color(*step), 0.085 * CELL);
                svg.draw_with_tooltip(circle(0.46), ring, &mark.tooltip);
            }
        }
    }

    fn position(&self, coord: Coord) -> PixelPosition {
        let from_top = self.board.size() - 1 - coord.row();
        let middle = |index: usize| MARGIN + CELL * (index as f64 + 0.5);
        [PADDING + middle(coord.column()), TITLE + middle(from_top)]
    }

    /// Width and height of the wood.
    fn side(&self) -> f64 {
        CELL * self.board.size() as f64 + 2.0 * MARGIN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::Color;

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
        let [left, top] = [PADDING, TITLE].map(|start| start + MARGIN + CELL / 2.0);
        let middle = [left + 4.0 * CELL, top + 4.0 * CELL];
        for (color, [x, y]) in [("black", [left, top]), ("white", middle)] {
            let stone = format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"18.8\" fill=\"url(#{color})\"");
            assert!(picture.contains(&stone), "{stone}: {picture}");
        }
        assert_eq!(picture.matches("<polyline").count(), 18);
        assert_eq!(picture.matches(">J</text>").count(), 2);
        assert!(!picture.contains(">I</text>"));
    }

    #[test]
    fn margins_are_even_on_all_sides() {
        let board = AnyBoard::set_up(9, []).unwrap();
        let picture = BoardPicture {
            board: &board,
            last: None,
            title: "",
            legend: "",
            marks: &[],
        };
        let [[left, top], [right, bottom]] = ["A9", "J1"].map(|name| picture.position(at(name)));
        let side = picture.side();
        let margins = [
            left - PADDING,
            top - TITLE,
            PADDING + side - right,
            TITLE + side - bottom,
        ];
        assert!(
            margins
                .iter()
                .all(|margin| (margin - margins[0]).abs() < 1e-9),
            "{margins:?}"
        );
    }

    #[test]
    fn marks_are_as_strong_as_their_numbers() {
        let mark = |sign| Mark {
            coord: at("C3"),
            sign,
            tooltip: "C3".to_owned(),
        };
        let owned = drawn(&[mark(Sign::Owner(-0.5)), mark(Sign::Owner(7.0))]);
        for shade in [
            "fill=\"#fffaf0\" opacity=\"0.28\"",
            "fill=\"#17110a\" opacity=\"0.55\"",
        ] {
            assert!(owned.contains(shade), "{shade}: {owned}");
        }
        let (shades, stones) = (owned.find("#fffaf0"), owned.find("url(#black)"));
        assert!(shades < stones, "shades lie below stones: {owned}");
        let candidate = |is_best| Sign::Candidate {
            step: 3,
            share: 0.0,
            is_best,
            texts: ["−2.5".to_owned(), "12".to_owned()],
        };
        let marks = drawn(&[mark(candidate(false)), mark(Sign::Ring(9))]);
        for part in [
            "fill=\"#f3a046\" opacity=\"0.5\"",
            ">−2.5</text>",
            ">12</text>",
            "stroke=\"#ee7b66\"",
        ] {
            assert!(marks.contains(part), "{part}: {marks}");
        }
        assert!(!marks.contains(BEST) && drawn(&[mark(candidate(true))]).contains(BEST));
        assert_eq!(marks.matches("<title>C3</title>").count(), 2);
    }

    #[test]
    fn marks_off_the_board_are_left_out() {
        let off = Mark {
            coord: at("T19"),
            sign: Sign::Ring(0),
            tooltip: String::new(),
        };
        assert_eq!(drawn(&[off]), drawn(&[]));
    }
}
