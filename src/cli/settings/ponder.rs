//! Thinking in the opponent's time, for the protocols in which a game has an opponent who thinks.

use clap::Args;

use super::engine::EngineSettings;
use crate::cli::error::Error;
use crate::game::{Engine, Settings};
use crate::playout::Switch;

/// Whether to think in the opponent's time.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Engine")]
pub(in crate::cli) struct PonderSettings {
    /// Think in the opponent's time, too: then not even a seed gives the same game
    #[arg(long)]
    ponder: bool,
}

impl PonderSettings {
    /// An engine that plays as asked.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a search setting that does not exist or cannot have the value, or that makes
    /// pondering useless.
    pub(in crate::cli) fn build(self, engine: &EngineSettings) -> Result<Engine, Error> {
        let settings = engine.settings()?;
        if !self.ponder {
            return Ok(Engine::new(settings));
        }
        if settings.params.reuse == Switch::Off {
            let message = "--ponder: these settings keep no tree for the next move (reuse=on does)";
            return Err(Error::Usage(message.to_owned()));
        }
        Ok(Engine::new(Settings {
            ponder: u64::MAX,
            ..settings
        }))
    }
}
