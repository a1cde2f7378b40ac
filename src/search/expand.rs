//! Which moves a leaf gets as children.

use super::node::Step;
use super::params::Params;
use super::prior::{Judge, Prior, Priors, Scene};
use crate::board::{Coord, Point, PointSet};
use crate::candidates::{Lines, Near, distinct};
use crate::playout::{Random, Switch};

/// A leaf about to get children.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'a, const W: usize> {
    pub(super) scene: Scene<'a, W>,
    pub(super) lines: Lines<W>,
}

impl<const W: usize> Leaf<'_, W> {
    /// The moves to look at, in random order: candidates by line and distance, without illegal points and
    /// own true eyes, and one of each set of symmetric ones. A pass when the game may be near its end. Each with what
    /// it seems worth.
    pub(super) fn steps(
        &self,
        params: &Params,
        near: &Near<W>,
        banned: &[Coord],
        rng: &mut Random,
    ) -> Vec<(Step<W>, Prior)> {
        let Scene { board, color, .. } = self.scene;
        let banned: PointSet<W> = banned.iter().map(|&coord| Point::new(coord)).collect();
        let playable = board.playable(color) & !banned;
        let candidates = playable & self.lines.candidates(near);
        // A rule that leaves nothing to play has no say.
        let mut points = if candidates.is_empty() {
            playable
        } else {
            candidates
        };
        if params.symmetry == Switch::On && banned.is_empty() {
            points = distinct(board, points);
        }
        let has_priors = params.priors != Priors::NONE;
        let judge = has_priors.then(|| Judge::new(&params.priors, self.scene));
        let prior_of = |point| judge.as_ref().map(|judge| judge.judge(point));
        let judged = |point| (Step::Play(point), prior_of(point).unwrap_or_default());
        let mut steps: Vec<_> = points.iter().map(judged).collect();
        let near_end = 100 * board.empty().len() < params.pass_below * board.size() * board.size();
        if steps.is_empty() || near_end {
            let prior = judge.as_ref().map(Judge::pass);
            steps.push((Step::Pass, prior.unwrap_or_default()));
        }
        for i in (1..steps.len()).rev() {
            steps.swap(i, rng.below(i + 1));
        }
        steps
    }
}
