//! What a move seems to be worth before anybody has tried it: games that were never played.

use crate::board::{Point, PointSet};
use crate::candidates::moves::{FeatureExtractor, Model, MoveContext, probabilities};

/// How many games a new child starts with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priors {
    /// Half won, half lost, for every move: without them a move that loses its first game is never tried again.
    pub even: u16,
    /// Won, for a move that the [`Model`] is certain of. A move with the chance `p` gets the share `sqrt(p)` of them, as
    /// in Pachi.
    pub model: u16,
}

impl Priors {
    /// Nothing is known of a move.
    pub const NONE: Self = Self { even: 0, model: 0 };

    /// The figures of the `default` preset: `even` is michi's and Pachi's; for `model` 60 and 120 are as good, 30 and
    /// 240 are worse.
    pub const LEARNED: Self = Self {
        even: 10,
        model: 80,
    };

    /// The prior of each of these legal moves, in their order.
    pub(super) fn of_moves<const W: usize>(
        self,
        sight: MoveContext<'_, W>,
        points: PointSet<W>,
    ) -> Vec<Prior> {
        if self.model == 0 {
            return points.iter().map(|_| self.of_pass()).collect();
        }
        let model = Model::embedded();
        let observer = FeatureExtractor::new(sight);
        let score = |point: Point<W>| model.score(&observer.features(point));
        let scores: Vec<i32> = points.iter().map(score).collect();
        let prior = |chance: f64| {
            let mut prior = self.of_pass();
            #[expect(clippy::cast_sign_loss, reason = "a chance is not negative")]
            prior.win((f64::from(self.model) * chance.sqrt()).round() as u16);
            prior
        };
        probabilities(&scores).into_iter().map(prior).collect()
    }

    /// The chance that the model gave a move with this prior, as exactly as a number of games tells; `None` where no model
    /// was asked.
    pub(super) fn chance(self, prior: Prior) -> Option<f64> {
        let games = f64::from(prior.games.saturating_sub(self.even));
        (self.model > 0).then(|| (games / f64::from(self.model)).powi(2))
    }

    /// The prior of a pass: nothing is known of it.
    pub(super) const fn of_pass(self) -> Prior {
        Prior {
            games: self.even,
            half_wins: self.even,
        }
    }
}

/// Games that a new child starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Prior {
    pub(super) games: u16,
    /// Twice the games won.
    pub(super) half_wins: u16,
}

impl Prior {
    const fn win(&mut self, games: u16) {
        self.games += games;
        self.half_wins += 2 * games;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Color};

    const PRIORS: Priors = Priors {
        even: 10,
        model: 100,
    };

    #[test]
    fn the_games_of_the_model_are_won_and_go_by_the_square_root_of_the_chance() {
        let board: Board<2> = Board::new(9);
        let sight = MoveContext {
            board: &board,
            color: Color::Black,
            last: None,
            second_last: None,
        };
        let priors = PRIORS.of_moves(sight, board.empty());
        assert_eq!(priors.len(), 81);
        let mut chance_of_all = 0.0;
        for prior in &priors {
            assert_eq!(prior.half_wins - 10, 2 * (prior.games - 10));
            chance_of_all += (f64::from(prior.games - 10) / 100.0).powi(2);
        }
        assert!((chance_of_all - 1.0).abs() < 0.1, "{chance_of_all}");
        // The middle of the board (point 40 of 81) is likelier than its corner.
        assert!(priors[40].games > priors[0].games);
    }

    #[test]
    fn without_the_model_all_moves_start_even() {
        let board: Board<2> = Board::new(5);
        let sight = MoveContext {
            board: &board,
            color: Color::White,
            last: None,
            second_last: None,
        };
        let even = Priors { even: 7, model: 0 };
        let expected = Prior {
            games: 7,
            half_wins: 7,
        };
        assert_eq!(even.of_moves(sight, board.empty()), vec![expected; 25]);
    }
}
