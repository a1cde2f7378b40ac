//! A line over the moves of a game.

use std::ops::RangeInclusive;

use crate::board::Color;
use crate::svg::{Align, Paint, Shape, Spot, Svg};

const SIZE: [f64; 2] = [760.0, 320.0];

/// Around the plot: left, top, right, bottom.
const MARGINS: [f64; 4] = [56.0, 44.0, 20.0, 44.0];

/// Numbers below the plot, about as many.
const TICKS: usize = 12;

const TEXT: f64 = 13.0;

/// A label this near to the bottom or the top goes to the other side.
const EDGE: f64 = 0.1;

const PAPER: &str = "#ffffff";
const WHITE_SIDE: &str = "#f1ede4";
const BLACK_SIDE: &str = "#a39c90";
const GRID: &str = "#c9c2b4";
const INK: &str = "#2b2b2b";
const LINE: &str = "#0072b2";
const MARK: &str = "#d55e00";

/// Black's win rate after each move.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// The line above it.
    pub title: &'a str,
    /// The first and the last number of moves.
    pub moves: &'a RangeInclusive<usize>,
    /// Numbers of moves in ascending order, and the win rate there, from 0 to 1. Where some are missing the line has a gap.
    pub win_rates: &'a [(usize, f64)],
    /// Moves to point at.
    pub marks: &'a [GraphMark],
}

/// A move that is pointed at.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphMark {
    /// Its number.
    pub number: usize,
    /// The win rate after it.
    pub win_rate: f64,
    /// Who made it.
    pub color: Color,
    /// A word beside it.
    pub label: String,
    /// What there is to say, for a pointer that rests on it.
    pub tip: String,
}

impl Graph<'_> {
    /// The picture as a file.
    #[must_use]
    pub fn svg(&self) -> Svg {
        let mut svg = Svg::new(SIZE, self.title);
        svg.draw(Shape::Rectangle([0.0, 0.0], SIZE), Paint::fill(PAPER));
        let [left, top, right, bottom] = MARGINS;
        let plot = [SIZE[0] - left - right, SIZE[1] - top - bottom];
        svg.draw(Shape::Rectangle([left, top], plot), Paint::fill(WHITE_SIDE));
        let head = [left, top / 2.0];
        svg.draw(
            Shape::Text(head, Align::Start, 1.2 * TEXT, self.title),
            Paint::fill(INK),
        );
        for line in self.lines() {
            let floor = [line[line.len() - 1], line[0]].map(|[x, _]| [x, self.y(0.0)]);
            svg.draw(
                Shape::Area(&[&line[..], &floor].concat()),
                Paint::fill(BLACK_SIDE),
            );
        }
        self.draw_scales(&mut svg);
        for line in self.lines() {
            match line[..] {
                [spot] => svg.draw(Shape::Circle(spot, 2.5), Paint::fill(LINE)),
                _ => svg.draw(Shape::Line(&line), Paint::stroke(LINE, 2.5)),
            }
        }
        for mark in self.marks {
            self.draw_mark(&mut svg, mark);
        }
        svg
    }

    /// The line, in pieces without a gap.
    fn lines(&self) -> impl Iterator<Item = Vec<Spot>> {
        self.win_rates
            .chunk_by(|one, next| one.0 + 1 == next.0)
            .map(|piece| {
                piece
                    .iter()
                    .map(|&(number, rate)| [self.x(number), self.y(rate)])
                    .collect()
            })
    }

    fn draw_scales(&self, svg: &mut Svg) {
        let [left, right] = [MARGINS[0], SIZE[0] - MARGINS[2]];
        for percent in [0, 25, 50, 75, 100] {
            let y = self.y(f64::from(percent) / 100.0);
            let (color, width) = if percent == 50 {
                (INK, 1.0)
            } else {
                (GRID, 0.75)
            };
            svg.draw(
                Shape::Line(&[[left, y], [right, y]]),
                Paint::stroke(color, width),
            );
            let text = format!("{percent} %");
            svg.draw(
                Shape::Text([left - 8.0, y], Align::End, TEXT, &text),
                Paint::fill(INK),
            );
        }
        let below = self.y(0.0) + 1.3 * TEXT;
        let step = step(self.moves.end() - self.moves.start());
        for number in self
            .moves
            .clone()
            .filter(|number| number.is_multiple_of(step))
        {
            let text = number.to_string();
            svg.draw(
                Shape::Text([self.x(number), below], Align::Middle, TEXT, &text),
                Paint::fill(INK),
            );
        }
        let middle = [f64::midpoint(left, right), below + 1.2 * TEXT];
        svg.draw(
            Shape::Text(middle, Align::Middle, TEXT, "moves"),
            Paint::fill(INK),
        );
    }

    /// A dot in the color of the player, and its label below or above it, off the line.
    fn draw_mark(&self, svg: &mut Svg, mark: &GraphMark) {
        let [x, y] = [self.x(mark.number), self.y(mark.win_rate)];
        let fill = match mark.color {
            Color::Black => "black",
            Color::White => "white",
        };
        let paint = Paint::fill(fill).and_stroke(MARK, 2.5);
        svg.draw_with_tip(Shape::Circle([x, y], 5.0), paint, &mark.tip);
        // A mistake of Black's is a dent in the line, one of White's a peak.
        let is_below = match mark.color {
            Color::Black => mark.win_rate > EDGE,
            Color::White => mark.win_rate > 1.0 - EDGE,
        };
        let away = if is_below { 1.3 * TEXT } else { -1.3 * TEXT };
        let align = if x > SIZE[0] - 2.0 * MARGINS[0] {
            Align::End
        } else {
            Align::Middle
        };
        svg.draw(
            Shape::Text([x, y + away], align, TEXT, &mark.label),
            Paint::fill(INK),
        );
    }

    fn x(&self, number: usize) -> f64 {
        let [left, right] = [MARGINS[0], SIZE[0] - MARGINS[2]];
        let span = (self.moves.end() - self.moves.start()).max(1);
        left + (right - left) * (number - self.moves.start()) as f64 / span as f64
    }

    #[expect(clippy::unused_self, reason = "a place in this picture")]
    fn y(&self, win_rate: f64) -> f64 {
        let [top, bottom] = [MARGINS[1], SIZE[1] - MARGINS[3]];
        bottom - (bottom - top) * win_rate
    }
}

/// The least of 1, 2, 5, 10, 20, 50 and so on that makes no more ticks than there is room for.
fn step(span: usize) -> usize {
    let decades = (0..).map(|power| 10_usize.saturating_pow(power));
    let mut steps = decades.flat_map(|decade| [1, 2, 5].map(|part| decade.saturating_mul(part)));
    steps
        .find(|step| span / step <= TICKS)
        .unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(win_rates: &[(usize, f64)], marks: &[GraphMark]) -> String {
        let moves = win_rates[0].0..=win_rates[win_rates.len() - 1].0;
        let graph = Graph {
            title: "A & B",
            moves: &moves,
            win_rates,
            marks,
        };
        graph.svg().to_string()
    }

    #[test]
    fn the_line_goes_from_edge_to_edge_and_from_bottom_to_top() {
        let picture = graph(&[(10, 0.0), (11, 1.0), (12, 0.5)], &[]);
        assert!(
            picture.contains("<polyline points=\"56,276 398,44 740,160\""),
            "{picture}"
        );
        assert!(
            picture.contains("<polygon points=\"56,276 398,44 740,160 740,276 56,276\""),
            "{picture}"
        );
    }

    #[test]
    fn a_gap_breaks_the_line_and_a_lone_value_is_a_dot() {
        let picture = graph(&[(0, 0.5), (1, 0.5), (3, 0.5), (5, 0.5), (6, 0.5)], &[]);
        assert_eq!(picture.matches("stroke=\"#0072b2\"").count(), 2);
        assert_eq!(picture.matches("<circle").count(), 1);
        assert_eq!(graph(&[(0, 0.5)], &[]).matches("<circle").count(), 1);
    }

    #[test]
    fn ticks_are_few_and_round() {
        for (span, expected) in [
            (0, 1),
            (5, 1),
            (13, 2),
            (40, 5),
            (81, 10),
            (300, 50),
            (10_000, 1000),
        ] {
            assert_eq!(step(span), expected, "{span}");
        }
    }

    #[test]
    fn marks_are_dots_of_the_color_that_moved() {
        let mark = GraphMark {
            number: 1,
            win_rate: 0.25,
            color: Color::White,
            label: "1 E5".to_owned(),
            tip: "white E5 loses".to_owned(),
        };
        let picture = graph(&[(0, 0.5), (1, 0.25), (2, 0.25)], &[mark]);
        assert!(
            picture.contains("<circle cx=\"398\" cy=\"218\" r=\"5\" fill=\"white\""),
            "{picture}"
        );
        assert!(
            picture.contains("<title>white E5 loses</title>") && picture.contains(">1 E5</text>")
        );
    }
}
