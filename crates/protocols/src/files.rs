//! Files that are written completely or not at all, files that are read up to a limit, and a file for each game.

use std::fs::{self, File};
use std::io::{self, BufRead, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process;

/// Error for a file or a stream that is larger than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("larger than {} MiB", *.limit as f64 / f64::from(1 << 20))]
struct TooLarge {
    /// In bytes.
    limit: usize,
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
///
/// The error of the file system, or of kind [`ErrorKind::FileTooLarge`].
pub fn read(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?, limit)
}

/// Reads a source of at most `limit` bytes to its end.
///
/// # Errors
///
/// The error of `source`, or of kind [`ErrorKind::FileTooLarge`].
pub fn read_all(source: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Err(io::Error::new(ErrorKind::FileTooLarge, TooLarge { limit }));
    }
    Ok(bytes)
}

/// What [`read_line`] has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRead {
    /// The line is in the buffer.
    Whole,
    /// The beginning of a line that was longer than the limit is in the buffer; the rest was skipped.
    TooLong,
    /// There is no more input.
    End,
}

/// Reads the next line, with its end, into the buffer, and no more than `limit` bytes of it.
///
/// # Errors
///
/// The error of `source`.
pub fn read_line(
    source: &mut impl BufRead,
    limit: usize,
    buffer: &mut Vec<u8>,
) -> io::Result<LineRead> {
    buffer.clear();
    let mut limited = source.by_ref().take(limit as u64);
    limited.read_until(b'\n', buffer)?;
    if buffer.is_empty() {
        return Ok(LineRead::End);
    }
    if buffer.len() < limit || buffer.ends_with(b"\n") || source.fill_buf()?.is_empty() {
        return Ok(LineRead::Whole);
    }
    source.skip_until(b'\n')?;
    Ok(LineRead::TooLong)
}

/// Names that are tried for a temporary file: killed processes may have left some.
const MAX_ATTEMPTS: u32 = 100;

/// Writes a file by `write`, through a temporary file beside it, and keeps its permissions. If anything fails, an existing
/// file is unchanged.
///
/// # Errors
///
/// An error of `write` or the file system, or if the path is no regular file: opening a pipe could block for ever.
pub fn save(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let path = target(path)?;
    let (file, mut temporary) = temporary_beside(&path)?;
    if let Ok(before) = fs::metadata(&path) {
        file.set_permissions(before.permissions())?;
    }
    let mut writer = BufWriter::new(file);
    write(&mut writer)?;
    let file = writer.into_inner()?;
    file.sync_all()?;
    fs::rename(temporary.path(), &path)?;
    temporary.keep();
    Ok(())
}

/// Checks that [`save`] could begin to write a file.
///
/// # Errors
///
/// The error of [`save`].
pub fn check(path: &Path) -> io::Result<()> {
    temporary_beside(&target(path)?).map(drop)
}

/// The file to replace: the target of a symbolic link. An error if it is no regular file.
fn target(path: &Path) -> io::Result<PathBuf> {
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let is_other = fs::metadata(&path).is_ok_and(|before| !before.is_file());
    if path.file_name().is_none() || is_other {
        let reason = "not a regular file";
        return Err(io::Error::new(ErrorKind::InvalidInput, reason));
    }
    Ok(path)
}

/// Begin and end of the names of temporary files.
const TEMPORARY: [&str; 2] = [".tao-go-", ".tmp"];

/// Creates a file in the folder of `path`, which is locked until it is closed. Its name does not contain that of `path`, which may
/// have maximum length.
fn temporary_beside(path: &Path) -> io::Result<(File, NewFile)> {
    let [begin, end] = TEMPORARY;
    let mut attempts = 0;
    loop {
        let path = path.with_file_name(format!("{begin}{}-{attempts}{end}", process::id()));
        attempts += 1;
        match NewFile::create(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && attempts < MAX_ATTEMPTS => {}
            file => {
                // Without locks the file could be taken for an abandoned one.
                return file.inspect(|(file, _)| drop(file.try_lock()));
            }
        }
    }
}

/// Removes the temporary files of processes that were killed: those that nobody has locked. Failures are only logged.
pub fn remove_abandoned(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten();
    for path in entries.filter_map(|entry| Some(entry.ok()?.path())) {
        let name = path.file_name().and_then(|name| name.to_str());
        let number = name.and_then(|name| {
            let [begin, end] = TEMPORARY;
            name.strip_prefix(begin)?.strip_suffix(end)
        });
        let is_abandoned = || File::open(&path).is_ok_and(|file| file.try_lock().is_ok());
        if number.is_some()
            && is_abandoned()
            && let Err(error) = fs::remove_file(&path)
        {
            log::warn!("{}: {error}", path.display());
        }
    }
}

/// A file that was just created. The file is removed when this value is dropped, unless it was kept.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    is_kept: bool,
}

impl NewFile {
    /// Creates a file, to read and to write.
    ///
    /// # Errors
    ///
    /// The error of the file system, also if the file exists already.
    pub fn create(path: &Path) -> io::Result<(File, Self)> {
        let file = File::create_new(path)?;
        let new = Self {
            path: path.to_owned(),
            is_kept: false,
        };
        Ok((file, new))
    }

    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Marks the file as kept, because it has its content now or has been renamed.
    pub const fn keep(&mut self) {
        self.is_kept = true;
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // A kept file may have been renamed, and another process may use its path now.
        if !self.is_kept {
            let _ = fs::remove_file(&self.path);
        }
    }
}

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
        remove_abandoned(folder);
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
        if let Some(path) = &self.file {
            let written = save(path, |out| out.write_all(text.as_bytes()));
            written.map_err(KeepError::new(path))?;
        } else {
            self.file = Some(save_next(folder, text).map_err(KeepError::new(folder))?);
        }
        text.clone_into(&mut self.kept);
        Ok(())
    }
}

fn file_name(number: u64) -> String {
    format!("game-{number:05}.sgf")
}

/// Writes the next game, to a file that no other process has taken, and returns its path.
fn save_next(folder: &Path, text: &str) -> io::Result<PathBuf> {
    fs::create_dir_all(folder)?;
    let (mut file, mut temporary) = temporary_beside(&folder.join(file_name(1)))?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    let mut number = numbered(folder)?
        .map(|(number, _)| number)
        .max()
        .unwrap_or(0);
    loop {
        number += 1;
        let path = folder.join(file_name(number));
        match fs::hard_link(temporary.path(), &path) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
            Err(error) => log::debug!("no link: {error}"),
        }
        // Some file systems have no links.
        match NewFile::create(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            new => {
                let (_, mut new) = new?;
                fs::rename(temporary.path(), &path)?;
                temporary.keep();
                new.keep();
                return Ok(path);
            }
        }
    }
}

/// The file of the game that was begun last, if there is one in the folder.
///
/// # Errors
///
/// Returns the error of the file system, also where there is no such folder.
pub fn latest_game(folder: &Path) -> io::Result<Option<PathBuf>> {
    // Earlier versions left an empty file where they were killed.
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
    fn a_file_beyond_the_limit_is_refused() {
        const LIMIT: usize = 1 << 20;
        let file = vec![b'x'; LIMIT];
        assert_eq!(read_all(&*file, LIMIT).unwrap().len(), LIMIT);
        let error = read_all(io::repeat(b'x'), LIMIT).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "larger than 1 MiB");
    }

    #[test]
    fn an_overlong_line_is_skipped_and_does_not_affect_the_next() {
        const LIMIT: usize = 1000;
        let long = "x".repeat(LIMIT);
        let input = format!("a\n{long}\n{}\nlast", &long[1..]);
        let (mut reader, mut buffer) = (input.as_bytes(), Vec::new());
        for (expected, length) in [
            (LineRead::Whole, 2),
            (LineRead::TooLong, LIMIT),
            (LineRead::Whole, LIMIT),
            (LineRead::Whole, 4),
            (LineRead::End, 0),
        ] {
            let line = read_line(&mut reader, LIMIT, &mut buffer).unwrap();
            assert_eq!((line, buffer.len()), (expected, length));
        }
        // A last line without a newline may be as long as the limit.
        let (mut reader, mut buffer) = (long.as_bytes(), Vec::new());
        let line = read_line(&mut reader, LIMIT, &mut buffer).unwrap();
        assert_eq!((line, buffer.len()), (LineRead::Whole, LIMIT));
    }

    /// A new empty folder.
    fn folder(name: &str) -> PathBuf {
        let name = format!("tao-go-save-{}-{name}", process::id());
        let path = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir(&path).unwrap();
        path
    }

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
        let mut names: Vec<String> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_that_fails_leaves_what_was_there() {
        let folder = folder("fails");
        let path = folder.join("tree.sgf");
        let fail = |out: &mut dyn Write| {
            out.write_all(&vec![b'x'; 100_000])?;
            Err(io::Error::other("full"))
        };
        assert!(save(&path, fail).is_err());
        assert!(names(&folder).is_empty());
        save(&path, |out| out.write_all(b"first")).unwrap();
        assert!(save(&path, fail).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"first");
        save(&path, |out| out.write_all(b"2")).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"2");
        assert_eq!(names(&folder), ["tree.sgf"]);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn any_file_name_works() {
        let folder = folder("names");
        let long = "x".repeat(255);
        let hostile = [
            "a b.sgf",
            "-",
            "--help",
            "a\nb",
            "[;)\\]",
            "%s$(x)`'\"",
            "ü☯",
            &long,
        ];
        for name in hostile {
            save(&folder.join(name), |out| out.write_all(b"(;)")).unwrap();
        }
        assert_eq!(names(&folder).len(), hostile.len());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn only_regular_files_are_replaced() {
        let folder = folder("kinds");
        let missing = folder.join("none").join("tree.sgf");
        for path in [
            Path::new(""),
            Path::new("/"),
            Path::new(".."),
            &folder,
            &missing,
        ] {
            assert!(save(path, |out| out.write_all(b"x")).is_err(), "{path:?}");
        }
        assert!(names(&folder).is_empty());
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_temporary_name_can_be_used_again_after_the_rename() {
        let folder = folder("given-up");
        let path = folder.join("tree.sgf");
        let (_, mut temporary) = temporary_beside(&path).unwrap();
        let name = temporary.path().to_owned();
        fs::rename(&name, &path).unwrap();
        temporary.keep();
        fs::write(&name, "other").unwrap();
        drop(temporary);
        assert_eq!(fs::read(&name).unwrap(), b"other");
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn permissions_are_kept() {
        use std::os::unix::fs::PermissionsExt;
        let folder = folder("private");
        let path = folder.join("tree.sgf");
        fs::write(&path, "before").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        save(&path, |out| out.write_all(b"after")).unwrap();
        let mode = fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_devices_refused() {
        let folder = folder("links");
        let (target, link) = (folder.join("target"), folder.join("link"));
        fs::write(&target, "before").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        save(&link, |out| out.write_all(b"after")).unwrap();
        assert_eq!(fs::read(&target).unwrap(), b"after");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(save(Path::new("/dev/null"), |out| out.write_all(b"x")).is_err());
        fs::remove_dir_all(folder).unwrap();
    }

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
    fn no_game_has_an_empty_file_at_any_time() {
        let folder = tempfile::tempdir().unwrap();
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let watch = scope.spawn(|| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    for (_, game) in numbered(folder.path()).unwrap() {
                        assert_ne!(fs::metadata(game).unwrap().len(), 0);
                    }
                }
            });
            for _ in 0..100 {
                let mut keeper = Keeper::new(Some(folder.path().to_owned()));
                keeper.keep("(;B[aa])").unwrap();
            }
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            watch.join().unwrap();
        });
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 100);
    }

    #[test]
    fn temporary_files_of_killed_processes_are_removed_and_no_others() {
        let folder = tempfile::tempdir().unwrap();
        let (file, mut in_use) = temporary_beside(&folder.path().join("game.sgf")).unwrap();
        for name in [".tao-go-1-0.tmp", ".tao-go-note", "a.tmp"] {
            fs::write(folder.path().join(name), "(;").unwrap();
        }
        // What cannot be removed keeps nothing else.
        fs::create_dir(folder.path().join(".tao-go-0-0.tmp")).unwrap();
        Keeper::new(Some(folder.path().to_owned())).check().unwrap();
        let own = in_use.path().file_name().unwrap().to_str().unwrap();
        let mut expected = [".tao-go-0-0.tmp", ".tao-go-note", "a.tmp", own];
        expected.sort_unstable();
        assert_eq!(names(folder.path()), expected);
        in_use.keep();
        drop(file);
        remove_abandoned(folder.path());
        assert!(!in_use.path().exists());
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
