//! Computes a share of the points and Elo from the results of pairs of games.

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
    /// Lower end.
    pub low: f64,
    /// The observed value.
    pub observed: f64,
    /// Upper end.
    pub high: f64,
}

impl Pentanomial {
    /// Adds a pair in which A made this number of half points, at most 4.
    pub const fn add(&mut self, half_points: usize) {
        self.0[half_points] += 1;
    }

    /// Returns the number of all pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns A's share of the points; `None` without a pair.
    ///
    /// The interval is Wilson's ("Probable inference", 1927), for an effective sample size (Kish, "Survey Sampling",
    /// 1965): the number of independent games with the variance of the pairs, or all games if that is 0.
    #[must_use]
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

    /// Returns the mean over the pairs of a function of their share.
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
    #[must_use]
    pub fn elo(self) -> Self {
        self.map(elo)
    }

    /// Converts shares to percent.
    #[must_use]
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

/// Returns the difference in Elo that gives this share of the points; infinite for 0 and 1.
fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

pub(super) fn expected_share(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
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
}
