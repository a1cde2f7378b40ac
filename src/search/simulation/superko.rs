//! Superko in the tree: no position of the game or of the path comes again. Only captures are checked, for nothing
//! repeats without one. (A cycle entered in its middle may close with another move; the game sees that once it is a
//! move of the root.) One path leads to a node, so what is forbidden stays forbidden.

use super::Worker;
use crate::board::Superko;

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
