//! A graph of the win rate over the moves of a game.

use std::ops::RangeInclusive;

use super::color_name;
use crate::board::Color;
use crate::svg::{Align, Element, Paint, PixelPosition, Svg};

const SIZE: [f64; 2] = [760.0, 320.0];

/// Pixels around the plot: left, top, right, bottom.
const MARGINS: [f64; 4] = [56.0, 44.0, 20.0, 44.0];

/// Largest number of intervals between the numbers below the plot.
const MAX_TICKS: usize = 12;

const TEXT: f64 = 13.0;

/// A label closer than this share to the bottom or top goes to the other side of its dot.
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
    /// The text above the graph.
    pub title: &'a str,
    /// The first and last number of moves.
    pub moves: &'a RangeInclusive<usize>,
    /// Numbers of moves in ascending order with win rates from 0 to 1. The line has gaps where numbers are missing.
    pub win_rates: &'a [(usize, f64)],
    /// Marked moves.
    pub marks: &'a [GraphMark],
}

/// A marked move.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphMark {
    /// Number of the move.
    pub number: usize,
    /// The win rate after it.
    pub win_rate: f64,
    /// The player of the move.
    pub color: Color,
    /// A short text beside it.
    pub label: String,
    /// The text shown when the pointer is on it.
    pub tooltip: String,
}

impl Graph<'_> {
    /// Draws the picture.
    #[must_use]
    pub fn svg(&self) -> Svg {
        let mut svg = Svg::new(SIZE, self.title);
        svg.draw(Element::Rectangle([0.0, 0.0], SIZE), Paint::fill(PAPER));
        let [left, top, right, bottom] = MARGINS;
        let plot = [SIZE[0] - left - right, SIZE[1] - top - bottom];
        svg.draw(
            Element::Rectangle([left, top], plot),
            Paint::fill(WHITE_SIDE),
        );
        let head = [left, top / 2.0];
        let title = Element::Text(head, Align::Start, 1.2 * TEXT, self.title);
        svg.draw(title, Paint::fill(INK));
        for line in self.lines() {
            let floor = [line[line.len() - 1], line[0]].map(|[x, _]| [x, self.y(0.0)]);
            let area = [&line[..], &floor].concat();
            svg.draw(Element::Area(&area), Paint::fill(BLACK_SIDE));
        }
        self.draw_scales(&mut svg);
        for line in self.lines() {
            match line[..] {
                [position] => svg.draw(Element::Circle(position, 2.5), Paint::fill(LINE)),
                _ => svg.draw(Element::Line(&line), Paint::stroke(LINE, 2.5)),
            }
        }
        for mark in self.marks {
            self.draw_mark(&mut svg, mark);
        }
        svg
    }

    fn lines(&self) -> impl Iterator<Item = Vec<PixelPosition>> {
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
            let line = [[left, y], [right, y]];
            svg.draw(Element::Line(&line), Paint::stroke(color, width));
            draw_text(svg, [left - 8.0, y], Align::End, &format!("{percent} %"));
        }
        let below = self.y(0.0) + 1.3 * TEXT;
        let step = step(self.moves.end() - self.moves.start());
        let numbers = self.moves.clone();
        for number in numbers.filter(|number| number.is_multiple_of(step)) {
            let position = [self.x(number), below];
            draw_text(svg, position, Align::Middle, &number.to_string());
        }
        let middle = [f64::midpoint(left, right), below + 1.2 * TEXT];
        draw_text(svg, middle, Align::Middle, "moves");
    }

    /// Draws a dot in the color of the player, and its label below or above it, off the line.
    fn draw_mark(&self, svg: &mut Svg, mark: &GraphMark) {
        let [x, y] = [self.x(mark.number), self.y(mark.win_rate)];
        let paint = Paint::fill(color_name(mark.color)).and_stroke(MARK, 2.5);
        svg.draw_with_tooltip(Element::Circle([x, y], 5.0), paint, &mark.tooltip);
        // The line dips at a mistake of Black and peaks at one of White.
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
        draw_text(svg, [x, y + away], align, &mark.label);
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

fn draw_text(svg: &mut Svg, position: PixelPosition, align: Align, text: &str) {
    svg.draw(Element::Text(position, align, TEXT, text), Paint::fill(INK));
}

/// The smallest of 1, 2, 5, 10, 20, 50 and so on with at most [`MAX_TICKS`] intervals.
fn step(span: usize) -> usize {
    let decades = (0..).map(|power| 10_usize.saturating_pow(power));
    let mut steps = decades.flat_map(|decade| [1, 2, 5].map(|part| decade.saturating_mul(part)));
    steps
        .find(|step| span / step <= MAX_TICKS)
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
    fn ticks_are_few_round_numbers() {
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
            tooltip: "white E5 loses".to_owned(),
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
