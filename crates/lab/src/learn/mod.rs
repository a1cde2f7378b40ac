//! Learns the weights of the [move model](tao_engine::candidates::moves) from games of the program against itself.
//!
//! [`game_settings`] says how [`selfplay`](crate::selfplay) plays the games; [`fit()`] finds the weights that best predict the
//! moves preferred by their searches.

mod fit;
mod games;
mod training;

pub use fit::{FitQuality, fit};
pub use games::{SelfPlayGame, SelfPlayMove, game_settings};
pub use training::{SelfPlayGameError, TrainingPosition, training_positions};
