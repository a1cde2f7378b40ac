//! Games of the engine against itself, to train a network with what its searches found.
//!
//! Sources of the method: Danihelka et al., "Policy improvement by planning with Gumbel", 2022; Wu, "Accelerating self-play
//! learning in Go", 2019, and the settings of `KataGo` for small boards.

mod folder;
mod game;
mod record;
mod settings;
mod start;
#[cfg(test)]
mod tests;

pub use folder::Folder;
pub use game::{GameEnd, PlayedGame, Player};
pub use record::{GameRecord, PositionRecord};
pub use settings::SelfPlaySettings;
