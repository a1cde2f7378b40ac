//! Fits the weights of the move model to the preferences of searches.
//!
//! Minimizes the cross entropy between the visit shares of searches and the model's probabilities by stochastic
//! gradient descent with Adagrad steps (Duchi, Hazan and Singer, 2011), which suit rare categories.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};

use super::TrainingPosition;
use tao_engine::raw::candidates::moves::{DIMENSIONS, Feature, Features, Model, Weight, exp};

const PASSES: u32 = 8;

/// Step size in the first pass, before Adagrad scales it. It shrinks linearly from pass to pass.
const STEP: f64 = 0.05;

/// One position in this many is kept for the test.
const TEST_INTERVAL: usize = 10;

/// How well a model predicts positions that it was not fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FitQuality {
    /// Mean cross entropy in nats: 0 is certainty, 4 is a uniform choice of about fifty moves.
    pub cross_entropy: f64,
    /// Share of the positions whose most visited move has the highest probability, in [0, 1].
    pub accuracy: f64,
}

/// Fits weights to nine in ten of the positions, and passes the quality on the others to `on_pass` after each pass.
pub fn fit(positions: &[TrainingPosition], mut on_pass: impl FnMut(FitQuality)) -> Model {
    let (tests, positions) = positions.split_at(positions.len() / TEST_INTERVAL);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut positions: Vec<&TrainingPosition> = positions.iter().collect();
    let mut learner = Learner::new(&mut rng);
    for pass in 0..PASSES {
        positions.shuffle(&mut rng);
        let step = STEP * f64::from(PASSES - pass) / f64::from(PASSES);
        for position in &positions {
            learner.learn(position, step);
        }
        on_pass(learner.quality(tests));
    }
    Model::from_weights(|feature, category| {
        learner.weight(learner.offsets[feature as usize] + category)
    })
}

#[derive(Clone, Copy, Debug)]
struct FitParameter {
    value: f64,
    /// Sum of the squares of its gradients so far; above zero from the start, to bound the first step.
    squares: f64,
}

impl FitParameter {
    const fn new(value: f64) -> Self {
        Self {
            value,
            squares: 1e-3,
        }
    }

    fn update(&mut self, gradient: f64, step: f64) {
        self.squares += gradient * gradient;
        self.value += step * gradient / self.squares.sqrt();
    }
}

#[derive(Clone, Copy, Debug)]
struct CategoryParameters {
    alone: FitParameter,
    vector: [FitParameter; DIMENSIONS],
}

struct Learner {
    categories: Vec<CategoryParameters>,
    /// By feature: index of its first category.
    offsets: [usize; Feature::COUNT],
}

impl Learner {
    /// Starts with weights of 0 and small random vectors: vectors of zeros would never change.
    fn new(rng: &mut Xoshiro256PlusPlus) -> Self {
        let mut offsets = [0; Feature::COUNT];
        let mut total = 0;
        for feature in Feature::all() {
            offsets[feature as usize] = total;
            total += feature.category_count();
        }
        let mut category = || CategoryParameters {
            alone: FitParameter::new(0.0),
            vector: [(); DIMENSIONS].map(|()| FitParameter::new(rng.random_range(-0.05..0.05))),
        };
        Self {
            categories: (0..total).map(|_| category()).collect(),
            offsets,
        }
    }

    /// The learned weight of a category; 0 if no position had it.
    fn weight(&self, index: usize) -> Weight {
        let CategoryParameters { alone, vector } = self.categories[index];
        if alone.squares <= FitParameter::new(0.0).squares {
            return Weight::default();
        }
        Weight {
            alone: alone.value,
            vector: vector.map(|parameter| parameter.value),
        }
    }

    fn indices(&self, features: &Features) -> [usize; Feature::COUNT] {
        std::array::from_fn(|feature| self.offsets[feature] + usize::from(features[feature]))
    }

    /// The probability of each move, and the sum of the vectors of its categories.
    fn predict(&self, position: &TrainingPosition) -> (Vec<f64>, Vec<[f64; DIMENSIONS]>) {
        let moves = position.moves.iter();
        let (scores, sums): (Vec<f64>, Vec<_>) = moves.map(|features| self.score(features)).unzip();
        let max = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let factors: Vec<f64> = scores.iter().map(|score| exp(score - max)).collect();
        let total: f64 = factors.iter().sum();
        let probabilities = factors.iter().map(|factor| factor / total);
        (probabilities.collect(), sums)
    }

    fn score(&self, features: &Features) -> (f64, [f64; DIMENSIONS]) {
        let mut score = 0.0;
        let mut sum = [0.0; DIMENSIONS];
        for index in self.indices(features) {
            let CategoryParameters { alone, vector } = &self.categories[index];
            score += alone.value;
            for (sum, parameter) in sum.iter_mut().zip(vector) {
                *sum += parameter.value;
                score -= parameter.value * parameter.value / 2.0;
            }
        }
        score += sum.map(|sum| sum * sum / 2.0).iter().sum::<f64>();
        (score, sum)
    }

    /// Takes a step for each move in turn. The prediction is not updated in between.
    fn learn(&mut self, position: &TrainingPosition, step: f64) {
        let (probabilities, sums) = self.predict(position);
        for (i, features) in position.moves.iter().enumerate() {
            let gradient = f64::from(position.shares[i]) - probabilities[i];
            for index in self.indices(features) {
                let CategoryParameters { alone, vector } = &mut self.categories[index];
                alone.update(gradient, step);
                for (parameter, sum) in vector.iter_mut().zip(sums[i]) {
                    parameter.update(gradient * (sum - parameter.value), step);
                }
            }
        }
    }

    fn quality(&self, positions: &[TrainingPosition]) -> FitQuality {
        let (mut entropy, mut correct) = (0.0, 0);
        for position in positions {
            let (probabilities, _) = self.predict(position);
            let pairs = position.shares.iter().zip(&probabilities);
            let terms = pairs.map(|(&share, p)| -f64::from(share) * p.max(1e-12).ln());
            entropy += terms.sum::<f64>();
            correct += u32::from(index_of_max(&probabilities) == index_of_max(&position.shares));
        }
        let count = positions.len().max(1) as f64;
        FitQuality {
            cross_entropy: entropy / count,
            accuracy: f64::from(correct) / count,
        }
    }
}

fn index_of_max<T: PartialOrd>(values: &[T]) -> Option<usize> {
    let indices = 0..values.len();
    indices.reduce(|best, i| if values[i] > values[best] { i } else { best })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_engine::raw::candidates::moves::probabilities;

    fn features(ring: u16, eye: u16) -> Features {
        let mut features = Features::default();
        features[Feature::Ring as usize] = ring;
        features[Feature::Eye as usize] = eye;
        features
    }

    /// Fits a model to many copies of a position, and returns the probabilities of its moves.
    fn fitted(position: &TrainingPosition) -> (Vec<f64>, FitQuality) {
        let positions = vec![position.clone(); 2000];
        let mut last = FitQuality::default();
        let model = fit(&positions, |quality| last = quality);
        let scores = position.moves.iter().map(|features| model.score(features));
        (probabilities(&scores.collect::<Vec<_>>()), last)
    }

    #[test]
    fn probabilities_converge_to_the_shares() {
        let (probabilities, quality) = fitted(&TrainingPosition {
            moves: vec![features(1, 0), features(4, 0)],
            shares: vec![0.75, 0.25],
        });
        // The logarithm of three, up to the rounding of two weights and sixteen numbers to hundredths.
        let odds = (probabilities[0] / probabilities[1]).ln();
        assert!((odds - 1.0986).abs() < 0.03, "{odds}");
        // The entropy of a choice of 3 to 1.
        assert!(
            (quality.cross_entropy - 0.5623).abs() < 0.001,
            "{quality:?}"
        );
        assert!((quality.accuracy - 1.0).abs() < 1e-9);
    }

    #[test]
    fn interactions_of_two_categories_are_learned() {
        // No sum of weights of single categories can tell these moves apart.
        let (probabilities, _) = fitted(&TrainingPosition {
            moves: vec![
                features(1, 1),
                features(1, 2),
                features(2, 1),
                features(2, 2),
            ],
            shares: vec![0.4, 0.1, 0.1, 0.4],
        });
        for (probability, share) in probabilities.iter().zip([0.4, 0.1, 0.1, 0.4]) {
            assert!((probability - share).abs() < 0.02, "{probabilities:?}");
        }
    }
}
