//! The result of a simulation, on its way back to the root.

use super::Search;
use crate::board::Color;

impl<const W: usize> Search<'_, W> {
    /// Counts the result at every node of the path, for the side that made the node's move.
    pub(super) fn backup(&mut self, lead: i32) {
        let margin = f64::from(lead) - self.request.komi;
        let half_wins_of_black = if margin > 0.0 {
            2
        } else {
            u32::from(margin == 0.0)
        };
        // The root's own move was the opponent's.
        let mut mover = !self.request.to_move;
        for &id in &self.path {
            let node = self.tree.node_mut(id);
            node.visits += 1;
            node.half_wins += match mover {
                Color::Black => half_wins_of_black,
                Color::White => 2 - half_wins_of_black,
            };
            mover = !mover;
        }
    }
}
