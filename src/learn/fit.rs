//! Weights under which the preferred moves are likeliest.
//!
//! The measure is the cross entropy between the shares of a search's visits and the chances that the model gives. It
//! is made small by stochastic gradient descent with the steps of Adagrad (Duchi, Hazan and Singer, "Adaptive
//! Subgradient Methods for Online Learning and Stochastic Optimization", 2011), which suit categories as rare as some
//! shapes are.

use super::Lesson;
use crate::candidates::moves::{Features, Group, Model, exp};

/// How often every lesson is looked at.
const PASSES: usize = 6;

/// Length of the first step of a weight.
const STEP: f64 = 0.1;

/// One lesson in so many is kept for the test.
const TESTED: usize = 10;

/// How well a model foretells lessons that it has not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Mean cross entropy in nats: 0 is certainty, 4 means that fifty moves seem equal.
    pub surprise: f64,
    /// Share of the lessons whose most visited move the model likes best, in [0, 1].
    pub first: f64,
}

/// Fits weights to nine in ten of the lessons, and says after each pass how well they foretell the others.
#[must_use]
pub fn fit(lessons: &[Lesson], mut on_pass: impl FnMut(Quality)) -> Model {
    let (tests, lessons) = lessons.split_at(lessons.len() / TESTED);
    let mut learner = Learner::new();
    for pass in 1..=PASSES {
        for lesson in lessons {
            learner.learn(lesson, STEP / pass as f64);
        }
        on_pass(learner.quality(tests));
    }
    Model::from_weights(|group, category| {
        learner.weights[learner.offsets[group as usize] + category]
    })
}

/// Weights, and the sum of the squares of their gradients so far.
struct Learner {
    weights: Vec<f64>,
    squares: Vec<f64>,
    /// By group: where its categories begin.
    offsets: [usize; Group::ALL.len()],
    /// Room for the chances of one lesson.
    chances: Vec<f64>,
}

impl Learner {
    fn new() -> Self {
        let mut offsets = [0; Group::ALL.len()];
        let mut total = 0;
        for group in Group::ALL {
            offsets[group as usize] = total;
            total += group.size();
        }
        Self {
            weights: vec![0.0; total],
            // Above zero, so that the first step is no jump.
            squares: vec![1e-3; total],
            offsets,
            chances: Vec::new(),
        }
    }

    /// Where the weights of a move are.
    fn places(&self, features: &Features) -> [usize; Group::ALL.len()] {
        std::array::from_fn(|group| self.offsets[group] + usize::from(features[group]))
    }

    /// Works out the chances of a lesson's moves.
    fn foretell(&mut self, lesson: &Lesson) {
        let mut chances = std::mem::take(&mut self.chances);
        chances.clear();
        chances.extend(lesson.moves.iter().map(|features| {
            let weights = self.places(features).map(|place| self.weights[place]);
            weights.iter().sum::<f64>()
        }));
        let most = chances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for chance in &mut chances {
            *chance = exp(*chance - most);
        }
        let total: f64 = chances.iter().sum();
        for chance in &mut chances {
            *chance /= total;
        }
        self.chances = chances;
    }

    fn learn(&mut self, lesson: &Lesson, step: f64) {
        self.foretell(lesson);
        for (i, features) in lesson.moves.iter().enumerate() {
            let gradient = f64::from(lesson.shares[i]) - self.chances[i];
            for place in self.places(features) {
                self.squares[place] += gradient * gradient;
                self.weights[place] += step * gradient / self.squares[place].sqrt();
            }
        }
    }

    fn quality(&mut self, lessons: &[Lesson]) -> Quality {
        let mut quality = Quality::default();
        for lesson in lessons {
            self.foretell(lesson);
            let pairs = lesson.shares.iter().zip(&self.chances);
            let surprise = pairs.map(|(share, chance)| -f64::from(*share) * chance.max(1e-12).ln());
            quality.surprise += surprise.sum::<f64>();
            let is_first = first(&self.chances) == first(&lesson.shares);
            quality.first += f64::from(u8::from(is_first));
        }
        let count = lessons.len().max(1) as f64;
        Quality {
            surprise: quality.surprise / count,
            first: quality.first / count,
        }
    }
}

/// Index of the largest value.
fn first<T: PartialOrd>(values: &[T]) -> Option<usize> {
    let indices = 0..values.len();
    indices.reduce(|best, i| if values[i] > values[best] { i } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A choice between a move next to the last stone, which got three quarters of the visits, and one far away.
    fn lesson() -> Lesson {
        let features = |ring| {
            let mut features = Features::default();
            features[Group::Ring as usize] = ring;
            features
        };
        Lesson {
            moves: vec![features(1), features(4)],
            shares: vec![0.75, 0.25],
        }
    }

    #[test]
    fn chances_come_to_the_shares() {
        let lessons = vec![lesson(); 2000];
        let mut last = Quality::default();
        let model = fit(&lessons, |quality| last = quality);
        let [near, far] = [0, 1].map(|i| f64::from(model.score(&lesson().moves[i])) / 100.0);
        // The logarithm of three.
        assert!((near - far - 1.0986).abs() < 0.02, "{}", near - far);
        // The entropy of a choice of 3 to 1.
        assert!((last.surprise - 0.5623).abs() < 0.001, "{last:?}");
        assert!((last.first - 1.0).abs() < 1e-9);
    }
}
