//! From what positions are worth to what moves have lost.

use std::ops::RangeInclusive;

use super::search::Plan;
use super::standing::{Evaluation, Standing};
use crate::board::{Color, Move};
use crate::game::Game;

/// A move that loses less of the win rate is no mistake: so much may be chance.
pub const MISTAKE: f64 = 0.05;

/// A game, and what its positions are worth, as far as they were searched.
#[derive(Clone, Debug)]
pub struct Analysis {
    game: Game,
    /// As in the plan: [`Plan::earlier`].
    pub(super) earlier: usize,
    /// Moves before the first of the positions.
    first: usize,
    evaluations: Vec<Option<Evaluation>>,
}

/// What a move was worth. All standings are those of the player who made it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement {
    /// Number of the move, counted from one.
    pub number: usize,
    /// Who made it.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The best move in its place.
    pub best: Move,
    /// How the player stood before it.
    pub before: Standing,
    /// And after it.
    pub after: Standing,
    /// What of the win rate the best move would have kept; 0 for the best move itself.
    pub win_rate_lost: f64,
    /// Points that the best move would have kept; 0 for the best move itself.
    pub points_lost: f64,
}

impl Judgement {
    /// Whether it has lost more of the win rate than chance explains.
    #[must_use]
    pub fn is_mistake(&self) -> bool {
        self.win_rate_lost >= MISTAKE
    }
}

impl Analysis {
    pub(super) fn new(plan: &Plan, evaluations: Vec<Option<Evaluation>>) -> Self {
        Self {
            game: plan.game.clone(),
            earlier: plan.earlier,
            first: *plan.positions().start(),
            evaluations,
        }
    }

    /// The game, at its end.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The positions that were to be searched, by the number of moves before them.
    #[must_use]
    pub fn positions(&self) -> RangeInclusive<usize> {
        self.first..=self.first + self.evaluations.len() - 1
    }

    /// What is known of the position after so many moves.
    #[must_use]
    pub fn evaluation(&self, moves: usize) -> Option<&Evaluation> {
        self.evaluations
            .get(moves.checked_sub(self.first)?)?
            .as_ref()
    }

    /// Whether every position was searched.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.evaluations.iter().all(Option::is_some)
    }

    /// Who made the move of this number, and which it was.
    #[must_use]
    pub fn mv(&self, number: usize) -> Option<(Color, Move)> {
        let played = number.checked_sub(self.earlier + 1)?;
        self.game.moves().get(played).copied()
    }

    /// What the move of this number was worth; `None` where the positions before and after it are not both known.
    #[must_use]
    pub fn judgement(&self, number: usize) -> Option<Judgement> {
        let (color, mv) = self.mv(number)?;
        let (before, after) = (self.evaluation(number - 1)?, self.evaluation(number)?);
        let best = before.best()?;
        let [before, after] = [before, after].map(|evaluation| evaluation.black.seen_by(color));
        let lost = |before: f64, after: f64| {
            if mv == best {
                0.0
            } else {
                (before - after).max(0.0)
            }
        };
        Some(Judgement {
            number,
            color,
            mv,
            best,
            before,
            after,
            win_rate_lost: lost(before.win_rate, after.win_rate),
            points_lost: lost(before.lead, after.lead),
        })
    }

    /// What the moves were worth, in their order.
    pub fn judgements(&self) -> impl Iterator<Item = Judgement> {
        self.positions().filter_map(|number| self.judgement(number))
    }

    /// At most so many mistakes, the worst first.
    #[must_use]
    pub fn mistakes(&self, count: usize) -> Vec<Judgement> {
        let mut mistakes: Vec<_> = self.judgements().filter(Judgement::is_mistake).collect();
        mistakes.sort_by(|one, other| other.win_rate_lost.total_cmp(&one.win_rate_lost));
        mistakes.truncate(count);
        mistakes
    }
}
