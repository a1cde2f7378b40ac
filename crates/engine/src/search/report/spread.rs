//! Mean, deviation and range of a number.

use serde::Serialize;

/// Mean, deviation and range of a number; zeros without numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Spread {
    /// The mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
    /// The smallest.
    pub least: usize,
    /// The largest.
    pub most: usize,
}

impl Spread {
    /// The spread of numbers of which each number `i` comes up `counts[i]` times.
    pub(super) fn of(counts: &[u64]) -> Self {
        let numbers = || (0..).zip(counts).filter(|&(_, &count)| count > 0);
        let sum_of = |power: u32| -> f64 {
            let terms = numbers().map(|(number, count)| count * u64::pow(number, power));
            terms.sum::<u64>() as f64
        };
        let count = sum_of(0).max(1.0);
        let mean = sum_of(1) / count;
        Self {
            mean,
            deviation: (sum_of(2) / count - mean.powi(2)).max(0.0).sqrt(),
            least: counts.iter().position(|&count| count > 0).unwrap_or(0),
            most: counts.iter().rposition(|&count| count > 0).unwrap_or(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_mean_deviation_and_range() {
        // 2, 4, 4, 4, 5, 5, 7, 9.
        let spread = Spread::of(&[0, 0, 1, 0, 3, 2, 0, 1, 0, 1, 0]);
        let expected = Spread {
            mean: 5.0,
            deviation: 2.0,
            least: 2,
            most: 9,
        };
        assert_eq!(spread, expected);
        assert_eq!([&[][..], &[0]].map(Spread::of), [Spread::default(); 2]);
    }
}
