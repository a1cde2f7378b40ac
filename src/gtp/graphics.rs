//! Pictures of a search for `GoGui`, as a response or on the error stream while the search runs.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use crate::board::{Color, Coord};
use crate::game::Game;
use crate::search::{Prospect, Snapshot};

use super::response::join;

/// Interval between two pictures of a running search.
pub(super) const INTERVAL: Duration = Duration::from_millis(300);

/// A move is shown if it has at least one in this number of the visits.
const LABEL_PART: u64 = 100;

/// Draws running searches for a controller that shows pictures.
#[derive(Default)]
pub(super) struct Graphics {
    writer: Option<Box<dyn Write + Send>>,
    /// Without a writer it has no effect.
    pub(super) is_enabled: bool,
}

impl fmt::Debug for Graphics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graphics")
            .field("is_enabled", &self.is_enabled)
            .finish_non_exhaustive()
    }
}

impl Graphics {
    /// Graphics that are written to `writer` once they are enabled.
    pub(super) fn to(writer: impl Write + Send + 'static) -> Self {
        Self {
            writer: Some(Box::new(writer)),
            ..Self::default()
        }
    }

    /// Whether pictures are written.
    pub(super) fn is_on(&self) -> bool {
        self.writer.is_some() && self.is_enabled
    }

    /// Draws a snapshot in one write, so that nothing else on the stream comes between its lines.
    pub(super) fn draw(&mut self, insight: &Snapshot, game: &Game) {
        self.write(&format!("gogui-gfx:\n{}\n\n", sketch(insight, game)));
    }

    /// Removes the picture.
    pub(super) fn clear(&mut self) {
        self.write("gogui-gfx: CLEAR\n");
    }

    /// Ignores errors: the search goes on without pictures.
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
