//! A model of likely moves, learned from the program's own games.
//!
//! A move has one category of each [`Feature`]. The [`Model`] has a weight for each category, and a vector for its
//! interaction with others. A move's probability is proportional to the exponential of the sum of its weights and of the
//! products of all pairs of its vectors.
//! Sources: Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007, for the weights; Wistuba and
//! Schmidt-Thieme, "Move Prediction in Go - Modelling Feature Interactions Using Latent Factors", 2013, for the vectors.

mod extractor;
mod feature;
mod model;
mod neighborhood_class;

pub use extractor::{FeatureExtractor, Features, MoveContext};
pub use feature::Feature;
pub use model::{DIMENSIONS, EMBEDDED, Model, ParseModelError, Weight, exp, probabilities};
