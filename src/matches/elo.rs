//! What games in pairs say about strength: the share of the points, and Elo.

/// Of a normal distribution 95 % lie within so many standard deviations.
const REACH: f64 = 1.959_964;

/// Shares of the points of a pair, by half points.
pub(super) const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Pairs of games by the points that A made in both together: 0, 1/2, 1, 3/2, 2.
///
/// The two games of a pair share an opening, so their results hang together and only pairs are independent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial {
    counts: [u64; 5],
}

/// A share of the points, from 0 to 1, and the ends of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Lower end.
    pub low: f64,
    /// What was seen.
    pub middle: f64,
    /// Upper end.
    pub high: f64,
}

impl Pentanomial {
    /// So many pairs of each kind.
    #[must_use]
    pub const fn new(counts: [u64; 5]) -> Self {
        Self { counts }
    }

    /// Counts a pair in which A made so many half points, at most 4.
    pub const fn add(&mut self, half_points: usize) {
        self.counts[half_points] += 1;
    }

    /// Pairs of each kind.
    #[must_use]
    pub const fn counts(&self) -> [u64; 5] {
        self.counts
    }

    /// Pairs of all kinds.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// A's share of the points; `None` without a pair.
    ///
    /// The interval is Wilson's ("Probable inference", 1927), which stays within 0 and 1 also for one-sided results, for
    /// the number of games that, each by itself, would give the variance of the pairs (Kish, "Survey Sampling", 1965:
    /// the effective sample size). Pairs that are all alike have none; their games count as they are.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        if self.pairs() == 0 {
            return None;
        }
        let pairs = self.pairs() as f64;
        let share = self.mean(|share| share);
        let variance = self.mean(|other| (other - share).powi(2));
        let alone = share * (1.0 - share);
        let games = if variance > 0.0 {
            pairs * alone / variance
        } else {
            2.0 * pairs
        };
        let square = REACH * REACH / games;
        let center = (share + square / 2.0) / (1.0 + square);
        let reach = REACH * (alone / games + square / (4.0 * games)).sqrt() / (1.0 + square);
        Some(Estimate {
            low: (center - reach).max(0.0),
            middle: share,
            high: (center + reach).min(1.0),
        })
    }

    /// The mean over the pairs of what `figure` makes of the share of their points.
    fn mean(&self, figure: impl Fn(f64) -> f64) -> f64 {
        let kinds = self.counts.iter().zip(SHARES);
        let sum: f64 = kinds
            .map(|(&count, share)| count as f64 * figure(share))
            .sum();
        sum / self.pairs() as f64
    }
}

impl Estimate {
    /// The differences in Elo at which these shares are expected.
    #[must_use]
    pub fn elo(self) -> Self {
        Self {
            low: elo(self.low),
            middle: elo(self.middle),
            high: elo(self.high),
        }
    }
}

/// The difference in Elo at which a player makes this share of the points, infinite for 0 and 1.
#[must_use]
pub fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The share of the points that a player makes who is so many Elo stronger.
#[must_use]
pub fn share(elo: f64) -> f64 {
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
        assert_near(share(190.8485), 0.75);
        assert_near(elo(0.5), 0.0);
        assert!(elo(0.0) < f64::MIN && elo(1.0) > f64::MAX);
    }

    #[test]
    fn the_interval_has_the_variance_of_the_pairs() {
        // 100 pairs, mean 1/2. Squared distances from it, in sixteenths: 10*4 + 20*1 + 0 + 20*1 + 10*4 = 120, so the
        // variance is 120 / 16 / 100 = 0.075. Lone games have 1/4: 100 * 0.25 / 0.075 = 333.33 of them are as good.
        // z^2 / n = 3.841459 / 333.33 = 0.0115244; center 1/2; reach 1.959964 * sqrt(0.25 / 333.33 + 0.0115244 /
        // 1333.33) / 1.0115244 = 1.959964 * sqrt(0.00075 + 0.00000864) / 1.0115244 = 0.053369.
        let estimate = Pentanomial::new([10, 20, 40, 20, 10]).estimate().unwrap();
        assert_near(estimate.middle, 0.5);
        assert_near(estimate.low, 0.446_631);
        assert_near(estimate.high, 0.553_369);
        // 400 log10(0.553369 / 0.446631) = 400 * 0.093069 = 37.23.
        assert!((estimate.elo().high - 37.23).abs() < 0.01);
        assert!((estimate.elo().low + 37.23).abs() < 0.01);
    }

    #[test]
    fn one_sided_results_leave_something_open() {
        // Ten pairs are 20 games: the lower end is 20 / (20 + 3.841459) = 0.838873.
        let estimate = Pentanomial::new([0, 0, 0, 0, 10]).estimate().unwrap();
        assert_near(estimate.low, 0.838_873);
        assert_eq!((estimate.middle, estimate.high), (1.0, 1.0));
        assert!(estimate.elo().high.is_infinite());
        let mirrored = Pentanomial::new([10, 0, 0, 0, 0]).estimate().unwrap();
        assert_near(mirrored.high, 1.0 - 0.838_873);
        assert_eq!(Pentanomial::default().estimate(), None);
    }
}
