//! The exact result of a position of a game.

use web_time::Instant;

use super::Level;
use super::settle::Reading;
use super::turn::Turn;
use crate::search::Exact;
use crate::solve::{self, Budget, Outcome, Problem, Solution, open_points};
use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, Scoring};

/// Looks for the exact result of `game` with `color` to move. Every stone that is not captured counts, also under rules that remove
/// dead stones by agreement, because a player who disagrees must capture them. `None` under territory scoring: the solver has no
/// cost for the stones that such captures need.
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

/// Maximum number of positions that the solver searches for a move.
const NODES: u64 = 20_000;

/// The win rate that is shown for a win that was read but is not proven.
const NEARLY_SURE: f64 = 0.99;

/// The solver takes at most 1/5 of a move's time.
const TIME_PART: u32 = 5;

impl Turn<'_, '_> {
    /// Looks for the result with best play, if the settings ask for it: for the exact result where few points are open, otherwise
    /// for a result that was read. `None` under territory scoring, for a move below full strength, with restrictions, and in a game
    /// that is over.
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

    /// The result of best play as it was read, on a board that is more than half full.
    fn read_out(&self) -> Option<Exact> {
        let (game, color) = (self.game, self.color());
        if !self.game.board().is_more_than_half_full() {
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

    /// Whether an exact result already answers the question. In a lost position the engine searches instead, for the move that is
    /// hardest to answer.
    pub(super) fn is_answered_by(&self, exact: &Exact) -> bool {
        let is_playable = |mv: Move| mv != Move::Pass || !self.is_pass_premature();
        let best = exact.line.first();
        (exact.win_rate >= 0.5 || !self.needs_move()) && best.is_some_and(|&mv| is_playable(mv))
    }
}
