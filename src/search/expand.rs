//! Which moves a leaf gets as children.

use super::node::Step;
use super::params::Params;
use super::prior::Prior;
use super::restriction::ExcludedMoves;
use crate::candidates::moves::MoveContext;
use crate::candidates::{LineState, LineTables, dedup_symmetric};
use crate::playout::{PlayoutRng, Switch};

/// A leaf about to get children.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'a, const W: usize> {
    pub(super) sight: MoveContext<'a, W>,
    pub(super) lines: LineState<W>,
    /// What superko and restrictions leave out.
    pub(super) closed: ExcludedMoves<W>,
}

impl<const W: usize> Leaf<'_, W> {
    /// The moves to look at, in random order: candidates by line and distance, without illegal and closed points and
    /// own true eyes, and one of each set of symmetric ones. A pass when the game may be near its end. Each with what
    /// it seems worth.
    pub(super) fn steps(
        &self,
        params: &Params,
        near: &LineTables<W>,
        rng: &mut PlayoutRng,
    ) -> Vec<(Step<W>, Prior)> {
        let MoveContext { board, color, .. } = self.sight;
        let playable = board.playable(color) & !self.closed.points;
        let candidates = playable & (self.lines.candidates(near) | self.closed.asked_for);
        // A rule that leaves nothing to play has no say.
        let mut points = if candidates.is_empty() {
            playable
        } else {
            candidates
        };
        // Superko may forbid one of two symmetric captures alone.
        let has_captures = !(board.in_atari() & board.stones(!color)).is_empty();
        if params.symmetry == Switch::On && self.closed.points.is_empty() && !has_captures {
            points = dedup_symmetric(board, points);
        }
        let priors = params.priors;
        let mut steps: Vec<(Step<W>, Prior)> = points
            .iter()
            .map(Step::Play)
            .zip(priors.of_moves(self.sight, points))
            .collect();
        let near_end = 100 * board.empty().len() < params.pass_below * board.size() * board.size();
        if steps.is_empty() || near_end && !self.closed.pass {
            steps.push((Step::Pass, priors.of_pass()));
        }
        for i in (1..steps.len()).rev() {
            steps.swap(i, rng.below(i + 1));
        }
        steps
    }
}
