//! Learns the weights of the [move model](crate::candidates::moves) from games of the program against itself.
//!
//! [`play_game`] plays the games; [`fit()`] finds the weights that best predict the moves preferred by their searches.

mod fit;
mod self_play;
mod training;

pub use fit::{FitQuality, fit};
pub use self_play::{SelfPlayGame, SelfPlayMove, play_game};
pub use training::{SelfPlayGameError, TrainingPosition, training_positions};
