//! What is shown of a search: the move that would be played comes first, and a pass that ends the game has the score of the game.

use super::turn::Turn;
use super::{Engine, Question, Thought};
use crate::search::{Report, Snapshot};
use tao_rules::board::{Color, Move};
use tao_rules::game::{DeadStones, Game};

impl Engine {
    /// A pass of `color` that ends the game, with the score that the game then has.
    #[must_use]
    pub fn ending_pass(&self, game: &Game, color: Color) -> Snapshot {
        let settlement = self.settle(game);
        Snapshot::ending_pass(
            color,
            &settlement.board,
            settlement.score,
            game.total_komi(),
        )
    }

    /// Returns the report with a pass of `color` that ends the game as the move to play.
    #[must_use]
    pub fn with_ending_pass(&self, report: Report, game: &Game, color: Color) -> Report {
        report.with_pass(self.ending_pass(game, color))
    }

    /// Answers a question about a finished game with the score of the game.
    pub(super) fn show_end(&self, game: &Game, question: Question<'_>) -> Thought {
        let settlement = self.settle(game);
        let komi = game.total_komi();
        let snapshot =
            Snapshot::finished(question.color, &settlement.board, settlement.score, komi);
        if let Some(observer) = question.observer {
            // Nothing is searched: whether the observer wants more does not matter.
            let _ = (observer.show)(&snapshot);
        }
        Thought {
            mv: Move::Pass,
            resigns: false,
            report: Some(Report::new(snapshot)),
        }
    }
}

impl Turn<'_, '_> {
    /// Returns a snapshot as it is shown to observers.
    pub(super) fn shown(&self, snapshot: &Snapshot) -> Snapshot {
        let mut shown = snapshot.clone();
        let first = shown.moves.first().map(|stats| stats.mv);
        if let Some(mv) = first.and_then(|first| self.best_playable(first, &shown)) {
            shown.put_first(mv);
        }
        if let Some(end) = self.settled_pass(&shown) {
            shown.show_end(end);
        }
        shown
    }

    /// Gives a pass that ends the game the settled score, in the report of a search that scored the board as it stands.
    pub(super) fn show_settled_pass(&self, report: &mut Report) {
        let Some(end) = self.settled_pass(&report.snapshot) else {
            return;
        };
        if report.best == Move::Pass {
            report.win_rate = end.win_rate;
            report.exact = None;
        }
        report.snapshot.show_end(end);
    }

    /// The end of the game by a pass, if the pass was searched and the rules remove dead stones.
    fn settled_pass(&self, snapshot: &Snapshot) -> Option<Snapshot> {
        let is_pass = |mv| mv == Move::Pass;
        let ends = self.pass_would_end_the_game()
            && self.game.dead_stones() == DeadStones::Removed
            && snapshot.moves.iter().any(|stats| is_pass(stats.mv));
        let settlement = ends.then(|| self.settled_early()).flatten()?;
        let (board, score) = (&settlement.board, settlement.score);
        let komi = self.game.total_komi();
        Some(Snapshot::ending_pass(self.color(), board, score, komi))
    }
}
