//! Keeps every game in a file of its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::save::{NewFile, check, is_taken, save};

/// Error for a file or folder that games cannot be saved in.
#[derive(Debug, thiserror::Error)]
#[error("{}: {source}", path.display())]
pub struct KeepError {
    /// The file or folder.
    pub path: PathBuf,
    /// The cause.
    pub source: io::Error,
}

impl KeepError {
    fn new(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        |source| Self { path, source }
    }
}

/// Keeps the present game in a file, and every further game in another.
#[derive(Clone, Debug, Default)]
pub struct Keeper {
    /// Where to keep them; `None` for nowhere.
    folder: Option<PathBuf>,
    /// The file of the present game, once it has one.
    file: Option<PathBuf>,
    /// The text in the file, or a text that need not be kept.
    kept: String,
}

impl Keeper {
    /// Keeps games in the folder, which need not exist, or nowhere.
    pub fn new(folder: Option<PathBuf>) -> Self {
        Self {
            folder,
            ..Self::default()
        }
    }

    /// Whether games are kept.
    pub const fn is_on(&self) -> bool {
        self.folder.is_some()
    }

    /// Creates the folder if there is none, and checks that games can be kept there.
    ///
    /// # Errors
    ///
    /// Returns an error where they cannot.
    pub fn check(&self) -> Result<(), KeepError> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        let created = fs::create_dir_all(folder);
        let checked = created.and_then(|()| check(&folder.join(file_name(1))));
        checked.map_err(KeepError::new(folder))
    }

    /// Begins another game, whose file is `file` if it has one. As long as the game has this text, nothing needs to be written.
    pub fn begin(&mut self, text: String, file: Option<PathBuf>) {
        self.file = file.filter(|_| self.folder.is_some());
        self.kept = text;
    }

    /// The file of the present game, once it has one.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// Whether this text is in a file, or need not be kept.
    pub fn holds(&self, text: &str) -> bool {
        self.kept == text
    }

    /// Notes that the player has saved this text in another file. It then need not be kept, unless there is a folder for games.
    pub fn note_saved(&mut self, text: String) {
        if self.folder.is_none() {
            self.kept = text;
        }
    }

    /// Stops keeping games.
    pub fn give_up(&mut self) {
        *self = Self::default();
    }

    /// Keeps the present game, which is this text of an SGF file.
    ///
    /// # Errors
    ///
    /// Returns an error when it cannot be written; what was kept before is still there.
    pub fn keep(&mut self, text: &str) -> Result<(), KeepError> {
        let Some(folder) = &self.folder else {
            return Ok(());
        };
        if self.holds(text) {
            return Ok(());
        }
        let write = |path: &Path| {
            let written = save(path, |out| out.write_all(text.as_bytes()));
            written.map_err(KeepError::new(path))
        };
        if let Some(path) = &self.file {
            write(path)?;
        } else {
            let mut file = reserve(folder).map_err(KeepError::new(folder))?;
            write(file.path())?;
            file.keep();
            self.file = Some(file.path().to_owned());
        }
        text.clone_into(&mut self.kept);
        Ok(())
    }
}

fn file_name(number: u64) -> String {
    format!("game-{number:05}.sgf")
}

/// Creates an empty file for the next game, so that no other process takes the same name.
fn reserve(folder: &Path) -> io::Result<NewFile> {
    fs::create_dir_all(folder)?;
    let mut number = numbered(folder)?.map(|(number, _)| number).max();
    loop {
        let next = number.map_or(1, |number| number + 1);
        let path = folder.join(file_name(next));
        match NewFile::create(&path) {
            Err(error) if is_taken(&error) => number = Some(next),
            file => return file.map(|(_, new)| new),
        }
    }
}

/// The file of the game that was begun last, if there is one in the folder.
///
/// # Errors
///
/// Returns the error of the file system, also where there is no such folder.
pub fn latest_game(folder: &Path) -> io::Result<Option<PathBuf>> {
    // An empty file was left by a process that was killed.
    let has_content = |path: &Path| fs::metadata(path).is_ok_and(|data| data.len() > 0);
    let games = numbered(folder)?.filter(|(_, path)| has_content(path));
    Ok(games.max().map(|(_, path)| path))
}

/// The files of games with their numbers. Numbers that only another program can have written are left out.
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
    fn each_game_has_a_file_of_its_own_and_the_last_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let games = folder.path().join("state").join("games");
        assert!(latest_game(&games).is_err());
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
            name(latest_game(&games).unwrap().as_deref()).as_deref(),
            Some("game-00001.sgf")
        );
        keeper.keep("(;B[cc])").unwrap();
        assert_eq!(name(keeper.file()).as_deref(), Some("game-00008.sgf"));
        assert_eq!(latest_game(&games).unwrap().as_deref(), keeper.file());
    }

    #[test]
    fn without_a_folder_nothing_is_kept_and_an_error_names_the_place() {
        let mut keeper = Keeper::default();
        keeper.keep("(;)").unwrap();
        assert_eq!(keeper.file(), None);
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut keeper = Keeper::new(Some(file.path().join("games")));
        for error in [keeper.check().unwrap_err(), keeper.keep("(;)").unwrap_err()] {
            assert!(error.to_string().contains("games: "), "{error}");
        }
    }
}
