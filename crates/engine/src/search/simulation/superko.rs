//! Superko in the tree: no move may repeat a position of the game or of the path. Only captures are checked, as no position can
//! be repeated without one. (If a cycle is entered in its middle, the move that closes it need not be a capture. The game finds
//! such a repetition when it is a move of the root.) Only one path leads to a node, so a forbidden move stays forbidden.

use super::Worker;
use tao_rules::board::Superko;

impl<const W: usize> Worker<'_, W> {
    pub(super) fn push_path_hash(&mut self) {
        self.path_hashes.push(self.superko_hash());
    }

    /// Whether superko forbids the current position.
    pub(super) fn is_repetition(&self) -> bool {
        let past = &self.search.request.superko;
        let hash = self.superko_hash();
        past.rule != Superko::Simple
            && (self.path_hashes.contains(&hash) || past.keys.contains(&hash))
    }

    fn superko_hash(&self) -> u64 {
        let rule = self.search.request.superko.rule;
        rule.key(self.descent.hash, self.descent.color)
    }
}
