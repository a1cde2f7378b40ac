//! Which moves a leaf gets as children, with their priors.

use std::cmp::Reverse;

use super::node::Node;
use super::params::{Priors, Selection};
use super::request::{Restriction, RestrictionKind};
use super::searcher::{Search, Worker};
use crate::candidates::atari::answers;
use crate::candidates::dedup_symmetric;
use crate::candidates::moves::{FeatureExtractor, Model, MoveContext, probabilities};
use crate::net::{Output, POINTS, SIDE, softmax};
use tao_rules::raw::{Board, Color, Coord, Move, Point, PointMove, PointSet};

impl<const W: usize> Worker<'_, W> {
    /// Visits of a leaf before it gets children. They double with each full quarter of the tree, so that its last nodes are
    /// used sparingly.
    pub fn expansion_threshold(&self) -> u32 {
        let after = self.search.params.tree.expand_after;
        after.saturating_mul(1 << self.search.tree.quarters())
    }

    /// Makes the children of a leaf: all of them at the root, and the first ones elsewhere.
    pub fn expand(&mut self, node: &Node) {
        let search = self.search;
        let first = if search.is_root(node) {
            usize::MAX
        } else {
            search.first_children
        };
        search.tree.expand(node, first, || self.moves(node));
    }

    /// Makes the other children of a node.
    pub fn expand_rest(&mut self, node: &Node) {
        let search = self.search;
        search.tree.expand_rest(node, || self.moves(node));
    }

    /// The moves to look at with their priors: the only answer to an atari, where it is one step of the tree with the atari, or
    /// those of [`children`](Self::children).
    fn moves(&mut self, node: &Node) -> Vec<(PointMove<W>, Prior)> {
        let (request, at_root) = (self.search.request, self.search.is_root(node));
        let mut excluded = ExcludedMoves::banned(if at_root { &request.banned } else { &[] });
        let (board, color) = (&self.descent.board, self.descent.color);
        let depth = self.path.len().max(1);
        excluded.restrict(&request.restrictions, board, color, depth);
        let forced = self.forced_answer();
        if let Some(answer) = forced.filter(|&answer| !excluded.points.contains(answer)) {
            return vec![(PointMove::Play(answer), Prior::CERTAIN)];
        }
        let mut children = self.children(&excluded);
        if at_root {
            let priors = children.iter_mut().map(|(_, prior)| prior);
            let model = self.search.params.evaluation.priors;
            model.widen(priors, request.root_widening);
        }
        children
    }

    /// The only answer to the atari of the path's last move, where both are one step of the tree.
    pub fn forced_answer(&self) -> Option<Point<W>> {
        if !self.search.params.tree.merge_forced || self.path.len() < 2 {
            return None;
        }
        let (board, color) = (&self.descent.board, self.descent.color);
        let threatened = PointSet::around(self.descent.recent_moves[0]?) & board.stones(color);
        let answers = answers(board, color, threatened, PointSet::EMPTY);
        answers.first().filter(|_| answers.len() == 1)
    }

    /// The moves to look at with their priors, in random order, or for PUCT in the order of the priors. These are the points
    /// that the line and distance rules let through, without illegal points, excluded points and own true eyes, and one of each
    /// set of symmetric points, and the legal points that were asked for. A pass is among them if the game may be near its
    /// end or there is no other move.
    fn children(&mut self, excluded: &ExcludedMoves<W>) -> Vec<(PointMove<W>, Prior)> {
        let params = self.search.params;
        let output = self.network_evaluation();
        let board = &self.descent.board;
        let mut points = self.candidates(excluded);
        // Superko may forbid only one of two symmetric captures.
        let enemies = board.stones(!self.descent.color);
        let has_captures = !(board.in_atari() & enemies).is_empty();
        if params.selection.symmetry && excluded.points.is_empty() && !has_captures {
            points = dedup_symmetric(board, points);
        }
        let mut moves: Vec<_> = points.iter().map(PointMove::Play).collect();
        let near_end =
            100 * board.empty().len() < params.selection.pass_below * board.size() * board.size();
        if moves.is_empty() || near_end && !excluded.pass {
            moves.push(PointMove::Pass);
        }
        let priors = match output {
            Some(output) => Prior::of_policy(&output, &moves),
            None => params
                .evaluation
                .priors
                .of_moves(self.descent.context(), points),
        };
        let no_prior = std::iter::repeat(Prior::default());
        let mut children: Vec<_> = moves
            .into_iter()
            .zip(priors.into_iter().chain(no_prior))
            .collect();
        if let Selection::Puct { .. } = params.selection.formula {
            children.sort_by_key(|(_, prior)| Reverse(prior.probability));
        } else {
            for i in (1..children.len()).rev() {
                children.swap(i, self.rng.below(i + 1));
            }
        }
        children
    }

    /// The points that the line rules let through, or all if they leave nothing to play.
    fn candidates(&self, excluded: &ExcludedMoves<W>) -> PointSet<W> {
        let descent = &self.descent;
        let asked = excluded.asked & descent.board.empty();
        let asked = asked
            .iter()
            .filter(|&point| descent.is_legal(point))
            .collect();
        let playable = (descent.board.playable(descent.color) | asked) & !excluded.points;
        let by_lines = descent.line_state.candidates(&self.search.line_tables);
        let candidates = playable & (by_lines | asked);
        if candidates.is_empty() {
            playable
        } else {
            candidates
        }
    }
}

impl<const W: usize> Search<'_, W> {
    fn is_root(&self, node: &Node) -> bool {
        std::ptr::eq(node, self.tree.root())
    }
}

/// The moves that are excluded in a position. A side without any other move may still pass.
#[derive(Clone, Debug, Default)]
pub struct ExcludedMoves<const W: usize> {
    pub points: PointSet<W>,
    pub pass: bool,
    /// Points that are looked at wherever they are legal, own eyes and suicides too.
    pub asked: PointSet<W>,
}

impl<const W: usize> ExcludedMoves<W> {
    pub fn banned(banned: &[Coord]) -> Self {
        Self {
            points: banned.iter().map(|&coord| Point::new(coord)).collect(),
            ..Self::default()
        }
    }

    /// Excludes the moves of `color` that the restrictions leave out at this depth, which is 1 for the moves at the root.
    pub fn restrict(
        &mut self,
        restrictions: &[Restriction],
        board: &Board<W>,
        color: Color,
        depth: usize,
    ) {
        let in_force =
            |restriction: &&Restriction| restriction.color == color && depth <= restriction.depth;
        for restriction in restrictions.iter().filter(in_force) {
            let names_pass = restriction.moves.contains(&Move::Pass);
            let coords = restriction.moves.iter().filter_map(|mv| mv.coord());
            let named: PointSet<W> = coords
                .filter(|coord| coord.is_on(board.size()))
                .map(Point::new)
                .collect();
            match restriction.kind {
                RestrictionKind::Avoid => {
                    self.points |= named;
                    self.pass |= names_pass;
                }
                RestrictionKind::Allow => {
                    self.points |= board.empty() & !named;
                    self.pass |= !names_pass;
                    self.asked |= named;
                }
            }
        }
    }
}

/// A [`Prior::probability`] of 1.
pub const MAX_PROBABILITY: u16 = u16::MAX;

/// The prior of a move. The move model knows no passes, so with it a pass has the default prior.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prior {
    /// Probability that the move is the best, in units of 1/[`MAX_PROBABILITY`].
    pub probability: u16,
    /// Visits, all won, that the prior is worth.
    pub wins: u16,
}

impl Prior {
    /// The prior of the only move.
    const CERTAIN: Self = Self {
        probability: MAX_PROBABILITY,
        wins: 0,
    };

    /// Probability that the move is the best, in [0, 1].
    pub fn probability(self) -> f64 {
        f64::from(self.probability) / f64::from(MAX_PROBABILITY)
    }

    /// The prior of each of these moves by a network's policy.
    pub fn of_policy<const W: usize>(output: &Output, moves: &[PointMove<W>]) -> Vec<Self> {
        let index = |point: Point<W>| point.coord().index(SIDE);
        let logit = |mv: &PointMove<W>| output.policy[mv.point().map_or(POINTS, index)].into();
        let logits: Vec<i32> = moves.iter().map(logit).collect();
        softmax(&logits)
            .map(|probability| Self {
                probability,
                wins: 0,
            })
            .collect()
    }
}

impl Priors {
    /// The prior of each of these legal moves, in their order; zeros without a model.
    pub fn of_moves<const W: usize>(
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
    pub fn widen<'p>(self, priors: impl Iterator<Item = &'p mut Prior>, widening: f64) {
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

#[cfg(test)]
mod tests {
    use super::*;

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
