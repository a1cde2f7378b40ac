//! A board with its stones, and with squares and discs that say something about its points.

use crate::board::{AnyBoard, Color, Coord};
use crate::svg::{Align, Paint, Shape, Spot, Svg};

/// Pixels between two lines. All else is in parts of it.
const CELL: f64 = 40.0;

/// From the left, the right and the lower border of the picture to the lines: room for the names of rows and columns.
const MARGIN: f64 = 1.3 * CELL;

/// From the upper border to the lines: room for the title.
const HEAD: f64 = 1.5 * CELL;

const WOOD: &str = "#e5bf7f";
const INK: &str = "#4a3310";

/// Both can be told from wood, black and white whatever the eyes (Okabe and Ito).
const BLUE: &str = "#0072b2";
const VERMILION: &str = "#d55e00";

/// What is to be drawn.
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'a> {
    /// The stones.
    pub board: &'a AnyBoard,
    /// A point with a ring around it: the last move.
    pub last: Option<Coord>,
    /// The line above the board.
    pub title: &'a str,
    /// What is said about points, later ones over earlier ones.
    pub marks: &'a [Mark],
}

/// What is said about a point.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The point.
    pub coord: Coord,
    /// What is to be seen.
    pub sign: Sign,
    /// The figures, for a pointer that rests on it.
    pub tip: String,
}

/// What is to be seen on a point.
#[derive(Clone, Debug, PartialEq)]
pub enum Sign {
    /// Whose it is: a black square for positive numbers and a white one for negative ones, the larger the nearer to 1 or -1.
    Owner(f64),
    /// How much there is of something, from 0 to 1, with a short text: a disc that is pale for 0.
    Heat(f64, String),
    /// A ring, to be seen over a disc.
    Ring,
}

impl BoardPicture<'_> {
    /// The picture as a file.
    #[must_use]
    pub fn svg(&self) -> Svg {
        let lines = self.length();
        let width = MARGIN + lines + MARGIN;
        let size = [width, HEAD + lines + MARGIN];
        let mut svg = Svg::new(size, self.title);
        svg.draw(Shape::Rectangle([0.0, 0.0], size), Paint::fill(WOOD));
        let head = [width / 2.0, 0.35 * HEAD];
        svg.draw(
            Shape::Text(head, Align::Middle, 0.42 * CELL, self.title),
            Paint::fill(INK),
        );
        self.draw_lines(&mut svg);
        self.draw_names(&mut svg);
        for (color, coord) in self.board.all_stones() {
            let paint = Paint::fill(name(color)).and_stroke("black", 1.0);
            svg.draw(Shape::Circle(self.spot(coord), 0.47 * CELL), paint);
        }
        if let Some(last) = self.last.filter(|last| last.is_on(self.board.size())) {
            let ring = Shape::Circle(self.spot(last), 0.26 * CELL);
            svg.draw(ring, Paint::stroke(VERMILION, 3.0));
        }
        for mark in self
            .marks
            .iter()
            .filter(|mark| mark.coord.is_on(self.board.size()))
        {
            self.draw_mark(&mut svg, mark);
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
            svg.draw(Shape::Line(&[[left, y], [right, y]]), line);
            svg.draw(Shape::Line(&[[x, top], [x, bottom]]), line);
        }
        for coord in Coord::all(size).filter(|coord| coord.is_star(size)) {
            svg.draw(
                Shape::Circle(self.spot(coord), 0.09 * CELL),
                Paint::fill(INK),
            );
        }
    }

    /// The letters below and the numbers on the left.
    fn draw_names(&self, svg: &mut Svg) {
        let size = self.board.size();
        let away = 0.85 * CELL;
        for coord in Coord::all(size).filter(|coord| coord.row() == 0 || coord.column() == 0) {
            let (name, [x, y]) = (coord.to_string(), self.spot(coord));
            let (letter, number) = name.split_at(1);
            let mut put = |spot, text| {
                svg.draw(
                    Shape::Text(spot, Align::Middle, 0.36 * CELL, text),
                    Paint::fill(INK),
                );
            };
            if coord.row() == 0 {
                put([x, y + away], letter);
            }
            if coord.column() == 0 {
                put([x - away, y], number);
            }
        }
    }

    fn draw_mark(&self, svg: &mut Svg, mark: &Mark) {
        let spot = self.spot(mark.coord);
        match &mark.sign {
            Sign::Owner(balance) => {
                let side = 0.5 * CELL * balance.abs().clamp(0.0, 1.0);
                let color = if *balance > 0.0 {
                    Color::Black
                } else {
                    Color::White
                };
                let paint = Paint::fill(name(color)).and_stroke(name(!color), 0.75);
                let corner = spot.map(|at| at - side / 2.0);
                svg.draw_with_tip(Shape::Rectangle(corner, [side, side]), paint, &mark.tip);
            }
            Sign::Heat(share, label) => {
                let opacity = 0.3 + 0.7 * share.clamp(0.0, 1.0);
                let disc = Shape::Circle(spot, 0.45 * CELL);
                svg.draw_with_tip(disc, Paint::fill(BLUE).opacity(opacity), &mark.tip);
                let ink = if opacity > 0.6 { "white" } else { "black" };
                let text = Shape::Text(spot, Align::Middle, 0.34 * CELL, label);
                svg.draw(text, Paint::fill(ink));
            }
            Sign::Ring => {
                let ring = Shape::Circle(spot, 0.46 * CELL);
                svg.draw_with_tip(ring, Paint::stroke(VERMILION, 3.0), &mark.tip);
            }
        }
    }

    /// Where the point is.
    fn spot(&self, coord: Coord) -> Spot {
        let from_top = self.board.size() - 1 - coord.row();
        [
            MARGIN + CELL * coord.column() as f64,
            HEAD + CELL * from_top as f64,
        ]
    }

    /// How long the lines are.
    fn length(&self) -> f64 {
        CELL * (self.board.size() - 1) as f64
    }
}

const fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Coord {
        text.parse().unwrap()
    }

    fn drawn(marks: &[Mark]) -> String {
        let board = AnyBoard::set_up(9, [(Color::Black, at("A9")), (Color::White, at("E5"))]);
        let picture = BoardPicture {
            board: &board.unwrap(),
            last: Some(at("E5")),
            title: "a board",
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
            tip: "C3".to_owned(),
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
    fn what_is_off_the_board_is_left_out() {
        let off = Mark {
            coord: at("T19"),
            sign: Sign::Ring,
            tip: String::new(),
        };
        assert_eq!(drawn(&[off]), drawn(&[]));
    }
}
