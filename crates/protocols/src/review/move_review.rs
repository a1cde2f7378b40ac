//! The comparison of the positions before and after a move.

use super::{
    Language, Loss, MistakeClass, MistakeSizes, PositionEvaluation, PositionValue, Reason, reason,
};
use tao_engine::raw::judges_moves;
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

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
    /// Why it was bad; see [`with_reason`](Self::with_reason).
    pub reason: Option<Reason>,
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
            reason: None,
        })
    }

    /// Finds out why a bad move was bad, in the game before it.
    pub fn with_reason(
        self,
        game: impl FnOnce() -> Option<Game>,
        positions: [&PositionEvaluation; 2],
    ) -> Self {
        let game = self.class.and_then(|_| game());
        let reason = game.and_then(|game| reason(&game, &self, positions));
        Self { reason, ..self }
    }

    /// Describes the loss on one line, such as `48. White A1 loses 24.0 points: Black takes the four stones at B2. Better C2, win rate
    /// 80.0 % before, 10.0 % after`.
    pub fn summary(&self) -> String {
        let (before, after) = (100.0 * self.before.win_rate, 100.0 * self.after.win_rate);
        let reason = self.reason.map_or_else(
            || ".".to_owned(),
            |reason| format!(": {}", reason.sentence(Language::En)),
        );
        format!(
            "{}. {} {} loses {:.1} points{reason} Better {}, win rate {before:.1} % before, {after:.1} % after",
            self.number,
            self.color.name(),
            self.mv,
            self.loss.points,
            self.best
        )
    }
}
