//! A chart of shares with their error bars, by the values of a setting.

use super::text::{fitting_height, width};
use crate::svg::{Align, Element, Paint, Svg};

const SIZE: [f64; 2] = [560.0, 360.0];

/// Pixels around the plot: left, top, right, bottom.
const MARGINS: [f64; 4] = [64.0, 64.0, 20.0, 72.0];

const TEXT: f64 = 13.0;

/// Pixels between the same value of two series, so that no error bar hides another.
const SHIFT: f64 = 6.0;

const PAPER: &str = "#ffffff";
const GRID: &str = "#d9d4c8";
const INK: &str = "#2b2b2b";

/// Colors that color-blind people tell apart, from Okabe and Ito, "Color Universal Design", 2008.
const COLORS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"];

/// Shares, from 0 to 1, by the values of a setting.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    /// The text above the chart; a long one is written smaller.
    pub title: &'a str,
    /// What the values are of.
    pub setting: &'a str,
    /// What the shares are of.
    pub share: &'a str,
    /// The values, from left to right at equal distances.
    pub values: &'a [String],
    /// The lines, at least one.
    pub series: &'a [Series],
}

/// A line of a [`Chart`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What is the same all along the line; empty if there is only one.
    pub name: String,
    /// For each value the lower end of the error bar, the share, and the upper end; `None` where it is not known.
    pub shares: Vec<Option<[f64; 3]>>,
}

impl Chart<'_> {
    /// Draws the picture.
    #[must_use]
    pub fn svg(&self) -> Svg {
        let mut svg = Svg::new(SIZE, self.title);
        svg.draw(Element::Rectangle([0.0, 0.0], SIZE), Paint::fill(PAPER));
        let height = fitting_height(self.title, 1.1 * TEXT, SIZE[0] - 32.0);
        let head = [16.0, 0.35 * MARGINS[1]];
        let title = Element::Text(head, Align::Start, height, self.title);
        svg.draw(title, Paint::fill(INK));
        self.draw_scales(&mut svg);
        for (number, series) in self.series.iter().enumerate() {
            self.draw_series(&mut svg, number, series);
        }
        self.draw_legend(&mut svg);
        svg
    }

    /// The lowest and highest tenth that the plot shows: all error bars, and at least 40 to 60 %.
    fn tenths(&self) -> [u8; 2] {
        let bars = self
            .series
            .iter()
            .flat_map(|series| &series.shares)
            .flatten();
        let (mut low, mut high) = (4.0_f64, 6.0_f64);
        for [least, _, most] in bars {
            low = low.min(10.0 * least);
            high = high.max(10.0 * most);
        }
        let below = (0..=4).rev().find(|&tenth| f64::from(tenth) <= low);
        let above = (6..=10).find(|&tenth| f64::from(tenth) >= high);
        [below.unwrap_or(0), above.unwrap_or(10)]
    }

    fn draw_scales(&self, svg: &mut Svg) {
        let [left, top, right, bottom] = edges();
        let [low, high] = self.tenths();
        for tenth in low..=high {
            let y = self.y(f64::from(tenth) / 10.0);
            let paint = if tenth == 5 {
                Paint::stroke(INK, 1.0)
            } else {
                Paint::stroke(GRID, 0.75)
            };
            svg.draw(Element::Line(&[[left, y], [right, y]]), paint);
            text(svg, [left - 8.0, y], Align::End, &format!("{tenth}0 %"));
        }
        for (number, value) in self.values.iter().enumerate() {
            let position = [self.x(number), bottom + 1.2 * TEXT];
            text(svg, position, Align::Middle, value);
        }
        let middle = f64::midpoint(left, right);
        let below = [middle, bottom + 2.7 * TEXT];
        text(svg, below, Align::Middle, self.setting);
        text(
            svg,
            [16.0, top - 0.9 * TEXT],
            Align::Start,
            &self.share_label(),
        );
    }

    fn share_label(&self) -> String {
        let bars = self.series.iter().flat_map(|series| &series.shares);
        let has_bars = bars.flatten().any(|[low, _, high]| low < high);
        let bars = if has_bars {
            ", with 95 % error bars"
        } else {
            ""
        };
        format!("{}{bars}", self.share)
    }

    fn draw_series(&self, svg: &mut Svg, number: usize, series: &Series) {
        let color = COLORS[number % COLORS.len()];
        let shift = SHIFT * (number as f64 - 0.5 * (self.series.len() - 1) as f64);
        let bars: Vec<_> = series
            .shares
            .iter()
            .enumerate()
            .filter_map(|(value, share)| {
                share.map(|share| (self.x(value) + shift, share.map(|share| self.y(share))))
            })
            .collect();
        for &(x, [low, _, high]) in &bars {
            let bar = [[x, low], [x, high]];
            svg.draw(Element::Line(&bar), Paint::stroke(color, 1.5).opacity(0.6));
        }
        let line: Vec<_> = bars.iter().map(|&(x, [_, y, _])| [x, y]).collect();
        if line.len() > 1 {
            svg.draw(Element::Line(&line), Paint::stroke(color, 2.0));
        }
        for position in line {
            svg.draw(Element::Circle(position, 4.0), Paint::fill(color));
        }
    }

    /// Names the series below the plot.
    fn draw_legend(&self, svg: &mut Svg) {
        let [left, _, _, bottom] = edges();
        let y = bottom + 4.4 * TEXT;
        let mut start = left;
        let named = self.series.iter().filter(|series| !series.name.is_empty());
        for (number, series) in named.enumerate() {
            let dot = Element::Circle([start, y], 4.0);
            svg.draw(dot, Paint::fill(COLORS[number % COLORS.len()]));
            text(svg, [start + 10.0, y], Align::Start, &series.name);
            start += 34.0 + width(&series.name, TEXT);
        }
    }

    fn x(&self, value: usize) -> f64 {
        let [left, _, right, _] = edges();
        left + (right - left) * (value as f64 + 0.5) / self.values.len() as f64
    }

    fn y(&self, share: f64) -> f64 {
        let [_, top, _, bottom] = edges();
        let [low, high] = self.tenths().map(|tenth| f64::from(tenth) / 10.0);
        bottom - (bottom - top) * (share - low) / (high - low)
    }
}

/// Left, top, right and bottom of the plot.
const fn edges() -> [f64; 4] {
    let [left, top, right, bottom] = MARGINS;
    [left, top, SIZE[0] - right, SIZE[1] - bottom]
}

fn text(svg: &mut Svg, position: [f64; 2], align: Align, text: &str) {
    svg.draw(Element::Text(position, align, TEXT, text), Paint::fill(INK));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(series: &[Series]) -> String {
        let chart = Chart {
            title: "A & B",
            setting: "exploration",
            share: "share of points",
            values: &["0.5".to_owned(), "1".to_owned()],
            series,
        };
        chart.svg().to_string()
    }

    fn series(name: &str, shares: &[Option<[f64; 3]>]) -> Series {
        Series {
            name: name.to_owned(),
            shares: shares.to_vec(),
        }
    }

    #[test]
    fn the_scale_holds_all_error_bars() {
        let shares = [Some([0.25, 0.4, 0.55]), Some([0.5, 0.7, 0.9])];
        let picture = drawn(&[series("", &shares)]);
        assert!(picture.contains(">20 %</text>") && picture.contains(">90 %</text>"));
        assert!(!picture.contains(">10 %</text>") && !picture.contains(">100 %</text>"));
        // From 20 % at the bottom to 90 % at the top.
        assert!(picture.contains("points=\"183,272 183,176\""), "{picture}");
        assert!(picture.contains("points=\"421,192 421,64\""), "{picture}");
        assert!(picture.contains("points=\"183,224 421,128\""), "{picture}");
    }

    #[test]
    fn series_stand_beside_each_other_with_their_names() {
        let shares = [Some([0.4, 0.5, 0.6]); 2];
        let picture = drawn(&[series("ucb1", &shares), series("puct", &shares)]);
        for x in ["cx=\"180\"", "cx=\"186\"", "cx=\"418\"", "cx=\"424\""] {
            assert!(picture.contains(x), "{x}: {picture}");
        }
        assert!(picture.contains(">ucb1</text>") && picture.contains(">puct</text>"));
    }

    #[test]
    fn error_bars_are_named_where_there_are_some() {
        let picture = |low| drawn(&[series("", &[Some([low, 0.5, 0.5])])]);
        assert!(picture(0.4).contains("error bars"));
        assert!(!picture(0.5).contains("error bars"));
    }

    #[test]
    fn values_without_games_have_no_mark() {
        let picture = drawn(&[series("", &[None, Some([0.4, 0.5, 0.6])])]);
        assert_eq!(picture.matches("<circle").count(), 1);
        assert_eq!(
            drawn(&[series("", &[None; 2])]).matches("<circle").count(),
            0
        );
    }
}
