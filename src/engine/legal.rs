//! The best move that may be played.

use super::passing::Passing;
use super::turn::Turn;
use crate::board::{Color, Move};
use crate::game::Game;
use crate::search::Report;

impl Turn<'_, '_> {
    /// Makes the best legal move the one to play.
    pub(super) fn choose_legal(&self, report: &mut Report) {
        report.choose(best_legal_move(
            self.game,
            self.color(),
            &self.passing,
            report,
        ));
    }
}

/// The best move of a search that the rules allow and that is no premature pass; a pass if there is none.
pub(super) fn best_legal_move(
    game: &Game,
    color: Color,
    passing: &Passing<'_>,
    report: &Report,
) -> Move {
    let is_premature = report.best == Move::Pass && passing.is_premature();
    let moves = report.moves().iter().map(|stats| stats.mv);
    std::iter::once(report.best)
        .chain(moves)
        .find(|&mv| !(is_premature && mv == Move::Pass) && game.is_legal(color, mv))
        .unwrap_or(Move::Pass)
}
