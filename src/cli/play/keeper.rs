//! Keeps every game by itself, in a file of its own in the user's state directory.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::fs::OpenOptions;
use std::io;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::cli::error::Error;
use crate::files;

/// The folder for what the program keeps between runs: `tao-go` below `$XDG_STATE_HOME`, or below `~/.local/state` without it;
/// `None` where neither has an absolute path.
pub(super) fn state_folder() -> Option<PathBuf> {
    folder_from(env::var_os)
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

/// The folder of the games in the folder for what is kept.
pub(super) fn games_folder(state: &Path) -> PathBuf {
    state.join("games")
}

/// Keeps the present game in a file, and every further game in another.
#[derive(Clone, Debug, Default)]
pub(super) struct Keeper {
    /// Where to keep them; `None` for nowhere.
    folder: Option<PathBuf>,
    /// The file of the present game, once it has one.
    file: Option<PathBuf>,
    /// What is in the file, or what needs none.
    kept: String,
}

impl Keeper {
    /// Keeps games in the folder, which need not exist.
    pub(super) fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            ..Self::default()
        }
    }

    /// Begins with another game. It needs no file as long as it is this text, and goes on in `file` if it has that one.
    pub(super) fn begin(&mut self, text: String, file: Option<PathBuf>) {
        self.file = file.filter(|_| self.folder.is_some());
        self.kept = text;
    }

    /// The file of the present game, once it has one.
    pub(super) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether a file has this text, or none needs to have it.
    pub(super) fn holds(&self, text: &str) -> bool {
        self.kept == text
    }

    /// Takes note of a text that is in a file of the player's own.
    pub(super) fn note_saved(&mut self, text: String) {
        if self.folder.is_none() {
            self.kept = text;
        }
    }

    /// Stops keeping games.
    pub(super) fn give_up(&mut self) {
        *self = Self::default();
    }

    /// Keeps the present game, which is this text of an SGF file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] when it cannot be written; what was kept before is still there.
    pub(super) fn keep(&mut self, text: &str) -> Result<(), Error> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        if self.holds(text) {
            return Ok(());
        }
        let path = match &self.file {
            Some(path) => path.clone(),
            None => reserve(folder).map_err(|error| Error::file(folder, &error))?,
        };
        let written = files::save(&path, |out| out.write_all(text.as_bytes()));
        written.map_err(|error| Error::file(&path, &error))?;
        text.clone_into(&mut self.kept);
        self.file = Some(path);
        Ok(())
    }
}

/// Creates an empty file for the next game, so that no other process takes the same.
fn reserve(folder: &Path) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let mut number = numbered(folder)?.map(|(number, _)| number).max();
    loop {
        let next = number.map_or(1, |number| number + 1);
        let path = folder.join(format!("game-{next:05}.sgf"));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number = Some(next),
            Err(error) => return Err(error),
        }
    }
}

/// The file of the game that was begun last, if there is one in the folder.
///
/// # Errors
///
/// Returns the error of the file system, also where there is no such folder.
pub(super) fn latest(folder: &Path) -> io::Result<Option<PathBuf>> {
    // An empty one was left by a process that was killed.
    let has_content = |path: &Path| fs::metadata(path).is_ok_and(|data| data.len() > 0);
    let games = numbered(folder)?.filter(|(_, path)| has_content(path));
    Ok(games.max().map(|(_, path)| path))
}

/// The files of games with their numbers. A number that only another program can have written is no number of a game.
fn numbered(folder: &Path) -> io::Result<impl Iterator<Item = (u64, PathBuf)>> {
    let paths = fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path()));
    Ok(paths.filter_map(|path| {
        let name = path.file_name()?.to_str()?;
        let number = name.strip_prefix("game-")?.strip_suffix(".sgf")?;
        Some((number.parse::<u32>().ok()?.into(), path))
    }))
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

    #[test]
    fn each_game_has_a_file_of_its_own_and_the_last_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("state").join("games");
        assert!(latest(&games).is_err());
        let mut keeper = Keeper::new(Some(games.clone()));
        let name = |path: Option<&Path>| path?.file_name()?.to_str().map(str::to_owned);
        assert_eq!(keeper.file(), None);
        for (text, expected) in [
            ("(;B[aa])", "game-00001.sgf"),
            ("(;B[bb])", "game-00001.sgf"),
        ] {
            keeper.keep(text).unwrap();
            assert_eq!(name(keeper.file()).as_deref(), Some(expected));
            assert_eq!(fs::read_to_string(keeper.file().unwrap()).unwrap(), text);
        }
        keeper.begin("(;)".to_owned(), None);
        keeper.keep("(;)").unwrap();
        assert_eq!(keeper.file(), None, "nothing has happened yet");
        fs::write(games.join("game-00007.sgf"), "").unwrap();
        for other in ["other.sgf", "game-18446744073709551615.sgf"] {
            fs::write(games.join(other), "(;)").unwrap();
        }
        assert_eq!(
            name(latest(&games).unwrap().as_deref()).as_deref(),
            Some("game-00001.sgf")
        );
        keeper.keep("(;B[cc])").unwrap();
        assert_eq!(name(keeper.file()).as_deref(), Some("game-00008.sgf"));
        assert_eq!(latest(&games).unwrap().as_deref(), keeper.file());
    }

    #[test]
    fn without_a_folder_nothing_is_kept_and_an_error_names_the_place() {
        let mut keeper = Keeper::default();
        keeper.keep("(;)").unwrap();
        assert_eq!(keeper.file(), None);
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut keeper = Keeper::new(Some(file.path().join("games")));
        let error = keeper.keep("(;)").unwrap_err();
        assert!(error.to_string().contains("games"), "{error}");
    }
}
