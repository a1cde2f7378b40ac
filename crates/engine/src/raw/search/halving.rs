//! Searches that produce training data: they visit moves of the root that a search for play would leave out, and return a
//! policy that is better than the priors, from which moves can be drawn.
//!
//! Source: Danihelka et al., "Policy improvement by planning with Gumbel", 2022.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

use super::node::{Node, Proof};
use super::report::{MoveStats, Snapshot};
use super::request::Request;
use super::tree::Children;
use tao_rules::board::Move;
use tao_rules::cpu::split_mix;

/// Visits that are added to the visits of the most visited move in the weight of a win rate, see [`logit`]. The authors'
/// figure.
const BASE_VISITS: f64 = 50.0;

/// Weight of a win rate for each of these visits. With the authors' 1 the policies are overconfident: the policies of searches
/// of 64 visits differed from the visits of searches of 3 000 by 0.80 nats with 1, by 0.36 with 0.35, by 0.33 with 0.2 and by
/// 0.38 with 0.1.
const WIN_RATE_WEIGHT: f64 = 0.25;

/// Spends the visits of a root on a few moves: all get the same number, then the better half, and so on. The moves are drawn
/// without replacement from the policy, which is the same as taking those with the largest sum of logit and Gumbel noise.
/// Below the root, selection is as in play. For searches of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequentialHalving {
    /// Number of moves in the first round.
    pub moves: u32,
}

impl SequentialHalving {
    /// As many moves as the authors began with in Go.
    pub const USUAL: Self = Self { moves: 16 };

    /// The child to visit next: of those with the number of visits that is due, the best by noise, prior and win rate.
    pub(super) fn child<'t>(self, children: Children<'t>, request: &Request) -> Option<&'t Node> {
        let visits = |child: &Node| child.results.get().visits;
        let spent = children.iter().map(visits).sum();
        let most = children.iter().map(visits).max()?;
        let budget = request.limit.playouts.unwrap_or(u64::MAX);
        let moves = self.moves.min(children.len() as u32);
        let due = visits_due(moves, budget.try_into().unwrap_or(u32::MAX), spent);
        let score = |index: usize, child: &Node| {
            let value = match child.results.get() {
                results if results.visits > 0 => results.mean(),
                _ => 0.0,
            };
            noise(request.seed, index) + logit(child.prior().probability(), value, most.into())
        };
        let children = children.iter().enumerate();
        let choices = children.filter(|(_, child)| {
            child.proof() == Proof::Unproven && !child.is_forbidden() && visits(child) == due
        });
        let scored = choices.map(|(index, child)| (child, score(index, child)));
        let best = scored.max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map(|(child, _)| child)
    }
}

/// The policy to learn from a search, most likely moves first: the priors, with their logits changed by the win rates. An
/// unvisited move counts with the mean win rate of the visited moves, weighted by their priors. A proven win gets the whole
/// probability; proven losses get some only if all moves are lost.
pub fn improved_policy(snapshot: &Snapshot) -> Vec<(Move, f64)> {
    let moves = &snapshot.moves;
    if let Some(won) = moves.iter().find(|stats| stats.proof == Proof::Won) {
        return vec![(won.mv, 1.0)];
    }
    let is_open = |stats: &MoveStats| stats.proof != Proof::Lost;
    let is_lost = !moves.iter().any(is_open);
    let prior = |stats: &MoveStats| stats.prior.unwrap_or_default();
    let visited = || moves.iter().filter(|stats| stats.visits > 0);
    let most = visited().map(|stats| stats.visits).max().unwrap_or(0) as f64;
    let (weight, sum) = visited().fold((f64::MIN_POSITIVE, 0.0), |(weight, sum), stats| {
        (weight + prior(stats), sum + prior(stats) * stats.win_rate)
    });
    let logit_of = |stats: &MoveStats| {
        let is_visited = stats.visits > 0;
        let win_rate = if is_visited {
            stats.win_rate
        } else {
            sum / weight
        };
        logit(prior(stats), win_rate, most)
    };
    let choices = moves.iter().filter(|stats| is_lost || is_open(stats));
    let mut policy: Vec<_> = choices.map(|stats| (stats.mv, logit_of(stats))).collect();
    policy.sort_by(|(_, one), (_, other)| other.total_cmp(one));
    softmax(&mut policy);
    policy
}

/// Turns logits into probabilities. The first is the largest.
fn softmax(policy: &mut [(Move, f64)]) {
    let Some(&(_, largest)) = policy.first() else {
        return;
    };
    let sum: f64 = policy.iter().map(|(_, it)| (it - largest).exp()).sum();
    for (_, it) in policy {
        *it = (*it - largest).exp() / sum;
    }
}

/// The number of visits that the next child to visit has so far, after `spent` visits of all children. Each round spends an
/// equal part of the budget on half as many moves as the round before, but on at least two.
fn visits_due(moves: u32, budget: u32, mut spent: u32) -> u32 {
    let rounds = moves.next_power_of_two().ilog2().max(1);
    let (mut due, mut count) = (0, moves.max(1));
    loop {
        let visits = (budget / (rounds * count)).max(1);
        if spent < visits * count {
            return due + spent / count;
        }
        spent -= visits * count;
        due += visits;
        count = (count / 2).max(moves.min(2));
    }
}

/// The natural logarithm of the probability plus the win rate, whose weight grows with the visits of the most visited move.
fn logit(probability: f64, win_rate: f64, most_visits: f64) -> f64 {
    probability.max(f64::EPSILON).ln() + WIN_RATE_WEIGHT * (BASE_VISITS + most_visits) * win_rate
}

/// A draw from the Gumbel distribution for a child, always the same for the same seed.
fn noise(seed: u64, index: usize) -> f64 {
    let uniform = (split_mix(seed, index as u64) >> 11) as f64 + 0.5;
    -(-(uniform / (1_u64 << 53) as f64).ln()).ln()
}

/// Draws a move with a probability proportional to its share to the power of 1 / `temperature`, which must be above 0. `None`
/// if no share is above 0.
pub fn draw(
    shares: &[(Move, f64)],
    temperature: f64,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Move> {
    let weight = |&(_, share): &(Move, f64)| share.powf(1.0 / temperature);
    let drawn = shares.choose_weighted(rng, weight);
    drawn.ok().map(|&(mv, _)| mv)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;

    /// The final visits of the moves, if the first of several moves that are due is visited.
    fn spread(moves: u32, budget: u32) -> Vec<u32> {
        let mut visits = vec![0; moves as usize];
        for spent in 0..budget {
            let due = visits_due(moves, budget, spent);
            let next = visits.iter().position(|&visits| visits == due);
            visits[next.expect("a move has the visits that are due")] += 1;
        }
        visits
    }

    #[test]
    fn each_round_spends_an_equal_part_on_half_of_the_moves() {
        assert_eq!(spread(4, 16), [6, 6, 2, 2]);
        assert_eq!(spread(8, 72), [21, 21, 9, 9, 3, 3, 3, 3]);
        assert_eq!(spread(1, 5), [5]);
        assert_eq!(spread(3, 2), [1, 1, 0]);
    }

    #[test]
    fn noise_has_the_mean_and_the_deviation_of_its_distribution() {
        let draws: Vec<f64> = (0..20_000).map(|index| noise(7, index)).collect();
        let count = draws.len() as f64;
        let mean = draws.iter().sum::<f64>() / count;
        let variance = draws.iter().map(|draw| (draw - mean).powi(2)).sum::<f64>() / count;
        // Euler's constant, and pi^2 / 6.
        assert!((mean - 0.5772).abs() < 0.03, "{mean}");
        assert!((variance - 1.645).abs() < 0.08, "{variance}");
    }

    #[test]
    fn a_low_temperature_prefers_large_shares() {
        let [small, large] = ["A1", "B1"].map(|mv| mv.parse::<Move>().unwrap());
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut count = |temperature| {
            let shares = [(small, 0.2), (large, 0.8), (Move::Pass, 0.0)];
            let drawn = (0..1_000).map(|_| draw(&shares, temperature, &mut rng).unwrap());
            let drawn: Vec<Move> = drawn.collect();
            assert!(!drawn.contains(&Move::Pass));
            drawn.iter().filter(|&&mv| mv == large).count()
        };
        // 16 of 17, and 4 of 5.
        assert!((910..970).contains(&count(0.5)));
        assert!((760..840).contains(&count(1.0)));
        assert_eq!(draw(&[(small, 0.0)], 1.0, &mut rng), None);
        assert_eq!(draw(&[], 1.0, &mut rng), None);
    }
}
