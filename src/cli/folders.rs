//! The folders of the user: for settings, for what the program keeps between runs, and for game records.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::Args;

use tao_protocols::files::{self, Keeper};

use super::Error;

/// The places of the folder for what the program keeps between runs.
const STATE: [&str; 3] = ["XDG_STATE_HOME", ".local/state", "LOCALAPPDATA"];

/// The folder for what the program keeps between runs.
pub(super) fn state_folder() -> Option<PathBuf> {
    user_folder(env::var_os, STATE)
}

/// The folder in which games in the terminal are kept.
pub(super) fn games_folder() -> Option<PathBuf> {
    state_folder().map(|folder| folder.join("games"))
}

/// The file of the last game in the folder of the games.
///
/// # Errors
///
/// Returns [`Error::Failed`] or [`Error::File`] where no game is saved.
pub(super) fn last_game(games: Option<&Path>) -> Result<PathBuf, Error> {
    let nowhere =
        || Error::Failed("no game is saved: neither XDG_STATE_HOME nor HOME is set".to_owned());
    let games = games.ok_or_else(nowhere)?;
    let last = files::latest_game(games).map_err(|error| Error::file(games, &error))?;
    last.ok_or_else(|| Error::file(games, &"no game is saved here"))
}

/// The folder `tao-go` below the first folder that there is: that in the variable `xdg`, `below_home` in `$HOME`, or that in the
/// variable `windows`. Variables without an absolute path are ignored.
pub(super) fn user_folder(
    variable: impl Fn(&'static str) -> Option<OsString>,
    [xdg, below_home, windows]: [&'static str; 3],
) -> Option<PathBuf> {
    let folder = |name| {
        let path = variable(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let parent = folder(xdg)
        .or_else(|| Some(folder("HOME")?.join(below_home)))
        .or_else(|| folder(windows));
    Some(parent?.join("tao-go"))
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_that_of_the_system() {
        let found = |variables: &[(&str, &str)]| {
            let variable = |name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.into())
            };
            user_folder(variable, STATE)
        };
        let home = ("HOME", "/home/lee");
        let expected = Some(PathBuf::from("/home/lee/.local/state/tao-go"));
        assert_eq!(found(&[home]), expected);
        assert_eq!(found(&[home, ("XDG_STATE_HOME", "relative")]), expected);
        let state = ("XDG_STATE_HOME", "/state");
        assert_eq!(found(&[home, state]), Some("/state/tao-go".into()));
        assert_eq!(found(&[]), None);
    }
}
