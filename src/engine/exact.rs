//! The exact result of a position of a game.

use std::sync::atomic::AtomicBool;

use web_time::Instant;

use crate::board::Color;
use crate::game::{Game, TimeBudget};
use crate::search::{Exact, Params};
use crate::solve::{self, Budget, Outcome, Past, Problem, Solution, open_points};

/// Looks for the exact result of `game` with `color` to move. Every stone counts that is not captured, also under rules
/// that remove dead stones by agreement: whoever disagrees must capture them, and best play does.
#[must_use]
pub fn solve(game: &Game, color: Color, budget: &Budget<'_>) -> Solution {
    let past: Vec<Past> = game
        .past()
        .map(|(stones, to_move)| Past { stones, to_move })
        .collect();
    let rules = game.rules();
    solve::solve(
        &Problem {
            board: game.board(),
            to_move: color,
            passes: game.passes(),
            komi: game.total_komi(),
            superko: rules.superko,
            suicide: rules.suicide,
            past: &past,
        },
        budget,
    )
}

/// Positions that may be looked at for a move.
const NODES: u64 = 20_000;

/// One part in so many of a move's time may be used.
const TIME_PART: u32 = 5;

/// Simulations beside a result that is known, for the statistics.
pub(super) const SIMULATIONS: u64 = 32;

/// Looks for the exact result where few points are open and the settings want it, within a part of the move's time.
pub(super) fn find(
    game: &Game,
    color: Color,
    params: &Params,
    time: Option<TimeBudget>,
    stop: &AtomicBool,
) -> Option<Exact> {
    if game.is_over() || open_points(game.board()) >= params.tree.solve_below {
        return None;
    }
    let deadline = time.and_then(|time| Instant::now().checked_add(time.target / TIME_PART));
    let budget = Budget {
        nodes: NODES,
        deadline,
        stop: Some(stop),
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
