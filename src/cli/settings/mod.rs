//! The settings that every command shares.

mod engine;
mod game;
mod ponder;

use clap::Args;

use engine::EngineSettings;
use game::GameSettings;

pub(super) use ponder::PonderSettings;

/// What to play on and how to play. One struct for all commands, before or after the command's name.
#[derive(Clone, Debug, Args)]
pub(super) struct Settings {
    #[command(flatten)]
    pub(super) game: GameSettings,
    #[command(flatten)]
    pub(super) engine: EngineSettings,
}
