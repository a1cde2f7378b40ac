//! Writes a file through a temporary one, and creates files that are removed again unless they are kept.

use std::fs;
use std::fs::File;
use std::io;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;

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
    writer.into_inner()?.sync_all()?;
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

/// Creates a file in the folder of `path`. Its name does not contain that of `path`, which may have maximum length.
fn temporary_beside(path: &Path) -> io::Result<(File, NewFile)> {
    let mut attempts = 0;
    loop {
        let path = path.with_file_name(format!(".tao-go-{}-{attempts}.tmp", process::id()));
        attempts += 1;
        match NewFile::create(&path) {
            Err(error) if is_taken(&error) && attempts < MAX_ATTEMPTS => {}
            file => return file,
        }
    }
}

/// Whether a new file could not be created because one of that name exists.
pub(super) fn is_taken(error: &io::Error) -> bool {
    error.kind() == ErrorKind::AlreadyExists
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

#[cfg(test)]
mod tests {
    use super::*;

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
}
