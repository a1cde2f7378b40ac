//! What each idea of the thesis is worth, from the results of matches: `cargo run -p tao-lab --example ablation -- docs/lab/ablation.tsv
//! docs/lab/ablation.svg` prints a table for each preset and draws the chart of `docs/lab/ablation.md`.

use std::env;
use std::error::Error;
use std::fs;
use std::io;
use std::io::Write;

use tao_go::svg::{Align, Element, Paint, PixelPosition, Svg};
use tao_lab::matches::Pentanomial;

/// The presets with their colors, from Okabe and Ito, "Color Universal Design", 2008.
const PRESETS: [(&str, &str); 3] = [
    ("tao-go-2010-tuned", "#0072b2"),
    ("tao-go-2010", "#d55e00"),
    ("playouts", "#009e73"),
];

/// Pixels from side to side, and the left and the right border of the plot.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 250.0;
const RIGHT: f64 = 736.0;

const TOP: f64 = 64.0;
const ROW: f64 = 22.0;
const TEXT: f64 = 13.0;
const INK: &str = "#2b2b2b";
const GRID: &str = "#d9d4c8";

/// A match: what A does differently, the players, other options of `tao-lab match`, and the results.
struct Row<'a> {
    idea: &'a str,
    players: [&'a str; 2],
    options: &'a str,
    /// Games that A won, drew and lost, with spaces.
    games: &'a str,
    pairs: Pentanomial,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let fields: Vec<_> = line.split('\t').collect();
        let &[idea, a, b, options, games, pairs] = fields.as_slice() else {
            return None;
        };
        let pairs: Vec<u64> = pairs.split(' ').flat_map(str::parse).collect();
        Some(Self {
            idea,
            players: [a, b],
            options,
            games,
            pairs: Pentanomial(pairs.try_into().ok()?),
        })
    }

    fn preset(&self) -> &'a str {
        let [a, _] = self.players;
        a.split_once(':').map_or(a, |(preset, _)| preset)
    }

    /// The settings in which A differs from its preset, and the other options of the match.
    fn settings(&self) -> String {
        let [a, _] = self.players;
        let changes = a.split_once(':').map(|(_, changes)| changes);
        let options = Some(self.options).filter(|options| !options.is_empty());
        let parts = [changes, options].into_iter().flatten();
        let quoted: Vec<_> = parts.map(|part| format!("`{part}`")).collect();
        quoted.join(", ")
    }
}

fn print(rows: &[Row<'_>]) -> io::Result<()> {
    let mut output = io::stdout().lock();
    for (preset, _) in PRESETS {
        writeln!(
            output,
            "## `{preset}`\n\n| A | its setting | won, drawn, lost | share of A |\n|---|---|---|---|"
        )?;
        for row in rows.iter().filter(|row| row.preset() == preset) {
            let Some(share) = row.pairs.share() else {
                continue;
            };
            let share = share.percent();
            writeln!(
                output,
                "| {} | {} | {} | {:.1} % ({:.1} to {:.1}) |",
                row.idea,
                row.settings(),
                row.games.replace(' ', ", "),
                share.observed,
                share.low,
                share.high
            )?;
        }
        writeln!(output)?;
    }
    Ok(())
}

fn x(share: f64) -> f64 {
    LEFT + (RIGHT - LEFT) * share
}

fn write(svg: &mut Svg, position: PixelPosition, align: Align, text: &str) {
    svg.draw(Element::Text(position, align, TEXT, text), Paint::fill(INK));
}

/// A line for each idea, with a mark for each preset.
fn chart(rows: &[Row<'_>]) -> Svg {
    let mut ideas: Vec<&str> = Vec::new();
    for row in rows {
        if !ideas.contains(&row.idea) {
            ideas.push(row.idea);
        }
    }
    let bottom = TOP + ROW * ideas.len() as f64;
    let size = [WIDTH, bottom + 12.0];
    let title = "What each idea is worth: share of the points of A, with 95 % error bars";
    let mut svg = Svg::new(size, title);
    svg.draw(Element::Rectangle([0.0; 2], size), Paint::fill("#ffffff"));
    for (number, (preset, color)) in PRESETS.into_iter().enumerate() {
        let start = 16.0 + 170.0 * number as f64;
        svg.draw(Element::Circle([start, 18.0], 4.0), Paint::fill(color));
        write(&mut svg, [start + 10.0, 18.0], Align::Start, preset);
    }
    write(&mut svg, [16.0, TOP - 16.0], Align::Start, "A");
    for tenth in 0..=10 {
        let share = f64::from(tenth) / 10.0;
        let color = if tenth == 5 { INK } else { GRID };
        let line = [[x(share), TOP], [x(share), bottom]];
        svg.draw(Element::Line(&line), Paint::stroke(color, 1.0));
        let name = format!("{:.0} %", 100.0 * share);
        write(&mut svg, [x(share), TOP - 16.0], Align::Middle, &name);
    }
    for (number, idea) in ideas.into_iter().enumerate() {
        let border = TOP + ROW * number as f64;
        let line = [[16.0, border], [RIGHT, border]];
        svg.draw(Element::Line(&line), Paint::stroke(GRID, 0.5));
        let y = border + 0.5 * ROW;
        write(&mut svg, [16.0, y], Align::Start, idea);
        for (number, (preset, color)) in PRESETS.into_iter().enumerate() {
            let y = y + 5.0 * (number as f64 - 1.0);
            let is_here = |row: &&Row<'_>| row.idea == idea && row.preset() == preset;
            for share in rows
                .iter()
                .filter(is_here)
                .filter_map(|row| row.pairs.share())
            {
                let bar = [[x(share.low), y], [x(share.high), y]];
                svg.draw(Element::Line(&bar), Paint::stroke(color, 1.5).opacity(0.6));
                let mark = Element::Circle([x(share.observed), y], 3.0);
                svg.draw(mark, Paint::fill(color));
            }
        }
    }
    svg
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = env::args_os().skip(1);
    let text = fs::read_to_string(paths.next().ok_or("the file of results is missing")?)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let rows: Option<Vec<_>> = lines.map(Row::read).collect();
    let rows = rows.ok_or("a line of the results cannot be read")?;
    print(&rows)?;
    if let Some(path) = paths.next() {
        fs::write(path, chart(&rows).to_string())?;
    }
    Ok(())
}
