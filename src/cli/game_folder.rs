//! The option for a folder of game records.

use std::path::PathBuf;

use clap::Args;

use tao_protocols::files::Keeper;

use super::error::Error;

/// Where to keep every game.
#[derive(Clone, Debug, Default, Args)]
pub struct GameFolderArgs {
    /// Folder to write every game into, as an SGF file with a new number
    #[arg(long, value_name = "FOLDER")]
    sgf_dir: Option<PathBuf>,
}

impl GameFolderArgs {
    /// The keeper of the games.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] for a folder that cannot be written.
    pub(super) fn keeper(&self) -> Result<Keeper, Error> {
        let keeper = Keeper::new(self.sgf_dir.clone());
        keeper.check()?;
        Ok(keeper)
    }
}
