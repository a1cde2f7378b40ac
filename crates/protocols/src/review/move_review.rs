//! The comparison of the positions before and after a move.

use super::{Loss, MistakeClass, MistakeSizes, PositionEvaluation, PositionValue};
use tao_engine::raw::judges_moves;
use tao_rules::board::{Color, Move};

/// A move and its effect on the evaluation, from the view of the player who made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveReview {
    /// Number of the move, counted from one.
    pub number: usize,
    /// The player.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The best move instead.
    pub best: Move,
    /// Value before the move.
    pub before: PositionValue,
    /// Value after the move.
    pub after: PositionValue,
    /// What the move lost; nothing for the best move.
    pub loss: Loss,
    /// Whether the opening book has the move as a good one.
    pub is_book: bool,
    /// How bad it was; `None` for a good move, and where the search cannot tell.
    pub class: Option<MistakeClass>,
}

impl MoveReview {
    /// Compares the positions before and after a move on a board of this size. `None` if the game was over before it.
    pub fn new(
        sizes: MistakeSizes,
        size: usize,
        number: usize,
        (color, mv): (Color, Move),
        [before, after]: [&PositionEvaluation; 2],
    ) -> Option<Self> {
        let best = before.best()?;
        let [before_value, after_value] =
            [before, after].map(|evaluation| evaluation.black.for_color(color));
        let loss = if mv == best {
            Loss::default()
        } else {
            Loss::between(before_value, after_value)
        };
        let is_judged = judges_moves(size) || before.exact.is_some() && after.exact.is_some();
        Some(Self {
            number,
            color,
            mv,
            best,
            before: before_value,
            after: after_value,
            loss,
            is_book: before.book.contains(&mv),
            class: sizes.class(loss).filter(|_| is_judged),
        })
    }

    /// Describes the loss on one line.
    pub fn summary(&self) -> String {
        let (before, after) = (100.0 * self.before.win_rate, 100.0 * self.after.win_rate);
        format!(
            "move {}, {} {}: {:.1} points lost, win rate {before:.1} % before, {after:.1} % after, better {}",
            self.number, self.color, self.mv, self.loss.points, self.best
        )
    }
}
