//! What a move is thought to be worth before its first visit.

use crate::candidates::moves::{FeatureExtractor, Model, MoveContext, probabilities};
use crate::net::{Output, POINTS, SIDE, softmax};
use crate::search::Priors;
use tao_rules::board::{Point, PointMove, PointSet};

impl Priors {
    /// The prior of each of these legal moves, in their order; zeros without a model.
    pub(super) fn of_moves<const W: usize>(
        self,
        context: MoveContext<'_, W>,
        points: PointSet<W>,
    ) -> Vec<Prior> {
        if self.model == 0 {
            return vec![Prior::default(); points.len()];
        }
        let model = Model::embedded();
        let extractor = FeatureExtractor::new(context);
        let score = |point: Point<W>| model.score(&extractor.features(point));
        let scores: Vec<i32> = points.iter().map(score).collect();
        let probabilities = probabilities(&scores).into_iter();
        probabilities.map(|p| self.with_probability(p)).collect()
    }

    /// Makes the priors of a position more equal, or less with a widening below 0. Their order stays.
    pub(super) fn widen<'p>(self, priors: impl Iterator<Item = &'p mut Prior>, widening: f64) {
        if widening == 0.0 {
            return;
        }
        let priors: Vec<&mut Prior> = priors.collect();
        let widened = |prior: &&mut Prior| prior.probability().powf(1.0 / (1.0 + widening));
        let weights: Vec<f64> = priors.iter().map(widened).collect();
        let sum: f64 = weights.iter().sum();
        if sum > 0.0 {
            for (prior, weight) in priors.into_iter().zip(weights) {
                *prior = self.with_probability(weight / sum);
            }
        }
    }

    #[expect(clippy::cast_sign_loss, reason = "a probability is not negative")]
    fn with_probability(self, probability: f64) -> Prior {
        Prior {
            probability: (f64::from(MAX_PROBABILITY) * probability).round() as u16,
            wins: (f64::from(self.model) * probability.sqrt()).round() as u16,
        }
    }
}

/// A [`Prior::probability`] of 1.
pub(super) const MAX_PROBABILITY: u16 = u16::MAX;

/// What a node starts with. The move model knows no passes, so with it a pass has the default prior.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prior {
    /// Probability that the move is the best, in units of 1/[`MAX_PROBABILITY`].
    pub probability: u16,
    /// Visits, all won, that the prior is worth.
    pub wins: u16,
}

impl Prior {
    /// Probability that the move is the best, in [0, 1].
    pub fn probability(self) -> f64 {
        f64::from(self.probability) / f64::from(MAX_PROBABILITY)
    }

    /// The prior of each of these moves by a network's policy.
    pub(super) fn of_policy<const W: usize>(output: &Output, moves: &[PointMove<W>]) -> Vec<Self> {
        let index = |point: Point<W>| point.coord().index(SIDE);
        let logit = |mv: &PointMove<W>| output.policy[mv.point().map_or(POINTS, index)];
        let logits: Vec<i32> = moves.iter().map(logit).collect();
        softmax(&logits)
            .map(|probability| Self {
                probability,
                wins: 0,
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::{Board, Color};

    fn context(board: &Board<2>) -> MoveContext<'_, 2> {
        MoveContext {
            board,
            color: Color::Black,
            last: None,
            second_last: None,
        }
    }

    #[test]
    fn wins_are_proportional_to_the_square_root_of_the_probability() {
        let board: Board<2> = Board::new(9);
        let priors = Priors {
            even: 10,
            model: 100,
        };
        let priors = priors.of_moves(context(&board), board.empty());
        assert_eq!(priors.len(), 81);
        let mut sum = 0.0;
        for prior in &priors {
            let probability = prior.probability();
            assert!((f64::from(prior.wins) - 100.0 * probability.sqrt()).abs() < 0.6);
            sum += probability;
        }
        assert!((sum - 1.0).abs() < 0.001, "{sum}");
        // The center (point 40 of 81) is likelier than a corner.
        assert!(priors[40].wins > priors[0].wins);
    }

    #[test]
    fn widening_makes_priors_more_equal_and_keeps_their_order() {
        let priors = Priors::NONE;
        let shares = |widening| {
            let mut moves = [0.64, 0.32, 0.04, 0.0].map(|p| priors.with_probability(p));
            priors.widen(moves.iter_mut(), widening);
            moves.map(|prior| (100.0 * prior.probability()).round() as i32)
        };
        assert_eq!(shares(0.0), [64, 32, 4, 0]);
        // The square roots are 0.8, 0.566 and 0.2.
        assert_eq!(shares(1.0), [51, 36, 13, 0]);
        let mut none = [Prior::default(); 3];
        Priors::LEARNED.widen(none.iter_mut(), 1.0);
        assert_eq!(none, [Prior::default(); 3]);
    }

    #[test]
    fn without_the_model_there_are_no_priors() {
        let board: Board<2> = Board::new(5);
        let priors = Priors { even: 7, model: 0 };
        let none = vec![Prior::default(); 25];
        assert_eq!(priors.of_moves(context(&board), board.empty()), none);
    }
}
