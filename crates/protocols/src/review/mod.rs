//! What a move lost: the positions before and after it are searched alike, and compared.

mod class;
mod evaluation;
mod move_review;
mod reason;
mod sentence;
mod slices;

pub use crate::schema::MistakeClass;
pub use class::{Loss, MistakeSizes};
pub use evaluation::{PositionEvaluation, PositionValue, SEED, engine, evaluate};
pub use move_review::MoveReview;
pub use reason::{Attack, Cause, Reason, Rescue, Stones, reason};
pub use sentence::Language;
pub use slices::SlicedReview;
