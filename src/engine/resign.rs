//! When to resign.

use super::Resign;
use crate::board::{Color, Move};
use crate::game::Game;
use crate::search::Report;

/// A lower win rate of the best move looks lost. Fuego's figure on 9x9.
pub(super) const LOST_BELOW: f64 = 0.05;

/// Own moves in a row that must look lost.
pub(super) const LOST_MOVES: u32 = 3;

/// A win rate out of fewer visits is no reason to resign.
pub(super) const MIN_VISITS: u64 = 500;

/// One move for every so many points must have been played: 20 moves on 9x9.
const POINTS_PER_MOVE: usize = 4;

/// By color, how many of its latest moves in a row looked lost.
#[derive(Clone, Debug, Default)]
pub(super) struct LostMoves {
    counts: [u32; 2],
    /// The moves of the game when it was last seen, with the engine's own.
    moves: Vec<(Color, Move)>,
}

impl LostMoves {
    pub(super) fn resigns(
        &mut self,
        game: &Game,
        color: Color,
        report: Option<&Report>,
        resign: Resign,
    ) -> bool {
        // Moves were taken back, or it is another game.
        if !game.moves().starts_with(&self.moves) {
            *self = Self::default();
        }
        let count = &mut self.counts[color as usize];
        *count = if report.is_some_and(looks_lost) {
            *count + 1
        } else {
            0
        };
        *count >= LOST_MOVES
            && resign == Resign::WhenLost
            && game.move_number() >= game.size() * game.size() / POINTS_PER_MOVE
    }

    /// Remembers what follows in `game`: a move of `color`, or none.
    pub(super) fn remember(&mut self, game: &Game, next: Option<(Color, Move)>) {
        self.moves.clear();
        self.moves.extend(game.moves().iter().copied().chain(next));
    }
}

fn looks_lost(report: &Report) -> bool {
    let visits = report.reused_visits + report.playouts;
    report.win_rate < LOST_BELOW && (report.is_solved || visits >= MIN_VISITS)
}
