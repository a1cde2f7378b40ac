//! Strength from the results of pairs of games: Elo with its confidence interval, and a sequential test of two hypotheses.

/// Standard deviations on each side of the mean that contain 95 % of a normal distribution.
pub(super) const Z_95: f64 = 1.959_964;

/// Shares of the points of a pair, by half points.
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Number of pairs by the sum of A's points in both games, from 0 to 2 in steps of a half. The games of a pair are correlated by
/// their opening.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// A share of the points, from 0 to 1, or its Elo, with a 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConfidenceInterval {
    pub low: f64,
    /// The observed value.
    pub observed: f64,
    pub high: f64,
}

impl Pentanomial {
    /// Adds a pair in which A made this number of half points, at most 4.
    pub const fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// The number of all pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns A's share of the points; `None` without a pair.
    ///
    /// The interval is Wilson's ("Probable inference", 1927), for an effective sample size (Kish, "Survey Sampling",
    /// 1965): the number of independent games with the variance of the pairs, or all games if that is 0.
    pub fn share(&self) -> Option<ConfidenceInterval> {
        if self.pairs() == 0 {
            return None;
        }
        let pairs = self.pairs() as f64;
        let share = self.mean(|share| share);
        let variance = self.mean(|other| (other - share).powi(2));
        let game_variance = share * (1.0 - share);
        let games = if variance > 0.0 {
            pairs * game_variance / variance
        } else {
            2.0 * pairs
        };
        let z2 = Z_95 * Z_95 / games;
        let center = (share + z2 / 2.0) / (1.0 + z2);
        let margin = Z_95 * (game_variance / games + z2 / (4.0 * games)).sqrt() / (1.0 + z2);
        Some(ConfidenceInterval {
            low: (center - margin).max(0.0),
            observed: share,
            high: (center + margin).min(1.0),
        })
    }

    /// The mean over the pairs of a function of their share.
    fn mean(&self, function: impl Fn(f64) -> f64) -> f64 {
        let counts = self.0.iter().zip(SHARES);
        let sum: f64 = counts
            .map(|(&count, share)| count as f64 * function(share))
            .sum();
        sum / self.pairs() as f64
    }
}

impl ConfidenceInterval {
    /// Converts shares of the points to differences in Elo.
    pub fn elo(self) -> Self {
        self.map(elo)
    }

    /// Converts shares to percent.
    pub fn percent(self) -> Self {
        self.map(|share| 100.0 * share)
    }

    fn map(self, function: impl Fn(f64) -> f64) -> Self {
        Self {
            low: function(self.low),
            observed: function(self.observed),
            high: function(self.high),
        }
    }
}

/// The difference in Elo that gives this share of the points; infinite for 0 and 1.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

pub(super) fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

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
    pub fn new(elo0: f64, elo1: f64) -> Option<Self> {
        (elo0 < elo1 && expected_share(elo0) > 0.0 && expected_share(elo1) < 1.0).then_some(Self {
            hypotheses: [elo0, elo1],
        })
    }

    /// The logarithm of the likelihood of the pairs under H1 divided by that under H0. The likelihood is that
    /// of the best-fitting distribution with the hypothesis' expected share as its mean.
    ///
    /// Source: Van den Bergh, "A Practical Introduction to the GSPRT", on pentanomial counts as in fishtest. The usual
    /// normal approximation agrees after many pairs, but a single pair, which has no variance, would decide the test.
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

    /// Which hypothesis the pairs decide for.
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

/// The largest log-likelihood of the counts among all distributions with this mean, up to a constant.
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
    fn a_share_of_three_quarters_is_191_elo() {
        // 0.75 / 0.25 = 3, and 400 log10(3) = 400 * 0.4771213 = 190.85.
        assert_near(elo(0.75), 190.8485);
        assert_near(expected_share(190.8485), 0.75);
        assert_near(elo(0.5), 0.0);
        assert!(elo(0.0) < f64::MIN && elo(1.0) > f64::MAX);
    }

    #[test]
    fn the_interval_uses_the_variance_of_the_pairs() {
        // 100 pairs, mean 1/2. Squared distances from it, in sixteenths: 10*4 + 20*1 + 0 + 20*1 + 10*4 = 120, so the
        // variance is 120 / 16 / 100 = 0.075. Single games have 1/4: 100 * 0.25 / 0.075 = 333.33 of them are as good.
        // z^2 / n = 3.841459 / 333.33 = 0.0115244; center 1/2; reach 1.959964 * sqrt(0.25 / 333.33 + 0.0115244 /
        // 1333.33) / 1.0115244 = 1.959964 * sqrt(0.00075 + 0.00000864) / 1.0115244 = 0.053369.
        let interval = Pentanomial([10, 20, 40, 20, 10]).share().unwrap();
        assert_near(interval.observed, 0.5);
        assert_near(interval.low, 0.446_631);
        assert_near(interval.high, 0.553_369);
        // 400 log10(0.553369 / 0.446631) = 400 * 0.093069 = 37.23.
        assert!((interval.elo().high - 37.23).abs() < 0.01);
        assert!((interval.elo().low + 37.23).abs() < 0.01);
    }

    #[test]
    fn one_sided_results_have_an_interval_too() {
        // Ten pairs are 20 games: the lower end is 20 / (20 + 3.841459) = 0.838873.
        let interval = Pentanomial([0, 0, 0, 0, 10]).share().unwrap();
        assert_near(interval.low, 0.838_873);
        assert_eq!((interval.observed, interval.high), (1.0, 1.0));
        assert!(interval.elo().high.is_infinite());
        let mirrored = Pentanomial([10, 0, 0, 0, 0]).share().unwrap();
        assert_near(mirrored.high, 1.0 - 0.838_873);
        assert_eq!(Pentanomial::default().share(), None);
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
