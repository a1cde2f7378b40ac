//! The weights of the categories, and the chances of moves that follow from them.

use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use super::features::Features;
use super::group::Group;
use super::shape;

/// The weights that the binary carries.
const EMBEDDED: &str = include_str!("../../../patterns/moves.txt");

/// Weights in units of one part in so many.
const UNIT: f64 = 100.0;

/// Weights of all categories: the natural logarithm of how much likelier a category makes a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// By group and category, in hundredths.
    weights: [Vec<i16>; Group::ALL.len()],
}

/// Where and why a text is no model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: expected `GROUP CATEGORY WEIGHT`, found `{text}`")]
pub struct ParseModelError {
    /// Line of the text, counted from one.
    pub line: usize,
    /// What is there.
    pub text: String,
}

impl Model {
    /// The weights of `patterns/moves.txt` as they were when the program was built.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static MODEL: LazyLock<Model> = LazyLock::new(|| {
            // A test proves that the embedded text is well-formed.
            EMBEDDED.parse().unwrap_or_else(|_| Model::ignorant())
        });
        &MODEL
    }

    /// All moves are equally likely.
    #[must_use]
    pub fn ignorant() -> Self {
        Self {
            weights: Group::ALL.map(|group| vec![0; group.size()]),
        }
    }

    /// The model with the weights that a function gives for each category, rounded to hundredths.
    #[must_use]
    pub fn from_weights(weight: impl Fn(Group, usize) -> f64) -> Self {
        Self {
            weights: Group::ALL.map(|group| {
                (0..group.size())
                    .map(|category| (UNIT * weight(group, category)).round() as i16)
                    .collect()
            }),
        }
    }

    /// The sum of a move's weights: the natural logarithm of its chance, up to what all moves of the position have in
    /// common, in hundredths.
    #[inline]
    #[must_use]
    pub fn score(&self, features: &Features) -> i32 {
        let weights = self.weights.iter().zip(features);
        weights
            .map(|(weights, &category)| i32::from(weights[usize::from(category)]))
            .sum()
    }
}

/// The chances of moves with these scores, if one of them is made: they add up to one.
#[must_use]
pub fn chances(scores: &[i32]) -> Vec<f64> {
    let most = scores.iter().copied().max().unwrap_or_default();
    let factors = scores
        .iter()
        .map(|score| exp(f64::from(score - most) / UNIT));
    let mut chances: Vec<f64> = factors.collect();
    let total: f64 = chances.iter().sum();
    for chance in &mut chances {
        *chance /= total;
    }
    chances
}

/// The exponential of a number that is zero or less, the same to the last bit on every machine: only IEEE basic
/// operations. Zero below -30; otherwise right to one part in 10^6.
///
/// `e^x = (e^(x / 1024))^1024`, with the first four terms of the series for the inner one.
#[must_use]
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

    /// Reads lines `GROUP CATEGORY WEIGHT`, the weight in hundredths; what is left out weighs nothing. Lines that
    /// start with `;` and blank lines are comments.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut model = Self::ignorant();
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
        let [group, category, weight] = line
            .split_whitespace()
            .collect::<Vec<_>>()
            .try_into()
            .ok()?;
        let group = Group::ALL.into_iter().find(|known| known.name() == group)?;
        let category = match group {
            Group::Shape => shape::parse(category)?.into(),
            _ => category.parse::<usize>().ok()?,
        };
        *self.weights[group as usize].get_mut(category)? = weight.parse().ok()?;
        Some(())
    }
}

impl fmt::Display for Model {
    /// The format that [`FromStr`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for group in Group::ALL {
            for (category, &weight) in self.weights[group as usize].iter().enumerate() {
                if weight == 0 {
                    continue;
                }
                match group {
                    Group::Shape => {
                        writeln!(
                            f,
                            "{} {} {weight}",
                            group.name(),
                            shape::name(category as u16)
                        )?;
                    }
                    _ => writeln!(f, "{} {category} {weight}", group.name())?,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_model_is_well_formed_and_knows_something() {
        let model: Model = EMBEDDED.parse().unwrap();
        assert!(model != Model::ignorant());
        assert_eq!(model.to_string().parse(), Ok(model));
    }

    #[test]
    fn a_bad_line_is_named() {
        for line in [
            "capture 1",
            "capture 1 2 3",
            "capture 99 1",
            "capture one 1",
            "luck 1 1",
            "shape XO 1",
            "shape ........X 1",
            "shape XOXOXOX? 1",
            "ring 1 100000",
        ] {
            let error = format!("; a comment\n\nring 1 20\n{line}\n")
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
    fn chances_go_by_the_exponential_of_the_scores() {
        let [a, b, c] = chances(&[0, 69, 69])[..] else {
            panic!()
        };
        assert!((a + b + c - 1.0).abs() < 1e-12);
        // e^0.69 = 1.99372.
        assert!((b / a - 1.993_72).abs() < 1e-5);
        assert!((b - c).abs() < 1e-12);
    }
}
