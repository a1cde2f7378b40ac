//! What is known of the positions of a game: from searches, and from a review.

use super::{BoardGame, NO_NODE, Refusal};
use crate::review::PositionEvaluation;
use crate::schema::page::Value;
use crate::session::view;
use tao_rules::game::Game;

impl BoardGame {
    /// What is known of the position after this number of moves of the line that is shown: what a review found, if there was one.
    pub(crate) fn value(&self, moves: usize) -> Option<Value> {
        let node = *self.line.get(moves)?;
        let noted = || self.values.get(node).copied().flatten();
        self.review(node).map(view::reviewed_value).or_else(noted)
    }

    fn review(&self, node: usize) -> Option<&PositionEvaluation> {
        self.reviews.get(node)?.as_deref()
    }

    /// The game up to a node, to be reviewed; `None` if the node was reviewed already. Its player is the one who made the next move.
    pub(crate) fn to_review(&self, node: usize) -> Result<Option<Game>, Refusal> {
        if self.review(node).is_some() {
            return Ok(None);
        }
        let game = self.tree.game_at(self.table.game(), node);
        let mut game = game.ok_or(NO_NODE)?;
        let nodes = self.tree.nodes();
        let next = nodes.iter().find(|next| next.parent == Some(node));
        if let Some((color, _)) = next.and_then(|next| next.mv) {
            if game.is_over() {
                // The game went on after two passes.
                game = game.without_passes();
            }
            game.set_to_move(color);
        }
        Ok(Some(game))
    }

    /// Keeps what a review found in the position of a node.
    pub(crate) fn keep_review(&mut self, node: usize, mut found: PositionEvaluation) {
        found.moves.truncate(view::MAX_CANDIDATES);
        found.moves.shrink_to_fit();
        // Only the line of the best move is asked for later.
        for other in found.moves.iter_mut().skip(1) {
            (other.variation, other.outcomes) = (Vec::new(), None);
        }
        if self.reviews.len() <= node {
            self.reviews.resize(node + 1, None);
        }
        self.reviews[node].get_or_insert_with(|| Box::new(found));
    }

    /// Whether each position of the line that is shown was reviewed.
    pub(crate) fn line_reviewed(&self) -> impl Iterator<Item = bool> {
        self.line.iter().map(|&node| self.review(node).is_some())
    }

    /// What a review found before and after a move of the line that is shown.
    pub(crate) fn reviewed(&self, number: usize) -> Option<[&PositionEvaluation; 2]> {
        let found = |moves: usize| self.review(*self.line.get(moves)?);
        Some([found(number.checked_sub(1)?)?, found(number)?])
    }

    /// The game before a move of the line that is shown.
    pub(crate) fn before(&self, number: usize) -> Option<Game> {
        let node = *self.line.get(number.checked_sub(1)?)?;
        self.tree.game_at(self.table.game(), node)
    }

    /// Notes the value of a position of this line, unless one from more visits is known.
    pub(crate) fn note(&mut self, moves: usize, value: Value) {
        let Some(&node) = self.line.get(moves) else {
            return;
        };
        if self.values.len() <= node {
            self.values.resize(node + 1, None);
        }
        let known = self.values[node].map_or(0, |known| known.visits);
        if value.visits >= known {
            self.values[node] = Some(value);
        }
    }
}
