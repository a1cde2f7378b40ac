//! The exact result of a position of a game.

use crate::board::Color;
use crate::game::Game;
use crate::solve::{self, Budget, Past, Problem, Solution};

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
            komi: game.komi(),
            superko: rules.superko,
            suicide: rules.suicide,
            past: &past,
        },
        budget,
    )
}
