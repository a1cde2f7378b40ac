//! Games of the engine against itself, to learn from what its searches found. [`SelfPlayer`] plays them; a [`GameRecord`] holds
//! what a network learns.
//!
//! Sources of the method: Danihelka et al., "Policy improvement by planning with Gumbel", 2022; Wu, "Accelerating self-play
//! learning in Go", 2019, and the settings of `KataGo` for small boards.

mod folder;
mod player;
mod record;
#[cfg(test)]
mod tests;

pub use folder::Folder;
pub use player::{GameEnd, MoveChoice, MoveSearch, PlayedGame, SelfPlaySettings, SelfPlayer};
pub use record::{GameRecord, PositionRecord};
