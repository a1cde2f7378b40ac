//! Taking moves back: the position is built again from the moves that stay.

use super::Game;
use crate::game::Suicide;

impl Game {
    /// Takes the last move back, with its captures, its ko and its turn; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        self.undo_many(1)
    }

    /// Takes the last `count` moves back, or none when there are fewer: then it answers `false`.
    pub fn undo_many(&mut self, count: usize) -> bool {
        let Some(left) = self.moves.len().checked_sub(count) else {
            return false;
        };
        if let Some(then) = self.history.get(left).copied() {
            self.moves.truncate(left);
            self.history.truncate(left);
            self.resumed = self.resumed.filter(|&at| at <= left);
            self.replay();
            self.now.to_move = then.to_move;
        }
        true
    }

    /// Makes the position of now from the moves.
    fn replay(&mut self) {
        self.now = self.initial.clone();
        for &(color, mv) in &self.moves {
            let replayed = self.now.play(color, mv, Suicide::Allowed);
            debug_assert_eq!(replayed, Ok(()), "it was legal when it was first played");
        }
    }
}
