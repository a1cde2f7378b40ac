//! Graphs of the win rate and of the points ahead over the moves of a game.

use std::ops::RangeInclusive;

use super::text::{Bounds, Labels, fitting_height, width};
use crate::svg::{Align, Element, Paint, PixelPosition, Svg};
use tao_rules::board::{ByColor, Color};

const SIZE: [f64; 2] = [760.0, 524.0];

/// Height of the texts.
const TEXT: f64 = 13.0;

const PAPER: &str = "#ffffff";
const INK: &str = "#2b2b2b";

/// Left and right border of both plots.
const SIDES: [f64; 2] = [56.0, 740.0];

/// Upper and lower border of the plot of the win rate.
const RATE_PLOT: [f64; 2] = [72.0, 304.0];

/// Upper and lower border of the plot of the points.
const LEAD_PLOT: [f64; 2] = [340.0, 476.0];

/// Heights at which title, legend, and the name of the second plot stand.
const TITLE: f64 = 22.0;
const LEGEND: f64 = 50.0;
const LEAD_NAME: f64 = 326.0;

/// Largest number of intervals between the numbers below the plots.
const MAX_TICKS: usize = 12;

const DOT: f64 = 5.0;

const WHITE_SIDE: &str = "#f1ede4";
const BLACK_SIDE: &str = "#a39c90";
const GRID: &str = "#c9c2b4";
const LINE: &str = "#0072b2";
const MARK: &str = "#d55e00";
const DOTS: ByColor<&str> = ByColor::new("black", "white");

/// Black's win rate and lead after each move.
#[derive(Clone, Copy, Debug)]
pub struct Graph<'a> {
    /// The text above the graph; a long one is written smaller.
    pub title: &'a str,
    /// The first and last number of moves.
    pub moves: &'a RangeInclusive<usize>,
    /// Values in ascending order of their numbers. The lines have gaps where numbers are missing.
    pub values: &'a [GraphValue],
    /// Marked moves.
    pub marks: &'a [GraphMark],
}

/// Black's value after a number of moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GraphValue {
    /// The number of moves.
    pub number: usize,
    /// The win rate, from 0 to 1.
    pub win_rate: f64,
    /// Points ahead.
    pub lead: f64,
}

/// A marked move.
#[derive(Clone, Debug, PartialEq)]
pub struct GraphMark {
    /// Number of the move.
    pub number: usize,
    /// The player of the move.
    pub color: Color,
    /// A short text beside it, which is left out where there is no room.
    pub label: String,
    /// The text shown when the pointer is on it.
    pub tooltip: String,
}

impl Graph<'_> {
    /// Draws the picture.
    pub fn svg(&self) -> Svg {
        let mut svg = Svg::new(SIZE, self.title);
        svg.draw(Element::Rectangle([0.0, 0.0], SIZE), Paint::fill(PAPER));
        let height = fitting_height(self.title, 1.2 * TEXT, SIDES[1] - SIDES[0]);
        let title = Element::Text([SIDES[0], TITLE], Align::Start, height, self.title);
        svg.draw(title, Paint::fill(INK));
        self.draw_legend(&mut svg);
        self.draw_win_rates(&mut svg);
        self.draw_leads(&mut svg);
        self.draw_numbers(&mut svg);
        svg
    }

    /// Names the line, and the dots where there are some.
    fn draw_legend(&self, svg: &mut Svg) {
        let mut x = SIDES[0];
        let mut name = |svg: &mut Svg, text: &str| {
            draw_text(svg, [x + 28.0, LEGEND], Align::Start, text);
            let start = x;
            x += 28.0 + width(text, TEXT) + TEXT;
            start
        };
        let start = name(svg, "win rate of Black");
        let line = [[start, LEGEND], [start + 22.0, LEGEND]];
        svg.draw(Element::Line(&line), Paint::stroke(LINE, 2.5));
        for color in Color::BOTH {
            if self.marks.iter().any(|mark| mark.color == color) {
                let start = name(svg, &format!("mistake of {}", color.name()));
                let dot = Element::Circle([start + 16.0, LEGEND], DOT);
                svg.draw(dot, dot_paint(color));
            }
        }
    }

    fn draw_win_rates(&self, svg: &mut Svg) {
        let plot = Plot::begin(svg, RATE_PLOT, [0.0, 1.0]);
        let lines = self.lines(&plot, |value| value.win_rate);
        for line in &lines {
            let floor = [line[line.len() - 1], line[0]].map(|[x, _]| [x, RATE_PLOT[1]]);
            let area = [&line[..], &floor].concat();
            svg.draw(Element::Area(&area), Paint::fill(BLACK_SIDE));
        }
        for percent in [0, 25, 50, 75, 100] {
            plot.draw_grid_line(svg, f64::from(percent) / 100.0, &format!("{percent} %"));
        }
        draw_lines(svg, &lines);
        self.draw_marks(svg, &plot);
    }

    fn draw_leads(&self, svg: &mut Svg) {
        let leads = self.values.iter().map(|value| value.lead.abs());
        let bound = lead_bound(leads.fold(0.0, f64::max));
        let place = [SIDES[0], LEAD_NAME];
        draw_text(svg, place, Align::Start, "points ahead of Black");
        let plot = Plot::begin(svg, LEAD_PLOT, [-bound, bound]);
        for lead in [-bound, -bound / 2.0, 0.0, bound / 2.0, bound] {
            let label = if lead == 0.0 {
                "0".to_owned()
            } else {
                format!("{lead:+}")
            };
            plot.draw_grid_line(svg, lead, &label);
        }
        draw_lines(svg, &self.lines(&plot, |value| value.lead));
    }

    /// Draws a dot in the color of the player for each mark that has a value, and its label where there is room.
    fn draw_marks(&self, svg: &mut Svg, plot: &Plot) {
        let places = self.marks.iter().filter_map(|mark| {
            let mut values = self.values.iter();
            let value = values.find(|value| value.number == mark.number)?;
            Some((mark, [self.x(mark.number), plot.y(value.win_rate)]))
        });
        let places: Vec<(&GraphMark, PixelPosition)> = places.collect();
        let mut labels = Labels {
            room: Bounds([SIDES[0], RATE_PLOT[0], SIDES[1], RATE_PLOT[1]]),
            height: TEXT,
            taken: places
                .iter()
                .map(|&(_, at)| Bounds::around(at, DOT))
                .collect(),
        };
        for (mark, at) in places {
            // The line dips at a mistake of Black and peaks at one of White.
            let is_black = mark.color == Color::Black;
            if let Some(place) = labels.place(at, &mark.label, is_black) {
                if (place[1] - at[1]).abs() > 2.0 * TEXT {
                    svg.draw(Element::Line(&[at, place]), Paint::stroke(MARK, 0.5));
                }
                draw_text(svg, place, Align::Middle, &mark.label);
            }
            svg.draw_with_tooltip(
                Element::Circle(at, DOT),
                dot_paint(mark.color),
                &mark.tooltip,
            );
        }
    }

    fn draw_numbers(&self, svg: &mut Svg) {
        let below = LEAD_PLOT[1] + 1.3 * TEXT;
        let step = step(self.moves.end() - self.moves.start());
        let numbers = self.moves.clone();
        for number in numbers.filter(|number| number.is_multiple_of(step)) {
            let position = [self.x(number), below];
            draw_text(svg, position, Align::Middle, &number.to_string());
        }
        let middle = [f64::midpoint(SIDES[0], SIDES[1]), below + 1.2 * TEXT];
        draw_text(svg, middle, Align::Middle, "moves");
    }

    fn lines(&self, plot: &Plot, value: impl Fn(&GraphValue) -> f64) -> Vec<Vec<PixelPosition>> {
        let pieces = self
            .values
            .chunk_by(|one, next| one.number + 1 == next.number);
        let position = |one: &GraphValue| [self.x(one.number), plot.y(value(one))];
        pieces
            .map(|piece| piece.iter().map(position).collect())
            .collect()
    }

    fn x(&self, number: usize) -> f64 {
        let span = (self.moves.end() - self.moves.start()).max(1);
        let part = (number - self.moves.start()) as f64 / span as f64;
        SIDES[0] + (SIDES[1] - SIDES[0]) * part
    }
}

/// A plot between its upper and lower border.
struct Plot {
    borders: [f64; 2],
    /// The values at the lower and the upper border.
    range: [f64; 2],
}

impl Plot {
    /// Draws the background.
    fn begin(svg: &mut Svg, borders: [f64; 2], range: [f64; 2]) -> Self {
        let ([left, right], [top, bottom]) = (SIDES, borders);
        let background = Element::Rectangle([left, top], [right - left, bottom - top]);
        svg.draw(background, Paint::fill(WHITE_SIDE));
        Self { borders, range }
    }

    fn y(&self, value: f64) -> f64 {
        let ([top, bottom], [least, most]) = (self.borders, self.range);
        bottom - (bottom - top) * (value - least) / (most - least)
    }

    /// Draws a line from side to side at a value, with its name. The line in the middle is darker than the others.
    fn draw_grid_line(&self, svg: &mut Svg, value: f64, name: &str) {
        let ([left, right], y) = (SIDES, self.y(value));
        let is_middle = (value - f64::midpoint(self.range[0], self.range[1])).abs() < 1e-9;
        let (color, width) = if is_middle { (INK, 1.0) } else { (GRID, 0.75) };
        let line = [[left, y], [right, y]];
        svg.draw(Element::Line(&line), Paint::stroke(color, width));
        draw_text(svg, [left - 8.0, y], Align::End, name);
    }
}

fn draw_text(svg: &mut Svg, position: PixelPosition, align: Align, text: &str) {
    svg.draw(Element::Text(position, align, TEXT, text), Paint::fill(INK));
}

fn dot_paint(color: Color) -> Paint<'static> {
    Paint::fill(DOTS[color]).and_stroke(MARK, 2.5)
}

fn draw_lines(svg: &mut Svg, lines: &[Vec<PixelPosition>]) {
    for line in lines {
        match line[..] {
            [position] => svg.draw(Element::Circle(position, 2.5), Paint::fill(LINE)),
            _ => svg.draw(Element::Line(line), Paint::stroke(LINE, 2.5)),
        }
    }
}

/// The smallest of the bounds 2, 10, 20, 40, 100, 200 and 800 that is no less than the largest lead.
fn lead_bound(largest: f64) -> f64 {
    let bounds = [2.0, 10.0, 20.0, 40.0, 100.0, 200.0];
    bounds
        .into_iter()
        .find(|&bound| bound >= largest)
        .unwrap_or(800.0)
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
        let value = |&(number, win_rate): &(usize, f64)| GraphValue {
            number,
            win_rate,
            lead: 20.0 * win_rate - 10.0,
        };
        let graph = Graph {
            title: "A & B",
            moves: &moves,
            values: &win_rates.iter().map(value).collect::<Vec<_>>(),
            marks,
        };
        graph.svg().to_string()
    }

    #[test]
    fn the_line_goes_from_edge_to_edge_and_from_bottom_to_top() {
        let picture = graph(&[(10, 0.0), (11, 1.0), (12, 0.5)], &[]);
        assert!(
            picture.contains("<polyline points=\"56,304 398,72 740,188\""),
            "{picture}"
        );
        assert!(
            picture.contains("<polyline points=\"56,476 398,340 740,408\""),
            "the leads: {picture}"
        );
        assert!(
            picture.contains("<polygon points=\"56,304 398,72 740,188 740,304 56,304\""),
            "{picture}"
        );
    }

    #[test]
    fn a_gap_breaks_the_line_and_a_lone_value_is_a_dot() {
        let picture = graph(&[(0, 0.5), (1, 0.5), (3, 0.5), (5, 0.5), (6, 0.5)], &[]);
        assert_eq!(picture.matches("stroke=\"#0072b2\"").count(), 2 + 2 + 1);
        assert_eq!(picture.matches("<circle").count(), 2);
        assert_eq!(graph(&[(0, 0.5)], &[]).matches("<circle").count(), 2);
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
            color: Color::White,
            label: "1 E5".to_owned(),
            tooltip: "white E5 loses".to_owned(),
        };
        let picture = graph(&[(0, 0.5), (1, 0.25), (2, 0.25)], &[mark]);
        assert!(
            picture.contains("<circle cx=\"398\" cy=\"246\" r=\"5\" fill=\"white\""),
            "{picture}"
        );
        assert!(
            picture.contains("<title>white E5 loses</title>") && picture.contains(">1 E5</text>")
        );
        assert!(
            picture.contains(">mistake of White</text>") && !picture.contains(">mistake of Black"),
            "{picture}"
        );
    }

    #[test]
    fn leads_fit_between_round_bounds() {
        for (largest, bound) in [(0.0, 2.0), (2.1, 10.0), (37.0, 40.0), (361.0, 800.0)] {
            assert!((lead_bound(largest) - bound).abs() < 1e-9, "{largest}");
        }
    }
}
