//! How likely a strong player is to make a move: a model learned from the program's own games.
//!
//! [`Features`] say what can be seen of a move, one category from each [`Group`]; [`Model`] has a weight for each
//! category. A move's chance is the exponential of the sum of its weights, as a share of that of all legal moves: the
//! generalized Bradley-Terry model of Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", 2007.

mod features;
mod group;
mod model;
mod shape;

pub use features::{Features, Observer, Sight};
pub use group::Group;
pub use model::{Model, ParseModelError, chances, exp};
