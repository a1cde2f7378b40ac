//! The folders for what the program keeps between runs: games, and the lines that were typed.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::error::Error;
use tao_protocols::files;

/// Returns the folder for what the program keeps between runs: `tao-go` below `$XDG_STATE_HOME`, else below `~/.local/state`, else
/// below `%LOCALAPPDATA%`. Variables without an absolute path are ignored; `None` if all of them are.
pub(super) fn state_folder() -> Option<PathBuf> {
    folder_from(env::var_os)
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

fn folder_from(variable: impl Fn(&'static str) -> Option<OsString>) -> Option<PathBuf> {
    let folder = |name| {
        let path = variable(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let state = folder("XDG_STATE_HOME")
        .or_else(|| Some(folder("HOME")?.join(".local").join("state")))
        .or_else(|| folder("LOCALAPPDATA"));
    Some(state?.join("tao-go"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_is_that_of_the_system() {
        let found = |variables: &[(&str, &str)]| {
            folder_from(|name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.into())
            })
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
