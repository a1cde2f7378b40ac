//! Mean, deviation and range of a number.

use std::ops::AddAssign;

/// Mean, deviation and range of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    count: u64,
    sum: u64,
    squares: u64,
    least: u64,
    most: u64,
}

impl Default for Spread {
    /// No numbers yet.
    fn default() -> Self {
        Self {
            count: 0,
            sum: 0,
            squares: 0,
            least: u64::MAX,
            most: 0,
        }
    }
}

impl Spread {
    pub(super) fn add(&mut self, number: usize) {
        let number = number as u64;
        *self += Self {
            count: 1,
            sum: number,
            squares: number * number,
            least: number,
            most: number,
        };
    }

    /// Whether there are no numbers.
    pub(super) const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The mean; 0 without numbers.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.sum as f64 / self.count.max(1) as f64
    }

    /// The standard deviation.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        let mean_square = self.squares as f64 / self.count.max(1) as f64;
        (mean_square - self.mean().powi(2)).max(0.0).sqrt()
    }

    /// The smallest and the largest; zeros without numbers.
    #[must_use]
    pub fn range(&self) -> (u64, u64) {
        (self.least.min(self.most), self.most)
    }
}

impl AddAssign for Spread {
    fn add_assign(&mut self, other: Self) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_has_mean_deviation_and_range() {
        let spread_of = |numbers: &[usize]| {
            let mut spread = Spread::default();
            for &number in numbers {
                spread.add(number);
            }
            spread
        };
        let mut spread = spread_of(&[2, 4, 4, 4]);
        spread += Spread::default();
        spread += spread_of(&[5, 5, 7, 9]);
        assert_eq!(spread, spread_of(&[2, 4, 4, 4, 5, 5, 7, 9]));
        assert_eq!(
            (spread.mean().to_string(), spread.deviation().to_string()),
            ("5".to_owned(), "2".to_owned())
        );
        assert_eq!(
            (spread.range(), Spread::default().range()),
            ((2, 9), (0, 0))
        );
    }
}
