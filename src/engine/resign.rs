//! How long the engine has been losing.

use crate::board::{Color, Move};
use crate::game::Game;

/// By colour: how many of its latest moves in a row looked lost.
#[derive(Clone, Debug, Default)]
pub(super) struct LostMoves {
    counts: [u32; 2],
    /// The moves of the game when it was last looked at, the engine's own included.
    moves: Vec<(Color, Move)>,
}

impl LostMoves {
    /// Forgets everything when `game` is not the continuation of what was seen before: moves were taken back.
    pub(super) fn follow(&mut self, game: &Game) {
        if !game.moves().starts_with(&self.moves) {
            *self = Self::default();
        }
    }

    /// Counts a move of `color` that looks lost, and says how many in a row do.
    pub(super) const fn lose(&mut self, color: Color) -> u32 {
        self.counts[color as usize] += 1;
        self.counts[color as usize]
    }

    /// Takes note of a move of `color` that does not look lost.
    pub(super) const fn recover(&mut self, color: Color) {
        self.counts[color as usize] = 0;
    }

    /// Remembers what follows in `game`: a move of `color`, or none.
    pub(super) fn remember(&mut self, game: &Game, next: Option<(Color, Move)>) {
        self.moves.clear();
        self.moves.extend(game.moves().iter().copied().chain(next));
    }
}
