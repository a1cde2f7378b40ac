//! Pictures of a search for `GoGui`, as a response or on the error stream while the search runs.

use std::fmt;
use std::io::Write;
use std::time::Duration;

use tao_engine::search::{Snapshot, candidates};
use tao_rules::board::{Color, Coord, Move};
use tao_rules::game::Game;

use super::response::{join, join_lines, join_moves};

/// Interval between two pictures of a running search.
pub(super) const INTERVAL: Duration = Duration::from_millis(300);

/// Where pictures are drawn and chat lines are written.
#[derive(Default)]
pub(super) struct Graphics {
    pub(super) writer: Option<Box<dyn Write + Send>>,
    /// Whether searches are drawn. Without a writer it has no effect.
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
    pub(super) fn is_on(&self) -> bool {
        self.writer.is_some() && self.is_enabled
    }

    /// Writes all at once, so that nothing else on the stream comes between the lines. Ignores errors: the search goes on
    /// without pictures.
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
    let expected = expected_line(snapshot);
    let letters = match snapshot.to_move {
        Color::Black => ["b", "w"],
        Color::White => ["w", "b"],
    };
    let stones = letters.into_iter().cycle().zip(expected);
    let labels = candidates(&snapshot.moves).filter_map(|stats| {
        let coord = stats.mv.coord()?;
        Some(format!("{coord} {:.0}", 100.0 * stats.win_rate))
    });
    let outcomes = snapshot.outcomes.as_ref();
    let owners = outcomes.and_then(|outcomes| outcomes.ownership.as_ref());
    let shares = owners.into_iter().flat_map(|owners| {
        Coord::all(game.size()).map(|coord| format!("{coord} {:.2}", owners.balance(coord)))
    });
    let line = stones.map(|(letter, (mv, _))| format!("{letter} {mv}"));
    let (visits, percent) = (snapshot.visits, 100.0 * snapshot.win_rate);
    let text = format!("{visits} visits {percent:.1} % {}", join_moves(expected));
    let parts = [
        ("VAR", join(line)),
        ("LABEL", join(labels)),
        ("INFLUENCE", join(shares)),
        ("TEXT", text),
    ];
    let drawn = parts.iter().filter(|(_, content)| !content.is_empty());
    join_lines(drawn.map(|(kind, content)| format!("{kind} {content}")))
}

/// The line from the best move on, each move with its visits; empty if the best move was not visited.
pub(super) fn expected_line(snapshot: &Snapshot) -> &[(Move, u64)] {
    let best = snapshot.moves.first().filter(|stats| stats.visits > 0);
    best.map_or(&[], |stats| &stats.variation)
}
