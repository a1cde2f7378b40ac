//! How urgent a visit of a child is, by the formulas of [`Selection`].

use crate::search::params::{FirstPlay, Params, Selection};
use crate::search::tree::{Node, Tally};

/// Visits from which on some selections of a node do without AMAF, to check RAVE: see [`at_visits`].
const RAVE_CHECK_FROM: u32 = 256;

/// Such a node checks RAVE in one of 20 selections. Fuego's figure.
const RAVE_CHECK_INTERVAL: u32 = 20;

/// Visits after which PUCT explores more: see [`Selection::Puct`]. `KataGo`'s figure.
const GROWTH_VISITS: u32 = 500;

/// What the urgencies of the children of one node have in common.
pub(super) struct Urgency {
    formula: Selection,
    /// Visits, half of them won, that every child starts with.
    even: u16,
    log_visits: f64,
    /// What PUCT multiplies with `p / (1 + n)` of a child; `None` with other formulas.
    exploration: Option<f64>,
    /// Urgency of an unvisited child; `None` where it comes first.
    unvisited: Option<f64>,
}

impl Urgency {
    /// What the urgencies of these children have in common. `parent` is `depth` moves from the root.
    pub(super) fn below(parent: &Node, children: &[Node], params: &Params, depth: usize) -> Self {
        let visits = parent.visits();
        let formula = at_visits(params.selection.formula, visits);
        Self {
            formula,
            even: params.evaluation.priors.even,
            log_visits: ln(visits.max(1)),
            exploration: exploration(formula, visits),
            unvisited: unvisited(params.selection.first_play, parent, children, depth),
        }
    }

    /// The urgency of a child, which selection maximizes; `None` for an unvisited child that comes before all others.
    pub(super) fn of(&self, child: &Node) -> Option<f64> {
        let results = child.biased_results(self.even);
        let mut urgency = match results.visits {
            0 => self.unvisited?,
            _ => value(self.formula, results, child.amaf.get(), self.log_visits),
        };
        if let Some(exploration) = self.exploration {
            urgency +=
                exploration * child.prior().probability() / (1.0 + f64::from(results.visits));
        }
        Some(urgency)
    }
}

/// The formula for a node with this many visits. RAVE alone may never come back to a move with thousands of bad AMAF results,
/// which outweigh its few own results, so a large node sometimes selects without AMAF.
fn at_visits(formula: Selection, visits: u32) -> Selection {
    match formula {
        Selection::Rave { c, .. }
            if visits >= RAVE_CHECK_FROM && visits.is_multiple_of(RAVE_CHECK_INTERVAL) =>
        {
            Selection::Ucb1 { c }
        }
        _ => formula,
    }
}

/// Urgency of an unvisited child; `None` where it comes first.
fn unvisited(first_play: FirstPlay, parent: &Node, children: &[Node], depth: usize) -> Option<f64> {
    match first_play {
        FirstPlay::RandomFirst => None,
        FirstPlay::Urgency(urgency) => Some(urgency),
        FirstPlay::Parent {
            reduction,
            root_reduction,
        } => {
            // The parent's results are those of the other side.
            let value = match parent.results.get() {
                Tally { visits: 0, .. } => 0.5,
                results => 1.0 - results.mean(),
            };
            let reduction = if depth == 0 {
                root_reduction
            } else {
                reduction
            };
            let visited = children.iter().filter(|child| child.visits() > 0);
            let tried: f64 = visited.map(|child| child.prior().probability()).sum();
            Some(value - reduction * tried.sqrt())
        }
    }
}

/// What PUCT multiplies with `p / (1 + n)` of a child after this many visits of the parent; `None` with other formulas.
fn exploration(formula: Selection, visits: u32) -> Option<f64> {
    let Selection::Puct { c, growth } = formula else {
        return None;
    };
    let log_growth = ln(visits.saturating_add(GROWTH_VISITS)) - ln(GROWTH_VISITS);
    Some((c + growth * log_growth) * f64::from(visits.max(1)).sqrt())
}

/// The mean for the side that makes the move, plus the formula's bonus for few visits, except PUCT's bonus, which
/// [`Urgency::of`] adds.
fn value(formula: Selection, results: Tally, amaf: Tally, log_visits: f64) -> f64 {
    let mean = results.mean();
    let ratio = log_visits / f64::from(results.visits);
    match formula {
        Selection::Ucb1 { c } => ucb1(mean, ratio, c),
        Selection::Ucb1Tuned { c } => ucb1_tuned(mean, ratio, c),
        Selection::Rave { c, equivalence } => {
            let mean = rave(results, amaf, equivalence);
            if c > 0.0 { ucb1(mean, ratio, c) } else { mean }
        }
        Selection::AlphaAmaf { alpha, c } => alpha_amaf(ucb1(mean, ratio, c), amaf, alpha),
        Selection::Puct { .. } => mean,
    }
}

/// The mean of own results, blended with the AMAF mean, whose weight after `r` AMAF results and `n` own ones is
/// `r / (r + n + n r / k)`: large at first, half when `n` reaches the equivalence `k`. Source: Gelly and Silver,
/// "Monte-Carlo tree search and rapid action value estimation in computer Go", 2011, with `k = 1 / (4 b^2)`.
fn rave(results: Tally, amaf: Tally, equivalence: f64) -> f64 {
    let mean = results.mean();
    if amaf.visits == 0 {
        return mean;
    }
    let [own, other] = [results, amaf].map(|tally| f64::from(tally.visits));
    let weight = other / (other + own + own * other / equivalence);
    mean + weight * (amaf.mean() - mean)
}

/// The urgency of UCB1, blended with the AMAF mean; the urgency alone without AMAF results, which a pass never has.
fn alpha_amaf(urgency: f64, amaf: Tally, alpha: f64) -> f64 {
    if amaf.visits == 0 {
        return urgency;
    }
    alpha * amaf.mean() + (1.0 - alpha) * urgency
}

/// `ratio` is `ln N / n`.
fn ucb1(mean: f64, ratio: f64, c: f64) -> f64 {
    mean + c * ratio.sqrt()
}

/// `ratio` is `ln N / n`. The variance of results that are 0 or 1 is `mean (1 - mean)`.
fn ucb1_tuned(mean: f64, ratio: f64, c: f64) -> f64 {
    let bound = mean * (1.0 - mean) + (2.0 * ratio).sqrt();
    mean + c * (ratio * bound.min(0.25)).sqrt()
}

/// The natural logarithm by basic IEEE operations alone: the same to the last bit on every machine.
/// `n = m 2^e` with `m` in [1, 2), so `ln n = e ln 2 + 2 artanh((m - 1) / (m + 1))`. The next term of the series would
/// be below 10^-9, as the argument is at most 1/3.
fn ln(n: u32) -> f64 {
    debug_assert!(n > 0);
    let exponent = n.ilog2();
    let mantissa = f64::from(n) / f64::from(1_u32 << exponent);
    let x = (mantissa - 1.0) / (mantissa + 1.0);
    let square = x * x;
    let mut power = x;
    let mut sum = x;
    for odd in [3.0, 5.0, 7.0, 9.0, 11.0, 13.0, 15.0, 17.0] {
        power *= square;
        sum += power / odd;
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::WIN;

    #[test]
    fn the_fast_logarithm_is_accurate() {
        for n in (1..5_000).chain([65_535, 1_000_000, u32::MAX]) {
            assert!((ln(n) - f64::from(n).ln()).abs() < 1e-8, "{n}");
        }
    }

    #[test]
    fn the_formulas_give_hand_computed_values() {
        let ratio = 100_f64.ln() / 10.0; // 0.4605170
        assert!((ucb1(0.5, ratio, 1.0) - 1.178_614).abs() < 1e-6);
        assert!((ucb1(0.5, ratio, 0.0) - 0.5).abs() < 1e-12);
        // 0.25 is the smaller bound: 0.5 + sqrt(0.4605170 / 4).
        assert!((ucb1_tuned(0.5, ratio, 1.0) - 0.839_307).abs() < 1e-6);
        // With many visits the variance is: 0.09 + sqrt(2 * 0.0046052) = 0.1859709.
        assert!((ucb1_tuned(0.1, ratio / 100.0, 1.0) - 0.129_265).abs() < 1e-6);
    }

    /// A node of 7 games, whose children won 2 of 3 and 0 of 1, from a description of a search in Python with C = 1.5.
    #[test]
    fn ucb1_reproduces_a_worked_example() {
        let formula = Params::PLAIN_UCT.selection.formula;
        let urgency = |tally| value(formula, tally, Tally::default(), ln(7));
        let [first, second] = [half_wins(3, 4), half_wins(1, 0)].map(urgency);
        assert!((first - 1.87).abs() < 0.01, "{first}");
        assert!((second - 2.09).abs() < 0.01, "{second}");
        assert!(second > first, "the one with one game is visited next");
    }

    #[test]
    fn alpha_amaf_blends_with_a_fixed_weight() {
        let urgency_of = |amaf_visits, alpha| {
            let formula = Selection::AlphaAmaf { alpha, c: 1.0 };
            let tally = half_wins;
            let amaf = tally(amaf_visits, amaf_visits * 3 / 2);
            value(formula, tally(10, 10), amaf, 100_f64.ln())
        };
        // Without AMAF results: UCB1 alone.
        assert!((urgency_of(0, 0.3) - 1.178_614).abs() < 1e-6);
        // 0.3 * 30 / 40 + 0.7 * 1.178614, however many AMAF results there are.
        for games in [20, 200] {
            assert!((urgency_of(games, 0.3) - 1.050_030).abs() < 1e-6);
            assert!((urgency_of(games, 1.0) - 0.75).abs() < 1e-12);
            assert!((urgency_of(games, 0.0) - 1.178_614).abs() < 1e-6);
        }
    }

    #[test]
    fn rave_blends_the_means_by_their_visits() {
        let tally = half_wins;
        let games = tally(100, 50);
        // 300 / (300 + 100 + 300 * 100 / 100) = 3/7 of the way from 0.25 to 0.75.
        assert!((rave(games, tally(300, 450), 100.0) - 0.464_286).abs() < 1e-6);
        // Half of the way with very many AMAF results.
        assert!((rave(games, tally(100_000_000, 150_000_000), 100.0) - 0.5).abs() < 1e-6);
        assert!((rave(games, Tally::default(), 100.0) - 0.25).abs() < 1e-12);
    }

    /// A tally by visits and twice the number of wins.
    fn half_wins(visits: u32, half_wins: u32) -> Tally {
        Tally {
            visits,
            value: u64::from(half_wins) * u64::from(WIN / 2),
        }
    }
}
