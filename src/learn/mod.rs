//! The weights of the [move model](crate::candidates::moves), learned from the program's own games.
//!
//! [`play`] makes the games, and [`fit()`] finds the weights under which the moves that their searches preferred are
//! likeliest.

mod fit;
mod games;
mod lesson;

pub use fit::{Quality, fit};
pub use games::{Record, School, Turn, play};
pub use lesson::{BadRecord, Lesson, lessons};
