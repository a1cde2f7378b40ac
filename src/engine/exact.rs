//! The exact result of a position of a game.

use web_time::Instant;

use super::Level;
use super::turn::Turn;
use crate::board::{Color, Move};
use crate::game::Game;
use crate::search::Exact;
use crate::solve::{self, Budget, Outcome, Problem, Solution, open_points};

/// Looks for the exact result of `game` with `color` to move. Every stone counts that is not captured, also under rules
/// that remove dead stones by agreement: whoever disagrees must capture them, and best play does.
#[must_use]
pub fn solve(game: &Game, color: Color, budget: &Budget<'_>) -> Solution {
    let rules = game.rules();
    solve::solve(
        &Problem {
            board: game.board(),
            to_move: color,
            passes: game.passes(),
            komi: game.total_komi(),
            superko: rules.superko,
            suicide: rules.suicide,
            earlier: game.past(),
        },
        budget,
    )
}

/// Most positions that are looked at for a move.
const NODES: u64 = 20_000;

/// Up to 1/5 of a move's time is used.
const TIME_PART: u32 = 5;

impl Turn<'_, '_> {
    /// Looks for the exact result where few points are open and the settings want it: not below full strength, and not for
    /// some moves only.
    pub(super) fn solve(&self) -> Option<Exact> {
        let (game, color, params) = (self.game, self.color(), &self.settings.params);
        let is_weakened = self.needs_move() && self.level != Level::FULL;
        if is_weakened
            || !self.question.restrictions.is_empty()
            || game.is_over()
            || open_points(game.board()) >= params.tree.solve_below
        {
            return None;
        }
        let time = self.limit.time;
        let budget = Budget {
            nodes: NODES,
            deadline: time.and_then(|time| Instant::now().checked_add(time.target / TIME_PART)),
            stop: Some(self.stop),
            table_bytes: params.solve_bytes(),
        };
        let solution = solve(game, color, &budget);
        Some(Exact {
            win_rate: match solution.outcome()? {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) if winner == color => 1.0,
                Outcome::Win(_) => 0.0,
            },
            points_ahead: solution.score().map(|score| color.signed(score.lead)),
            line: solution.line,
        })
    }

    /// Whether an exact result is the answer. A lost position is searched for the move that is hardest to answer.
    pub(super) fn is_answered_by(&self, exact: &Exact) -> bool {
        let is_playable = |mv: Move| mv != Move::Pass || !self.is_pass_premature();
        let best = exact.line.first();
        (exact.win_rate > 0.0 || !self.needs_move()) && best.is_some_and(|&mv| is_playable(mv))
    }
}
