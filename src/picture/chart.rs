//! A chart of shares with their error bars, by the values of a setting.

use super::text::width;
use super::{Plot, TEXT, draw_text, titled};
use crate::svg::{Align, Element, Paint, Svg};

const SIZE: [f64; 2] = [560.0, 360.0];

/// Pixels around the plot: left, top, right, bottom.
const MARGINS: [f64; 4] = [64.0, 64.0, 20.0, 72.0];

/// Pixels between the same value of two series, so that no error bar hides another.
const SHIFT: f64 = 6.0;

const GRID: &str = "#d9d4c8";

/// Colors that color-blind people tell apart, from Okabe and Ito, "Color Universal Design", 2008.
const COLORS: [&str; 5] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"];

/// Shares, from 0 to 1, by the values of a setting.
#[derive(Clone, Copy, Debug)]
pub struct Chart<'a> {
    /// The text above the chart; a long one is written smaller.
    pub title: &'a str,
    /// The name of the setting.
    pub setting: &'a str,
    /// What the shares are, in words.
    pub share: &'a str,
    /// The values, from left to right at equal distances.
    pub values: &'a [String],
    /// The lines, at least one.
    pub series: &'a [Series],
}

/// A line of a [`Chart`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What the points of the line have in common; empty if there is only one line.
    pub name: String,
    /// For each value the lower end of the error bar, the share, and the upper end; `None` where it is not known.
    pub shares: Vec<Option<[f64; 3]>>,
}

impl Chart<'_> {
    /// Draws the picture.
    pub fn svg(&self) -> Svg {
        let head = [16.0, 0.35 * MARGINS[1]];
        let mut svg = titled(SIZE, self.title, head, 1.1 * TEXT, SIZE[0] - 32.0);
        let plot = self.plot();
        self.draw_scales(&mut svg, &plot);
        for (number, series) in self.series.iter().enumerate() {
            self.draw_series(&mut svg, &plot, number, series);
        }
        self.draw_legend(&mut svg, &plot);
        svg
    }

    /// The error bars of all series: lower end, share and upper end.
    fn bars(&self) -> impl Iterator<Item = [f64; 3]> {
        let shares = self.series.iter().flat_map(|series| &series.shares);
        shares.copied().flatten()
    }

    /// The plot. Its range ends at tenths, and holds all error bars and at least 40 to 60 %.
    fn plot(&self) -> Plot {
        let (mut low, mut high) = (4.0_f64, 6.0_f64);
        for [least, _, most] in self.bars() {
            low = low.min(10.0 * least);
            high = high.max(10.0 * most);
        }
        let [left, top, right, bottom] = MARGINS;
        Plot {
            borders: [left, top, SIZE[0] - right, SIZE[1] - bottom],
            range: [low.floor().max(0.0), high.ceil().min(10.0)].map(|tenth| tenth / 10.0),
            center: 0.5,
            grid: GRID,
        }
    }

    fn draw_scales(&self, svg: &mut Svg, plot: &Plot) {
        let [left, top, right, bottom] = plot.borders;
        let tenths = (0..=10).map(|tenth| f64::from(tenth) / 10.0);
        for share in tenths.filter(|share| (plot.range[0]..=plot.range[1]).contains(share)) {
            plot.draw_grid_line(svg, share, &format!("{:.0} %", 100.0 * share));
        }
        for (number, value) in self.values.iter().enumerate() {
            let position = [self.x(plot, number), bottom + 1.2 * TEXT];
            draw_text(svg, position, Align::Middle, value);
        }
        let below = [f64::midpoint(left, right), bottom + 2.7 * TEXT];
        draw_text(svg, below, Align::Middle, self.setting);
        let bars = if self.bars().any(|[low, _, high]| low < high) {
            ", with 95 % error bars"
        } else {
            ""
        };
        let share = format!("{}{bars}", self.share);
        draw_text(svg, [16.0, top - 0.9 * TEXT], Align::Start, &share);
    }

    fn draw_series(&self, svg: &mut Svg, plot: &Plot, number: usize, series: &Series) {
        let color = COLORS[number % COLORS.len()];
        let shift = SHIFT * (number as f64 - 0.5 * (self.series.len() - 1) as f64);
        let bars = series.shares.iter().enumerate().filter_map(|(value, bar)| {
            let x = self.x(plot, value) + shift;
            bar.map(|bar| (x, bar.map(|share| plot.y(share))))
        });
        let bars: Vec<_> = bars.collect();
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
    fn draw_legend(&self, svg: &mut Svg, plot: &Plot) {
        let [left, _, _, bottom] = plot.borders;
        let y = bottom + 4.4 * TEXT;
        let mut start = left;
        let named = self.series.iter().filter(|series| !series.name.is_empty());
        for (number, series) in named.enumerate() {
            let dot = Element::Circle([start, y], 4.0);
            svg.draw(dot, Paint::fill(COLORS[number % COLORS.len()]));
            draw_text(svg, [start + 10.0, y], Align::Start, &series.name);
            start += 34.0 + width(&series.name, TEXT);
        }
    }

    fn x(&self, plot: &Plot, value: usize) -> f64 {
        plot.x(value as f64 + 0.5, self.values.len() as f64)
    }
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
