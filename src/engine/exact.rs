//! The exact result of a position of a game.

use web_time::Instant;

use super::Level;
use super::settle::Reading;
use super::turn::Turn;
use crate::board::{Color, Move};
use crate::game::{Game, Scoring};
use crate::search::Exact;
use crate::solve::{self, Budget, Outcome, Problem, Solution, open_points};

/// Looks for the exact result of `game` with `color` to move. Every stone counts that is not captured, also under rules
/// that remove dead stones by agreement: whoever disagrees must capture them, and best play does. `None` where territory counts:
/// the solver has no cost for the stones that such captures need.
#[must_use]
pub fn solve(game: &Game, color: Color, budget: &Budget<'_>) -> Option<Solution> {
    let rules = game.rules();
    let problem = Problem {
        board: game.board(),
        to_move: color,
        passes: game.passes(),
        komi: game.total_komi(),
        superko: rules.superko,
        suicide: rules.suicide,
        earlier: game.past(),
    };
    (rules.scoring == Scoring::Area).then(|| solve::solve(&problem, budget))
}

/// Most positions that are looked at for a move.
const NODES: u64 = 20_000;

/// Win rate of a win that was read, but is not proven.
const NEARLY_SURE: f64 = 0.99;

/// Up to 1/5 of a move's time is used.
const TIME_PART: u32 = 5;

impl Turn<'_, '_> {
    /// Looks for the result with best play where the settings want it: the exact one where few points are open, else one that
    /// was read. Not where territory counts, not below full strength, and not for some moves only.
    pub(super) fn solve(&self) -> Option<Exact> {
        let is_weakened = self.needs_move() && self.level != Level::FULL;
        let most_open = self.settings.params.tree.solve_below;
        if self.game.rules().scoring == Scoring::Territory
            || is_weakened
            || !self.question.restrictions.is_empty()
            || self.game.is_over()
            || most_open == 0
        {
            return None;
        }
        if open_points(self.game.board()) < most_open {
            return self.solve_exactly();
        }
        self.read_out()
    }

    fn solve_exactly(&self) -> Option<Exact> {
        let (game, color, params) = (self.game, self.color(), &self.settings.params);
        let time = self.limit.time;
        let budget = Budget {
            nodes: NODES,
            deadline: time.and_then(|time| Instant::now().checked_add(time.target / TIME_PART)),
            stop: Some(self.stop),
            table_bytes: params.solve_bytes(),
        };
        let solution = solve(game, color, &budget)?;
        Some(Exact {
            win_rate: match solution.outcome()? {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) if winner == color => 1.0,
                Outcome::Win(_) => 0.0,
            },
            points_ahead: solution.score().map(|score| color.signed(score.lead)),
            line: solution.line,
            is_proven: true,
        })
    }

    /// Best play as it was read, on a board that is more than half full.
    fn read_out(&self) -> Option<Exact> {
        let (game, color) = (self.game, self.color());
        if !self.game.board().is_half_full() {
            return None;
        }
        let Reading { line, score, .. } = self.settled_early()?.best_play[color].as_ref()?;
        let first = *line.first()?;
        game.is_legal(color, first).then(|| Exact {
            win_rate: match score.winner() {
                None => 0.5,
                Some(winner) if winner == color => NEARLY_SURE,
                Some(_) => 1.0 - NEARLY_SURE,
            },
            points_ahead: Some(color.signed(score.lead)),
            line: line.clone(),
            is_proven: false,
        })
    }

    /// Whether an exact result is the answer. A lost position is searched for the move that is hardest to answer.
    pub(super) fn is_answered_by(&self, exact: &Exact) -> bool {
        let is_playable = |mv: Move| mv != Move::Pass || !self.is_pass_premature();
        let best = exact.line.first();
        (exact.win_rate >= 0.5 || !self.needs_move()) && best.is_some_and(|&mv| is_playable(mv))
    }
}
