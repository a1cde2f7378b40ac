//! How likely a strong player is to make a move: a model learned from the program's own games.
//!
//! [`Features`] say what can be seen of a move, one category from each [`Feature`]; [`Model`] has a weight for each
//! category, and a vector that says how it goes together with others. A move's chance is the exponential of the sum of its
//! weights and of the products of its vectors, as a share of that of all legal moves.
//!
//! Sources: Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007, for the weights; Wistuba and
//! Schmidt-Thieme, "Move Prediction in Go - Modelling Feature Interactions Using Latent Factors", 2013, for the vectors.

mod extractor;
mod feature;
mod model;
mod neighborhood_class;

pub use extractor::{FeatureExtractor, Features, MoveContext};
pub use feature::Feature;
pub use model::{DIMENSIONS, Model, ParseModelError, Weight, exp, probabilities};
