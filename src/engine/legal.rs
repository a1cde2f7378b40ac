//! The best move that may be played.

use std::iter;

use super::turn::Turn;
use crate::board::Move;
use crate::search::Report;

impl Turn<'_, '_> {
    /// Makes the best move of a search that the rules allow and that is no premature pass the one to play; a pass if there is
    /// none.
    pub(super) fn choose_legal(&self, report: &mut Report) {
        let is_premature = report.best == Move::Pass && self.is_pass_premature();
        let moves = report.moves().iter().map(|stats| stats.mv);
        let mut ranked = iter::once(report.best).chain(moves);
        let is_playable = |&mv: &Move| {
            !(is_premature && mv == Move::Pass) && self.game.is_legal(self.color(), mv)
        };
        report.choose(ranked.find(is_playable).unwrap_or(Move::Pass));
    }
}
