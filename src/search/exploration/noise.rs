//! Noise in the priors of a root, and visits that are forced.

use rand::Rng;
use rand_distr::{Distribution, Gamma};

use super::super::{MoveStats, Params};
use super::{is_open, prior};
use crate::board::Move;
use crate::search::simulation::{Prior, exploration};
use crate::search::tree::Node;

/// Noise in the priors of a root, and visits that are forced. Source of the method and the figures: Wu, "Accelerating
/// self-play learning in Go", 2019, and the settings of `KataGo`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootNoise {
    /// The probability of a move becomes its power to 1 / `temperature`. More than 1 brings them closer together.
    pub temperature: f64,
    /// Weight of the noise in the probabilities, in [0, 1].
    pub noise: f64,
    /// Sum of the parameters of the Dirichlet distribution that the noise is drawn from: the smaller, the fewer moves get it.
    pub concentration: f64,
    /// A move with a visit gets at least `sqrt(forced p N)` visits, `N` of the root and `p` its probability.
    pub forced: f64,
}

impl RootNoise {
    /// The figures of `KataGo`.
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
            let visited = child.biased_results(0).visits;
            let forced = self.forced_visits(child.prior().probability(), visits.into());
            child.visits() > 0 && is_open(child) && f64::from(visited) < forced
        })
    }

    fn forced_visits(&self, probability: f64, visits: f64) -> f64 {
        (self.forced * probability * visits).sqrt()
    }

    /// The visits that each of these moves of a root has earned: those that it was only forced to get are taken away, down to what
    /// selection would have given it beside the best move. A move that is left with one gets none.
    pub(super) fn earned_visits(
        &self,
        moves: &[&MoveStats],
        root_visits: u64,
        params: &Params,
    ) -> Vec<(Move, f64)> {
        let Some(best) = moves.iter().max_by_key(|stats| stats.visits) else {
            return Vec::new();
        };
        let exploration = exploration(params.selection, root_visits as u32).unwrap_or_default();
        let limit = best.win_rate + exploration * prior(best) / (1.0 + best.visits as f64);
        let earned = |stats: &MoveStats| {
            let visits = stats.visits as f64;
            if stats.mv == best.mv {
                return visits;
            }
            let forced = self.forced_visits(prior(stats), root_visits as f64);
            // The visits with which it would be as urgent as the best move.
            let room = (limit - stats.win_rate).max(f64::MIN_POSITIVE);
            let enough = exploration * prior(stats) / room - 1.0;
            let earned = visits.min(enough.max(visits - forced).ceil());
            if earned > 1.0 { earned } else { 0.0 }
        };
        let moves = moves.iter();
        moves.map(|stats| (stats.mv, earned(stats))).collect()
    }
}
