//! Pictures of a search for `GoGui`, as a response or on the error stream while the search runs.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use crate::board::{ByColor, Coord, Move};
use crate::game::Game;
use crate::search::{Snapshot, candidates};

use super::response::{join, join_lines};

/// Interval between two pictures of a running search.
pub(super) const INTERVAL: Duration = Duration::from_millis(300);

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
    /// Writes pictures to `writer` once they are enabled.
    pub(super) fn to(writer: impl Write + Send + 'static) -> Self {
        Self {
            writer: Some(Box::new(writer)),
            ..Self::default()
        }
    }

    pub(super) fn is_on(&self) -> bool {
        self.writer.is_some() && self.is_enabled
    }

    /// Draws a snapshot in one write, so that nothing else on the stream comes between its lines.
    pub(super) fn draw(&mut self, snapshot: &Snapshot, game: &Game) {
        self.write(&format!("gogui-gfx:\n{}\n\n", picture(snapshot, game)));
    }

    pub(super) fn clear(&mut self) {
        self.write("gogui-gfx: CLEAR\n");
    }

    /// Ignores errors: the search goes on without pictures.
    pub(super) fn write(&mut self, text: &str) {
        if let Some(writer) = &mut self.writer {
            let _ = writer
                .write_all(text.as_bytes())
                .and_then(|()| writer.flush());
        }
    }
}

/// A picture for `GoGui`: the expected line as stones, win rates as labels, ownership as squares, and a status text.
pub(super) fn picture(snapshot: &Snapshot, game: &Game) -> String {
    let mut lines = Vec::new();
    let expected = expected_line(snapshot);
    if !expected.is_empty() {
        let letters = ByColor::new("b", "w");
        let colors = [snapshot.to_move, !snapshot.to_move].into_iter().cycle();
        let moves = colors
            .zip(expected)
            .map(|(color, (mv, _))| format!("{} {mv}", letters[color]));
        lines.push(format!("VAR {}", join(moves)));
    }
    let labels: Vec<String> = candidates(&snapshot.moves)
        .filter_map(|stats| {
            Some(format!(
                "{} {:.0}",
                stats.mv.coord()?,
                100.0 * stats.win_rate
            ))
        })
        .collect();
    if !labels.is_empty() {
        lines.push(format!("LABEL {}", join(labels)));
    }
    let outcomes = snapshot.outcomes.as_ref();
    if let Some(owners) = outcomes.and_then(|outcomes| outcomes.ownership.as_ref()) {
        let points =
            Coord::all(game.size()).map(|coord| format!("{coord} {:.2}", owners.balance(coord)));
        lines.push(format!("INFLUENCE {}", join(points)));
    }
    lines.push(format!(
        "TEXT {} visits {:.1} % {}",
        snapshot.visits,
        100.0 * snapshot.win_rate,
        join(expected.iter().map(|(mv, _)| mv)),
    ));
    join_lines(lines)
}

/// The line from the best move on, each move with its visits; empty if it was not visited.
pub(super) fn expected_line(snapshot: &Snapshot) -> &[(Move, u64)] {
    let best = snapshot.moves.first().filter(|stats| stats.visits > 0);
    best.map_or(&[], |stats| &stats.variation)
}
