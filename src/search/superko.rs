//! Superko in the tree: a position of the game, or of the way down the tree, does not come again.
//!
//! The walk looks after captures only, without which nothing comes back. (A circle that was entered in its middle
//! may close with another move; the game sees that once it is a move of the root.) One way leads to a node, so what is
//! forbidden there stays forbidden.

use super::worker::Worker;
use crate::board::Superko;

impl<const W: usize> Worker<'_, W> {
    /// Begins the list of the positions that the walk comes through.
    pub(super) fn start_path_hashes(&mut self) {
        self.path_hashes.clear();
        self.note_position();
    }

    /// Adds the position that the walk has come to.
    pub(super) fn note_position(&mut self) {
        self.path_hashes.push(self.position_key());
    }

    /// Whether the position that the walk has come to was there before, so that superko forbids it.
    pub(super) fn is_repetition(&self) -> bool {
        let past = self.search.request.past;
        let key = self.position_key();
        past.superko != Superko::Simple
            && (self.path_hashes.contains(&key) || past.hashes.contains(&key))
    }

    fn position_key(&self) -> u64 {
        let superko = self.search.request.past.superko;
        superko.key(self.walk.hash, self.walk.color)
    }
}
