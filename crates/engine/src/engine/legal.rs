//! The best move that is legal and no premature pass.

use std::iter;

use super::turn::Turn;
use crate::search::{Report, Snapshot};
use tao_rules::board::Move;

impl Turn<'_, '_> {
    /// Makes the best move of a search that is legal and no premature pass the move to play, or a pass if there is none.
    pub(super) fn choose_legal(&self, report: &mut Report) {
        let best = self.best_playable(report.best, &report.snapshot);
        report.choose(best.unwrap_or(Move::Pass));
    }

    /// Returns `best` if it is legal and no premature pass, otherwise the first such move of the snapshot.
    pub(super) fn best_playable(&self, best: Move, snapshot: &Snapshot) -> Option<Move> {
        let is_premature = best == Move::Pass && self.is_pass_premature();
        let moves = snapshot.moves.iter().map(|stats| stats.mv);
        let mut ranked = iter::once(best).chain(moves);
        ranked
            .find(|&mv| !(is_premature && mv == Move::Pass) && self.game.is_legal(self.color(), mv))
    }
}
