//! Which of several moves is played.

use crate::search::Choice;
use crate::search::tree::{Node, Proof, Tally};

/// Standard deviations between a mean and its lower bound: one mean in forty is below it by chance.
const BOUND_DEVIATIONS: f64 = 1.96;

/// Percent of the most visits that a move needs to be chosen by its lower bound. `KataGo`'s figure.
const BOUND_SHARE: u64 = 15;

/// Ranks the moves of one position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranking {
    choice: Choice,
    most_visits: u64,
}

impl Ranking {
    pub(super) fn new(choice: Choice, moves: &[&Node]) -> Self {
        let visits = moves.iter().map(|node| node.visits());
        Self {
            choice,
            most_visits: visits.max().unwrap_or(0).into(),
        }
    }

    /// The key by which moves are ranked, the largest first: proof, then visits, mean or lower bound.
    pub(super) fn rank(self, node: &Node) -> (i8, u64, u64) {
        let (proof, results) = (node.proof(), node.results.get());
        let (rank, visits) = (proof.rank(), u64::from(results.visits));
        let mean = part(win_rate(proof, results));
        match self.choice {
            Choice::Visits => (rank, visits, mean),
            Choice::Mean => (rank, mean, visits),
            Choice::LowerBound if proof == Proof::Drawn => (rank, mean, visits),
            Choice::LowerBound if 100 * visits < BOUND_SHARE * self.most_visits => {
                (rank, 0, visits)
            }
            Choice::LowerBound => (rank, part(lower_bound(results)), visits),
        }
    }
}

/// A number in [0, 1] in units of 2^-53, rounded down, so that it can be ordered as an integer.
#[expect(clippy::cast_sign_loss, reason = "it is in [0, 1]")]
fn part(number: f64) -> u64 {
    (number * (1_u64 << 53) as f64) as u64
}

/// The win rate of a move for the side that makes it; 0 without visits.
pub(super) fn win_rate(proof: Proof, results: Tally) -> f64 {
    let mean = if results.visits > 0 {
        results.mean()
    } else {
        0.0
    };
    proof.share().unwrap_or(mean)
}

/// The lower end of Wilson's score interval, which unlike a normal distribution's stays in [0, 1] however few visits there are.
pub(super) fn lower_bound(results: Tally) -> f64 {
    if results.visits == 0 {
        return 0.0;
    }
    let (mean, visits) = (results.mean(), f64::from(results.visits));
    let square = BOUND_DEVIATIONS * BOUND_DEVIATIONS;
    let center = mean + square / (2.0 * visits);
    let variance = mean * (1.0 - mean) / visits + square / (4.0 * visits * visits);
    let bound = (center - BOUND_DEVIATIONS * variance.sqrt()) / (1.0 + square / visits);
    bound.clamp(0.0, mean)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::WIN;

    /// The moves in the order of the choice, each given by its visits and the percent of them that it won.
    fn order(choice: Choice, moves: &[(u32, u64)]) -> Vec<usize> {
        let node = |&(visits, percent): &(u32, u64)| {
            let node = Node::default();
            let value = percent * u64::from(visits) * u64::from(WIN) / 100;
            node.results.set(Tally { visits, value });
            node
        };
        let nodes: Vec<Node> = moves.iter().map(node).collect();
        let ranking = Ranking::new(choice, &nodes.iter().collect::<Vec<_>>());
        let mut order: Vec<usize> = (0..nodes.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(ranking.rank(&nodes[i])));
        order
    }

    #[test]
    fn each_choice_has_its_own_order() {
        let moves = [(1_000, 40), (400, 60), (149, 90), (900, 55)];
        assert_eq!(order(Choice::Visits, &moves), [0, 3, 1, 2]);
        assert_eq!(order(Choice::Mean, &moves), [2, 1, 3, 0]);
        // 149 visits are too few for the bound to count.
        assert_eq!(order(Choice::LowerBound, &moves), [1, 3, 0, 2]);
        // With few visits a mean has a low bound.
        let moves = [(100, 55), (20, 60), (0, 0)];
        assert_eq!(order(Choice::LowerBound, &moves), [0, 1, 2]);
    }
}
