//! Pictures of a search for `GoGui`: instructions for its board, as an answer or on the error stream while the search runs.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use crate::board::{Color, Coord};
use crate::game::Game;
use crate::playout::Switch;
use crate::search::{Prospect, Snapshot};

use super::response::join;

/// Time between two pictures of a running search.
pub(super) const INTERVAL: Duration = Duration::from_millis(300);

/// A move gets a label from this share of the visits on, one in so many.
const LABEL_PART: u64 = 100;

/// Where running searches are drawn, if a controller that shows pictures has introduced itself.
pub(super) struct Graphics {
    writer: Option<Box<dyn Write + Send>>,
    /// Whether searches are drawn.
    switch: Switch,
}

impl Default for Graphics {
    /// There is nobody to see any.
    fn default() -> Self {
        Self {
            writer: None,
            switch: Switch::Off,
        }
    }
}

impl fmt::Debug for Graphics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graphics")
            .field("switch", &self.switch)
            .finish_non_exhaustive()
    }
}

impl Graphics {
    /// Pictures go to `writer` once they are switched on.
    pub(super) fn to(writer: impl Write + Send + 'static) -> Self {
        Self {
            writer: Some(Box::new(writer)),
            ..Self::default()
        }
    }

    /// How they are switched, whether there is anybody to see any or not.
    pub(super) const fn switch(&self) -> Switch {
        self.switch
    }

    pub(super) const fn turn(&mut self, switch: Switch) {
        self.switch = switch;
    }

    /// Whether anybody is to see a picture.
    pub(super) fn is_on(&self) -> bool {
        self.writer.is_some() && self.switch == Switch::On
    }

    /// Draws what a search knows, in one write: what else is on the stream cannot come between.
    pub(super) fn draw(&mut self, insight: &Snapshot, game: &Game) {
        self.write(&format!("gogui-gfx:\n{}\n\n", sketch(insight, game)));
    }

    /// Leaves an empty board.
    pub(super) fn clear(&mut self) {
        self.write("gogui-gfx: CLEAR\n");
    }

    /// A picture that nobody gets is no reason to stop.
    fn write(&mut self, text: &str) {
        if let Some(writer) = &mut self.writer {
            let _ = writer
                .write_all(text.as_bytes())
                .and_then(|()| writer.flush());
        }
    }
}

/// The instructions for a picture of what a search knows: the expected line as stones, win rates as labels, ownership as
/// squares, and a text for the status bar.
pub(super) fn sketch(insight: &Snapshot, game: &Game) -> String {
    let best = insight.moves.first().filter(|prospect| prospect.visits > 0);
    let line = best.map(|prospect| variation(insight.to_move, prospect));
    let labels = labels(insight);
    let influence = insight
        .ends
        .as_ref()
        .and_then(|ends| ends.ownership.as_ref())
        .map(|owners| {
            let points = Coord::all(game.size());
            let words = points.map(|coord| format!(" {coord} {:.2}", owners.balance(coord)));
            format!("INFLUENCE{}", words.collect::<String>())
        });
    let lines = [line, labels, influence, Some(text(insight, best))];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn variation(to_move: Color, prospect: &Prospect) -> String {
    let colors = [to_move, !to_move].into_iter().cycle();
    let words = prospect
        .variation
        .iter()
        .zip(colors)
        .map(|((mv, _), color)| {
            let letter = match color {
                Color::Black => 'b',
                Color::White => 'w',
            };
            format!(" {letter} {mv}")
        });
    format!("VAR{}", words.collect::<String>())
}

fn labels(insight: &Snapshot) -> Option<String> {
    let words: Vec<String> = worth_showing(insight)
        .filter_map(|prospect| Some((prospect.mv.coord()?, prospect.win_rate)))
        .map(|(coord, win_rate)| format!("{coord} {:.0}", 100.0 * win_rate))
        .collect();
    (!words.is_empty()).then(|| format!("LABEL {}", words.join(" ")))
}

/// The moves that got a visible share of the visits.
pub(super) fn worth_showing(insight: &Snapshot) -> impl Iterator<Item = &Prospect> {
    let tried = insight.moves.iter().filter(|prospect| prospect.visits > 0);
    tried.filter(|prospect| prospect.visits * LABEL_PART >= insight.visits)
}

fn text(insight: &Snapshot, best: Option<&Prospect>) -> String {
    let line = best.map_or(&[][..], |prospect| &prospect.variation);
    format!(
        "TEXT {} visits {:.1} % {}",
        insight.visits,
        100.0 * insight.win_rate,
        join(line.iter().map(|(mv, _)| mv)),
    )
}
