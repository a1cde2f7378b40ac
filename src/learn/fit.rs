//! Weights under which the preferred moves are likeliest.
//!
//! The measure is the cross entropy between the shares of a search's visits and the chances that the model gives. It
//! is made small by stochastic gradient descent with the steps of Adagrad (Duchi, Hazan and Singer, "Adaptive
//! Subgradient Methods for Online Learning and Stochastic Optimization", 2011), which suit categories as rare as some
//! shapes are.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::Lesson;
use crate::candidates::moves::{DIMENSIONS, Feature, Features, Model, Weight, exp};

/// How often every lesson is looked at.
const PASSES: u32 = 8;

/// Length of a step in the first pass, before Adagrad shortens it. It shrinks from pass to pass.
const STEP: f64 = 0.05;

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
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut lessons: Vec<&Lesson> = lessons.iter().collect();
    let mut learner = Learner::new(&mut rng);
    for pass in 0..PASSES {
        lessons.shuffle(&mut rng);
        let step = STEP * f64::from(PASSES - pass) / f64::from(PASSES);
        for lesson in &lessons {
            learner.learn(lesson, step);
        }
        on_pass(learner.quality(tests));
    }
    Model::from_weights(|feature, category| {
        learner.weight(learner.offsets[feature as usize] + category)
    })
}

/// A number that is learned.
#[derive(Clone, Copy, Debug)]
struct Number {
    value: f64,
    /// The sum of the squares of its gradients so far. Above zero from the start, so that the first step is no jump.
    squares: f64,
}

impl Number {
    const fn new(value: f64) -> Self {
        Self {
            value,
            squares: 1e-3,
        }
    }

    /// A step of Adagrad.
    fn climb(&mut self, gradient: f64, step: f64) {
        self.squares += gradient * gradient;
        self.value += step * gradient / self.squares.sqrt();
    }
}

/// A category's weight, being learned: what it says alone, and its vector.
#[derive(Clone, Copy, Debug)]
struct Category {
    alone: Number,
    vector: [Number; DIMENSIONS],
}

/// The weights of all categories.
struct Learner {
    categories: Vec<Category>,
    /// By feature: where its categories begin.
    offsets: [usize; Feature::ALL.len()],
    /// Room for the chances of one lesson's moves.
    probabilities: Vec<f64>,
    /// The sums of their vectors.
    sums: Vec<[f64; DIMENSIONS]>,
}

impl Learner {
    /// Knows nothing. Vectors start with small random numbers: zeros would never change.
    fn new(rng: &mut Xoshiro256PlusPlus) -> Self {
        let mut offsets = [0; Feature::ALL.len()];
        let mut total = 0;
        for feature in Feature::ALL {
            offsets[feature as usize] = total;
            total += feature.category_count();
        }
        let mut category = || Category {
            alone: Number::new(0.0),
            vector: [(); DIMENSIONS].map(|()| Number::new(rng.random_range(-0.05..0.05))),
        };
        Self {
            categories: (0..total).map(|_| category()).collect(),
            offsets,
            probabilities: Vec::new(),
            sums: Vec::new(),
        }
    }

    /// What has been learned of a category. One that never came says nothing.
    fn weight(&self, place: usize) -> Weight {
        let Category { alone, vector } = self.categories[place];
        if alone.squares <= Number::new(0.0).squares {
            return Weight::default();
        }
        Weight {
            alone: alone.value,
            vector: vector.map(|number| number.value),
        }
    }

    /// Where the categories of a move are.
    fn places(&self, features: &Features) -> [usize; Feature::ALL.len()] {
        std::array::from_fn(|feature| self.offsets[feature] + usize::from(features[feature]))
    }

    /// Works out the chances of a lesson's moves, and the sums of their vectors.
    fn foretell(&mut self, lesson: &Lesson) {
        let mut probabilities = std::mem::take(&mut self.probabilities);
        probabilities.clear();
        self.sums.clear();
        for features in &lesson.moves {
            let mut score = 0.0;
            let mut sum = [0.0; DIMENSIONS];
            for place in self.places(features) {
                let Category { alone, vector } = &self.categories[place];
                score += alone.value;
                for (sum, number) in sum.iter_mut().zip(vector) {
                    *sum += number.value;
                    score -= number.value * number.value / 2.0;
                }
            }
            score += sum.map(|sum| sum * sum / 2.0).iter().sum::<f64>();
            probabilities.push(score);
            self.sums.push(sum);
        }
        let most = probabilities
            .iter()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        for chance in &mut probabilities {
            *chance = exp(*chance - most);
        }
        let total: f64 = probabilities.iter().sum();
        for chance in &mut probabilities {
            *chance /= total;
        }
        self.probabilities = probabilities;
    }

    /// Takes a step for each move in turn. Sums stay as they were before the first of them.
    fn learn(&mut self, lesson: &Lesson, step: f64) {
        self.foretell(lesson);
        for (i, features) in lesson.moves.iter().enumerate() {
            let gradient = f64::from(lesson.shares[i]) - self.probabilities[i];
            for place in self.places(features) {
                let Category { alone, vector } = &mut self.categories[place];
                alone.climb(gradient, step);
                for (number, sum) in vector.iter_mut().zip(self.sums[i]) {
                    number.climb(gradient * (sum - number.value), step);
                }
            }
        }
    }

    fn quality(&mut self, lessons: &[Lesson]) -> Quality {
        let mut quality = Quality::default();
        for lesson in lessons {
            self.foretell(lesson);
            let pairs = lesson.shares.iter().zip(&self.probabilities);
            let surprise = pairs.map(|(share, chance)| -f64::from(*share) * chance.max(1e-12).ln());
            quality.surprise += surprise.sum::<f64>();
            let is_first = first(&self.probabilities) == first(&lesson.shares);
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
    use crate::candidates::moves::probabilities;

    fn features(ring: u16, eye: u16) -> Features {
        let mut features = Features::default();
        features[Feature::Ring as usize] = ring;
        features[Feature::Eye as usize] = eye;
        features
    }

    /// The chances that a model gives to the moves of a lesson, after many of its kind.
    fn learned(lesson: &Lesson) -> (Vec<f64>, Quality) {
        let lessons = vec![lesson.clone(); 2000];
        let mut last = Quality::default();
        let model = fit(&lessons, |quality| last = quality);
        let scores = lesson.moves.iter().map(|features| model.score(features));
        (probabilities(&scores.collect::<Vec<_>>()), last)
    }

    #[test]
    fn chances_come_to_the_shares() {
        let (probabilities, quality) = learned(&Lesson {
            moves: vec![features(1, 0), features(4, 0)],
            shares: vec![0.75, 0.25],
        });
        // The logarithm of three, up to what rounding to hundredths takes from two weights and sixteen numbers.
        let odds = (probabilities[0] / probabilities[1]).ln();
        assert!((odds - 1.0986).abs() < 0.03, "{odds}");
        // The entropy of a choice of 3 to 1.
        assert!((quality.surprise - 0.5623).abs() < 0.001, "{quality:?}");
        assert!((quality.first - 1.0).abs() < 1e-9);
    }

    #[test]
    fn what_two_categories_say_together_is_learned() {
        // No sum of weights of single categories can tell these moves apart.
        let (probabilities, _) = learned(&Lesson {
            moves: vec![
                features(1, 1),
                features(1, 2),
                features(2, 1),
                features(2, 2),
            ],
            shares: vec![0.4, 0.1, 0.1, 0.4],
        });
        for (chance, share) in probabilities.iter().zip([0.4, 0.1, 0.1, 0.4]) {
            assert!((chance - share).abs() < 0.02, "{probabilities:?}");
        }
    }
}
