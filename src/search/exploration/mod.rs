//! How a search whose moves are to be learned from looks at more moves of its root than play needs.

mod gumbel;
mod noise;

use rand::Rng;

pub use gumbel::SequentialHalving;
pub use noise::RootNoise;

use super::simulation::Prior;
use super::tree::{Node, Proof};
use super::{MoveStats, Params, Request, Snapshot};
use crate::board::Move;

/// How a search whose moves are to be learned from looks at moves of the root that it would leave out in play, so that it
/// finds out where its policy is wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RootExploration {
    /// Noise in the priors, and visits that are forced.
    Noise(RootNoise),
    /// Some moves, drawn with noise, get equal visits; the better half of them get equal visits again, and so on.
    Gumbel(SequentialHalving),
}

impl RootExploration {
    /// None: the priors stay, and no visit is forced.
    pub const NONE: Self = Self::Noise(RootNoise::NONE);

    /// Changes the priors of the moves of a root.
    pub(super) fn change_priors<T>(&self, moves: &mut [(T, Prior)], rng: &mut impl Rng) {
        match self {
            Self::Noise(noise) => noise.change_priors(moves, rng),
            Self::Gumbel(_) => {}
        }
    }

    /// The child of a root with so many visits to visit next; `None` leaves it to the formula of selection.
    pub(super) fn child<'t>(
        &self,
        children: &'t [Node],
        visits: u32,
        request: &Request<'_>,
    ) -> Option<&'t Node> {
        match self {
            Self::Noise(noise) => noise.forced_child(children, visits),
            Self::Gumbel(halving) => halving.child(children, request),
        }
    }

    /// The policy to learn from a search, most likely first. A proven win gets all; a proven loss something only where all
    /// moves are lost.
    #[must_use]
    pub fn improved_policy(&self, snapshot: &Snapshot, params: &Params) -> Vec<(Move, f64)> {
        let visited = || snapshot.moves.iter().filter(|stats| stats.visits > 0);
        if let Some(won) = visited().find(|stats| stats.proof == Proof::Won) {
            return vec![(won.mv, 1.0)];
        }
        if visited().all(|stats| stats.proof == Proof::Lost) {
            return shares(visited().map(|stats| (stats.mv, stats.visits as f64)));
        }
        let open = snapshot.moves.iter();
        let open: Vec<_> = open
            .filter(|stats| stats.proof == Proof::Unproven)
            .collect();
        match self {
            Self::Noise(noise) => {
                let visits = visited().map(|stats| stats.visits).sum();
                shares(noise.earned_visits(&open, visits, params))
            }
            Self::Gumbel(_) => shares(gumbel::improved_weights(&open)),
        }
    }
}

/// Whether a child is not proven and superko allows it.
fn is_open(child: &Node) -> bool {
    child.proof() == Proof::Unproven && !child.is_forbidden()
}

/// The prior probability of a move.
fn prior(stats: &MoveStats) -> f64 {
    stats.prior.unwrap_or_default()
}

/// The share of each move in the sum of the weights, most first, without those that have none.
fn shares(weights: impl IntoIterator<Item = (Move, f64)>) -> Vec<(Move, f64)> {
    let weights = weights.into_iter();
    let mut shares: Vec<_> = weights.filter(|&(_, weight)| weight > 0.0).collect();
    let sum: f64 = shares.iter().map(|(_, weight)| weight).sum();
    for (_, share) in &mut shares {
        *share /= sum;
    }
    shares.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    shares
}
