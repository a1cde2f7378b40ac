//! Evaluates every position of a game and finds the mistakes. Each search starts with an empty tree and the same seed,
//! so the number of threads does not change the result. Also the figures of one search, as text and as JSON.

mod analyze;
mod job;
mod position;
mod review;
mod summary;
#[cfg(test)]
mod tests;

pub use analyze::analyze;
pub use job::AnalysisJob;
pub use position::{PositionEvaluation, PositionValue};
pub use review::{Analysis, MoveReview};
pub use summary::{Losses, MISTAKE_SIZES, PlayerSummary};
