//! A model of likely moves, learned from the program's own games.
//!
//! A move has one category of each [`Feature`]. The [`Model`] has a weight for each category, and a vector for its
//! interaction with others. A move's probability is proportional to the exponential of the sum of its weights and of the
//! products of all pairs of its vectors.
//! Sources: Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007, for the weights; Wistuba and
//! Schmidt-Thieme, "Move Prediction in Go - Modelling Feature Interactions Using Latent Factors", 2013, for the vectors.

mod extractor;
mod feature;

pub use extractor::{FeatureExtractor, Features, MoveContext};
pub use feature::Feature;

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use feature::{class_name, parse_class};

/// Text of the model in the program.
pub const EMBEDDED: &str = include_str!("../../../../data/moves.txt");

/// Weights and vectors are stored in hundredths.
const UNIT: i32 = 100;

/// Scores are in units of 1 / `SCORE_UNIT`, so that half the product of two numbers of vectors is a whole number.
const SCORE_UNIT: i32 = 2 * UNIT * UNIT;

/// Length of a category's vector. Eight predict moves better than four; sixteen gain 0.007 nats for twice the work.
pub const DIMENSIONS: usize = 8;

/// Largest number of a vector, in hundredths. It is small enough that no sum of squares overflows.
const MAX_NUMBER: i16 = 5 * UNIT as i16;

/// The weights of a category.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weight {
    /// Natural logarithm of the factor by which the category makes a move likelier.
    pub alone: f64,
    /// The logarithm of the additional factor for two categories is the product of their vectors. Numbers from -5 to 5.
    pub vector: [f64; DIMENSIONS],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct RoundedWeight {
    alone: i16,
    vector: [i16; DIMENSIONS],
}

/// Weights of all categories.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    weights: [Vec<RoundedWeight>; Feature::COUNT],
}

/// Error for an invalid line of a model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: expected `GROUP CATEGORY WEIGHT` and a vector of {DIMENSIONS}, found `{text}`"
)]
pub struct ParseModelError {
    /// Line of the text, counted from one.
    pub line: usize,
    pub text: String,
}

impl Model {
    /// The weights of `data/moves.txt` as they were when the program was built.
    pub fn embedded() -> &'static Self {
        static MODEL: LazyLock<Model> = LazyLock::new(|| {
            // A test proves that the embedded text is well-formed.
            EMBEDDED.parse().unwrap_or_else(|_| Model::uniform())
        });
        &MODEL
    }

    /// A model for which all moves are equally likely.
    pub fn uniform() -> Self {
        Self::from_weights(|_, _| Weight::default())
    }

    /// The model with the weights that a function gives for each category, rounded to hundredths.
    pub fn from_weights(weight: impl Fn(Feature, usize) -> Weight) -> Self {
        let rounded = |number: f64| (f64::from(UNIT) * number).round() as i16;
        let round = |weight: Weight| RoundedWeight {
            alone: rounded(weight.alone),
            vector: (weight.vector).map(|number| rounded(number).clamp(-MAX_NUMBER, MAX_NUMBER)),
        };
        Self {
            weights: Feature::all().map(|feature| {
                let categories = 0..feature.category_count();
                categories
                    .map(|category| round(weight(feature, category)))
                    .collect()
            }),
        }
    }

    /// Natural logarithm of a move's relative probability, for [`probabilities`]: the sum of its weights and of the
    /// products of all pairs of its vectors. Twice the sum of these products is the square of the vectors' sum minus
    /// their own squares.
    pub fn score(&self, features: &Features) -> i32 {
        let mut score = 0;
        let mut sum = [0; DIMENSIONS];
        for (weights, &category) in self.weights.iter().zip(features) {
            let RoundedWeight { alone, vector } = weights[usize::from(category)];
            score += 2 * UNIT * i32::from(alone);
            for (sum, number) in sum.iter_mut().zip(vector.map(i32::from)) {
                *sum += number;
                score -= number * number;
            }
        }
        score + sum.map(|number| number * number).iter().sum::<i32>()
    }
}

/// The probabilities of moves with these scores; they add up to one.
pub fn probabilities(scores: &[i32]) -> Vec<f64> {
    let max_score = scores.iter().copied().max().unwrap_or_default();
    let factors = scores
        .iter()
        .map(|score| exp(f64::from(score - max_score) / f64::from(SCORE_UNIT)));
    let mut probabilities: Vec<f64> = factors.collect();
    let total: f64 = probabilities.iter().sum();
    for probability in &mut probabilities {
        *probability /= total;
    }
    probabilities
}

/// The exponential of `x <= 0`, with the same bits on every machine: only basic IEEE operations. Zero below -30,
/// else within 10^-6: `e^x = (e^(x / 1024))^1024`, with the first four terms of the series for the inner one.
pub fn exp(x: f64) -> f64 {
    debug_assert!(x <= 0.0);
    if x < -30.0 {
        return 0.0;
    }
    let y = x / 1024.0;
    let mut power = 1.0 + y * (1.0 + y / 2.0 * (1.0 + y / 3.0 * (1.0 + y / 4.0)));
    for _ in 0..10 {
        power *= power;
    }
    power
}

impl FromStr for Model {
    type Err = ParseModelError;

    /// Reads lines `GROUP CATEGORY WEIGHT NUMBER...`, in hundredths; missing categories have zeros. `;` starts a comment line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut model = Self::uniform();
        for (number, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with(';') {
                continue;
            }
            model.read(line).ok_or_else(|| ParseModelError {
                line: number + 1,
                text: line.to_owned(),
            })?;
        }
        Ok(model)
    }
}

impl Model {
    fn read(&mut self, line: &str) -> Option<()> {
        let mut words = line.split_whitespace();
        let (feature, category) = (words.next()?, words.next()?);
        let mut known = Feature::NAMED.into_iter();
        let (feature, _) = known.find(|(_, name)| *name == feature)?;
        let category = match feature {
            Feature::Neighborhood => parse_class(category)?.into(),
            _ => category.parse::<usize>().ok()?,
        };
        let numbers = words.map(|word| word.parse().ok());
        let [alone, vector @ ..]: [i16; 1 + DIMENSIONS] =
            numbers.collect::<Option<Vec<_>>>()?.try_into().ok()?;
        let fits = |number: &i16| (-MAX_NUMBER..=MAX_NUMBER).contains(number);
        let weight = self.weights[feature as usize].get_mut(category)?;
        *weight = Some(RoundedWeight { alone, vector }).filter(|_| vector.iter().all(fits))?;
        Some(())
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (feature, name) in Feature::NAMED {
            for (category, weight) in self.weights[feature as usize].iter().enumerate() {
                if *weight == RoundedWeight::default() {
                    continue;
                }
                let category = match feature {
                    Feature::Neighborhood => class_name(category as u16),
                    _ => category.to_string(),
                };
                write!(f, "{name} {category} {}", weight.alone)?;
                for number in weight.vector {
                    write!(f, " {number}")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_model_is_well_formed_and_not_uniform() {
        let model: Model = EMBEDDED.parse().unwrap();
        assert!(model != Model::uniform());
        assert_eq!(model.to_string().parse(), Ok(model));
    }

    #[test]
    fn a_bad_line_is_named() {
        for line in [
            "capture 1",
            "capture 1 2",
            "capture 1 2 0 0 0 0 0 0 0 0 0",
            "capture 99 1 0 0 0 0 0 0 0 0",
            "capture one 1 0 0 0 0 0 0 0 0",
            "luck 1 1 0 0 0 0 0 0 0 0",
            "shape XO 1 0 0 0 0 0 0 0 0",
            "shape ........X 1 0 0 0 0 0 0 0 0",
            "shape XOXOXOX? 1 0 0 0 0 0 0 0 0",
            "ring 1 100000 0 0 0 0 0 0 0 0",
            "ring 1 1 0 0 0 0 0 0 0 501",
            "ring 1 1 0 0 0 0 0 0 0 -501",
        ] {
            let error = format!("; a comment\n\nring 1 20 1 2 3 4 5 6 -7 500\n{line}\n")
                .parse::<Model>()
                .unwrap_err();
            assert_eq!((error.line, error.text.as_str()), (4, line));
        }
    }

    #[test]
    fn the_exponential_is_right() {
        for x in [0.0, -1e-6, -0.5, -1.0, -3.7, -12.0, -29.9] {
            assert!((exp(x) / f64::exp(x) - 1.0).abs() < 1e-6, "{x}");
        }
        assert!(exp(-31.0) < f64::MIN_POSITIVE);
    }

    #[test]
    fn a_score_is_the_sum_of_the_weights_and_of_the_products_of_pairs() {
        let model: Model = "ring 1 20 100 0 0 0 0 0 0 50\nlast 2 -5 200 0 0 7 0 0 0 -100\neye 1 3 -10 0 0 0 0 0 0 0"
            .parse()
            .unwrap();
        let mut features = Features::default();
        for (feature, category) in [(Feature::Ring, 1), (Feature::Last, 2), (Feature::Eye, 1)] {
            features[feature as usize] = category;
        }
        // 0.20 - 0.05 + 0.03, and 1 * 2 - 0.5 * 1 of the first two, -0.1 * 1 and -0.1 * 2 of them with the third.
        let expected = 0.18 + 1.5 - 0.3;
        let score = f64::from(model.score(&features)) / f64::from(SCORE_UNIT);
        assert!((score - expected).abs() < 1e-9, "{score}");
    }

    #[test]
    fn probabilities_are_proportional_to_the_exponentials_of_the_scores() {
        let score = SCORE_UNIT * 69 / 100;
        let [a, b, c] = probabilities(&[0, score, score])[..] else {
            panic!()
        };
        assert!((a + b + c - 1.0).abs() < 1e-12);
        // e^0.69 = 1.99372.
        assert!((b / a - 1.993_72).abs() < 1e-5);
        assert!((b - c).abs() < 1e-12);
    }
}
