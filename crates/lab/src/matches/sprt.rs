//! A sequential test of two hypotheses about strength.

use super::elo::{Pentanomial, SHARES, expected_share};

/// Log-likelihood ratio that decides a test whose errors of both kinds are 5 %: `ln(0.95 / 0.05)`.
pub const SPRT_BOUND: f64 = 2.944_439;

/// Number of bisections after which a double has no more digits.
const BISECTIONS: u32 = 64;

/// Count of an outcome that has not occurred, as in fishtest.
const MIN_OUTCOME_COUNT: f64 = 1e-3;

/// A sequential probability ratio test of two hypotheses about the strength of A, with 5 % errors of both kinds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// H0 and H1, in Elo.
    pub(super) hypotheses: [f64; 2],
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// H0 is accepted: A is stronger by the lower figure at most.
    H0,
    /// H1 is accepted: A is stronger by the upper figure at least.
    H1,
    /// More games are needed.
    Undecided,
}

impl Sprt {
    /// Creates a test; `None` unless `elo0 < elo1` and both sides get a share of the points under either hypothesis.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        (elo0 < elo1 && expected_share(elo0) > 0.0 && expected_share(elo1) < 1.0).then_some(Self {
            hypotheses: [elo0, elo1],
        })
    }

    /// Returns the logarithm of the likelihood of the pairs under H1 divided by that under H0. The likelihood is that
    /// of the best-fitting distribution with the hypothesis' expected share as its mean.
    ///
    /// Source: Van den Bergh, "A Practical Introduction to the GSPRT", on pentanomial counts as in fishtest. The usual
    /// normal approximation agrees after many pairs, but a single pair, which has no variance, would decide the test.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| (count as f64).max(MIN_OUTCOME_COUNT));
        let [h0, h1] = self
            .hypotheses
            .map(|elo| max_log_likelihood(counts, expected_share(elo)));
        h1 - h0
    }

    /// Returns which hypothesis the pairs decide for.
    #[must_use]
    pub fn decision(&self, pairs: &Pentanomial) -> SprtDecision {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= SPRT_BOUND {
            SprtDecision::H1
        } else if ratio <= -SPRT_BOUND {
            SprtDecision::H0
        } else {
            SprtDecision::Undecided
        }
    }
}

/// Returns the largest log-likelihood of the counts among all distributions with this mean, up to a constant.
///
/// With a Lagrange multiplier `x` for the mean `s`, an outcome with share `a` and count `n` has a probability in
/// proportion to `n / (1 + x (a - s))`; `x` is the root of the falling sum of `n (a - s) / (1 + x (a - s))`.
fn max_log_likelihood(counts: [f64; 5], mean: f64) -> f64 {
    let outcomes = || counts.into_iter().zip(SHARES.map(|share| share - mean));
    let slope = |x: f64| outcomes().map(|(n, d)| n * d / (1.0 + x * d)).sum::<f64>();
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    -outcomes().map(|(n, d)| n * (x * d).ln_1p()).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(actual: f64, expected: f64) {
        assert!((actual - expected).abs() < 5e-4, "{actual}, not {expected}");
    }

    #[test]
    fn with_two_outcomes_the_test_is_that_of_a_biased_coin() {
        // Shares 1/2 and 3/4, where the unseen outcomes matter in the third digit only.
        let sprt = Sprt::new(0.0, 190.8485).unwrap();
        let ratio = |counts| sprt.log_likelihood_ratio(&Pentanomial(counts));
        // Ten heads are likelier by 10 ln(0.75 / 0.5) = 10 * 0.405465 = 4.0547.
        assert!((ratio([0, 0, 0, 0, 10]) - 4.0547).abs() < 0.01);
        // Eight heads and two tails: 8 * 0.405465 + 2 ln(0.25 / 0.5) = 3.24372 - 1.38629 = 1.8574.
        assert!((ratio([2, 0, 0, 0, 8]) - 1.8574).abs() < 0.01);
        // Ten shared pairs: with a mean of 3/4 a pair is shared with probability 1/2 at most, so -10 ln 2 = -6.9315.
        assert!((ratio([0, 0, 10, 0, 0]) + 6.9315).abs() < 0.02);
    }

    #[test]
    fn after_many_pairs_the_normal_approximation_agrees() {
        // 1050 pairs with mean (50 + 200 + 165 + 130) / 1050 = 0.519048. Squares in sixteenths: 100 * 0 + 200 * 1 + 400 * 4
        // + 220 * 9 + 130 * 16 = 5860, so the variance is 5860 / 16 / 1050 - 0.519048^2 = 0.348810 - 0.269410 = 0.079399.
        // Hypotheses 0.5 and 0.528752: 1050 * 0.028752 * (1.038095 - 1.028752) / 0.158798 = 1.7762.
        let sprt = Sprt::new(0.0, 20.0).unwrap();
        let pairs = Pentanomial([100, 200, 400, 220, 130]);
        let ratio = sprt.log_likelihood_ratio(&pairs);
        assert!((ratio - 1.7762).abs() < 0.02, "{ratio}");
        assert_eq!(sprt.decision(&pairs), SprtDecision::Undecided);
        // Twice the pairs, twice the ratio: 3.55 is beyond the bound.
        let twice = Pentanomial([200, 400, 800, 440, 260]);
        assert_eq!(sprt.decision(&twice), SprtDecision::H1);
        let mirrored = Pentanomial([260, 440, 800, 400, 200]);
        assert_eq!(sprt.decision(&mirrored), SprtDecision::H0);
    }

    #[test]
    fn between_the_hypotheses_the_test_is_undecided() {
        // The result is as likely under one hypothesis as under the other, because it lies halfway between them.
        let sprt = Sprt::new(-10.0, 10.0).unwrap();
        let even = Pentanomial([10, 20, 40, 20, 10]);
        assert_near(sprt.log_likelihood_ratio(&even), 0.0);
        assert_near(sprt.log_likelihood_ratio(&Pentanomial::default()), 0.0);
        // ln(0.95 / 0.05) = ln 19.
        assert_near(SPRT_BOUND, 19_f64.ln());
    }

    #[test]
    fn a_single_pair_decides_nothing() {
        let sprt = Sprt::new(0.0, 20.0).unwrap();
        for kind in 0..5 {
            let mut pairs = Pentanomial::default();
            pairs.add(kind);
            assert!(sprt.log_likelihood_ratio(&pairs).abs() < 0.1);
        }
    }

    #[test]
    fn hypotheses_are_two_finite_numbers_in_order() {
        for (elo0, elo1) in [
            (0.0, 0.0),
            (5.0, 0.0),
            (f64::NAN, 1.0),
            (0.0, f64::INFINITY),
            (0.0, 1e9),
        ] {
            assert_eq!(Sprt::new(elo0, elo1), None);
        }
    }
}
