//! Which moves a leaf gets as children.

use std::cmp::Reverse;

use super::{Descent, Prior, Worker};
use crate::candidates::dedup_symmetric;
use crate::search::Search;
use crate::search::params::Selection;
use crate::search::restriction::ExcludedMoves;
use crate::search::tree::Node;
use tao_rules::board::{PointMove, PointSet};

impl<const W: usize> Worker<'_, W> {
    /// Visits of a leaf before it gets children. They double with each full quarter of the tree, so that its last nodes are
    /// used sparingly.
    pub fn expansion_threshold(&self) -> u32 {
        let Search { params, tree, .. } = self.search;
        params
            .tree
            .expand_after
            .saturating_mul(1 << tree.quarters())
    }

    pub fn expand(&mut self, node: &Node) {
        let Search {
            params,
            request,
            tree,
            ..
        } = self.search;
        let at_root = std::ptr::eq(node, tree.root());
        let mut excluded = ExcludedMoves::banned(if at_root { &request.banned } else { &[] });
        let (board, color) = (&self.descent.board, self.descent.color);
        let depth = self.path.len().max(1);
        excluded.restrict(&request.restrictions, board, color, depth);
        tree.expand(node, || {
            let mut children = self.children(&excluded);
            if at_root {
                let priors = children.iter_mut().map(|(_, prior)| prior);
                params
                    .evaluation
                    .priors
                    .widen(priors, request.root_widening);
            }
            children
        });
    }

    /// The moves to look at with their priors, in random order, or for PUCT in the order of the priors. These are the points
    /// that the line and distance rules let through, without illegal points, excluded points and own true eyes, and one of each
    /// set of symmetric points. A pass is among them if the game may be near its end or there is no other move.
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
        for i in (1..children.len()).rev() {
            children.swap(i, self.rng.below(i + 1));
        }
        if let Selection::Puct { .. } = params.selection.formula {
            children.sort_by_key(|(_, prior)| Reverse(prior.probability));
        }
        children
    }

    /// The points that the line rules let through, or all if they leave nothing to play.
    fn candidates(&self, excluded: &ExcludedMoves<W>) -> PointSet<W> {
        let Descent {
            board,
            color,
            line_state,
            ..
        } = &self.descent;
        let playable = board.playable(*color) & !excluded.points;
        let by_lines = line_state.candidates(&self.search.line_tables);
        let candidates = playable & (by_lines | excluded.asked_for);
        if candidates.is_empty() {
            playable
        } else {
            candidates
        }
    }
}
