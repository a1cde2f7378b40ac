//! How a search whose moves are to be learned from looks at more moves of its root.

use rand::Rng;
use rand_distr::{Distribution, Gamma};

use super::simulation::{MAX_PROBABILITY, Prior, exploration};
use super::tree::{Node, Proof};
use super::{MoveStats, Params, Snapshot};
use crate::board::Move;

/// What makes a search look at moves of the root that it would leave out in play, so that it finds out where its policy is
/// wrong. Source of the figures: Wu, "Accelerating self-play learning in Go", 2019, and the settings of `KataGo`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootExploration {
    /// The probability of a move becomes its power to 1 / `temperature`. More than 1 brings them closer together.
    pub temperature: f64,
    /// Weight of the noise in the probabilities, in [0, 1].
    pub noise: f64,
    /// Sum of the parameters of the Dirichlet distribution that the noise is drawn from: the smaller, the fewer moves get it.
    pub concentration: f64,
    /// A move with a visit gets at least `sqrt(forced p N)` visits, `N` of the root and `p` its probability.
    pub forced: f64,
}

impl RootExploration {
    /// Those of `KataGo`.
    pub const KATAGO: Self = Self {
        temperature: 1.1,
        noise: 0.25,
        concentration: 10.83,
        forced: 2.0,
    };

    /// None: the priors stay, and no visit is forced.
    pub const NONE: Self = Self {
        temperature: 1.0,
        noise: 0.0,
        concentration: 1.0,
        forced: 0.0,
    };

    /// Changes the probabilities of the moves of a root; their sum stays.
    pub(super) fn change_priors<T>(&self, moves: &mut [(T, Prior)], rng: &mut impl Rng) {
        let power =
            |(_, prior): &(T, Prior)| f64::from(prior.probability).powf(1.0 / self.temperature);
        let weights: Vec<f64> = moves.iter().map(power).collect();
        let noise = self.draw_noise(moves.len(), rng);
        let [sum, noise_sum] =
            [&weights, &noise].map(|numbers| numbers.iter().sum::<f64>().max(f64::MIN_POSITIVE));
        let whole = moves
            .iter()
            .map(|(_, prior)| f64::from(prior.probability))
            .sum::<f64>();
        for ((_, prior), (weight, noise)) in moves.iter_mut().zip(weights.iter().zip(&noise)) {
            let probability = (1.0 - self.noise) * weight / sum + self.noise * noise / noise_sum;
            #[expect(clippy::cast_sign_loss, reason = "a probability is not negative")]
            let units = (whole * probability).round() as u16;
            prior.probability = units;
        }
    }

    /// Numbers in the ratios of a draw from the Dirichlet distribution.
    fn draw_noise(&self, count: usize, rng: &mut impl Rng) -> Vec<f64> {
        match Gamma::new(self.concentration / count as f64, 1.0) {
            Ok(gamma) if self.noise > 0.0 => gamma.sample_iter(rng).take(count).collect(),
            _ => vec![0.0; count],
        }
    }

    /// A visited child of the root that lacks visits.
    pub(super) fn forced_child<'t>(&self, children: &'t [Node], visits: u32) -> Option<&'t Node> {
        children.iter().find(|child| {
            let probability = f64::from(child.prior().probability) / f64::from(MAX_PROBABILITY);
            let results = child.biased_results(0);
            child.visits() > 0
                && child.proof() == Proof::Unproven
                && !child.is_forbidden()
                && f64::from(results.visits) < self.forced_visits(probability, visits.into())
        })
    }

    fn forced_visits(&self, probability: f64, visits: f64) -> f64 {
        (self.forced * probability * visits).sqrt()
    }

    /// The policy to learn from a search: the share of the visits that each move has earned, most first. Visits that it was
    /// only forced to get are taken away, down to what selection would have given it beside the best move; a move that is
    /// left with one is left out. A proven win gets all; a proven loss something only where all moves are lost.
    #[must_use]
    pub fn improved_policy(&self, snapshot: &Snapshot, params: &Params) -> Vec<(Move, f64)> {
        let visited = || snapshot.moves.iter().filter(|stats| stats.visits > 0);
        if let Some(won) = visited().find(|stats| stats.proof == Proof::Won) {
            return vec![(won.mv, 1.0)];
        }
        let open = || visited().filter(|stats| stats.proof == Proof::Unproven);
        let Some(best) = open().max_by_key(|stats| stats.visits) else {
            return shares(visited().map(|stats| (stats.mv, stats.visits as f64)));
        };
        let total = visited().map(|stats| stats.visits).sum::<u64>();
        let exploration = exploration(params.selection, total as u32).unwrap_or_default();
        let prior = |stats: &MoveStats| stats.prior.unwrap_or_default();
        let limit = best.win_rate + exploration * prior(best) / (1.0 + best.visits as f64);
        let earned = |stats: &MoveStats| {
            let visits = stats.visits as f64;
            if stats.mv == best.mv {
                return visits;
            }
            let forced = self.forced_visits(prior(stats), total as f64);
            // The visits with which it would be as urgent as the best move.
            let room = (limit - stats.win_rate).max(f64::MIN_POSITIVE);
            let enough = exploration * prior(stats) / room - 1.0;
            let earned = visits.min(enough.max(visits - forced).ceil());
            if earned > 1.0 { earned } else { 0.0 }
        };
        shares(open().map(|stats| (stats.mv, earned(stats))))
    }
}

/// The share of each move in all visits, most first, without those that have none.
fn shares(visits: impl Iterator<Item = (Move, f64)>) -> Vec<(Move, f64)> {
    let mut shares: Vec<_> = visits.filter(|&(_, visits)| visits > 0.0).collect();
    let sum: f64 = shares.iter().map(|(_, visits)| visits).sum();
    for (_, share) in &mut shares {
        *share /= sum;
    }
    shares.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    shares
}
