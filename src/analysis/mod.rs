//! Evaluates every position of a game and finds the mistakes.
//!
//! Every position is searched independently, with an empty tree and the same seed: the same settings give the same
//! analysis for any number of threads.

mod job;
mod position;
mod review;
#[cfg(test)]
mod tests;
mod tree_sgf;

pub use job::{AnalysisJob, analyze};
pub use position::{PositionEvaluation, PositionValue};
pub use review::{Analysis, MIN_MISTAKE, MoveReview};
pub use tree_sgf::write_tree;
