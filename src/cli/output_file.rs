//! Output files, written completely or not at all.

use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use tao_protocols::files;

use super::{Error, FileResult};

/// Writes `content` to a file, which keeps its old content until all of it is written.
///
/// # Errors
///
/// Returns [`Error::File`] when it cannot be written.
pub fn write(path: &Path, content: &impl fmt::Display) -> Result<(), Error> {
    write_with(path, |out| write!(out, "{content}"))
}

/// Like [`write()`], for content that `fill` writes piece by piece.
pub fn write_with(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Error> {
    if path.is_dir() {
        return Err(is_folder(path));
    }
    // A pipe or a device is written to, not replaced.
    let written = if path.exists() && !path.is_file() {
        File::create(path).and_then(|file| {
            let mut out = BufWriter::new(file);
            fill(&mut out)?;
            out.flush()
        })
    } else {
        files::save(path, fill)
    };
    written.at(path)
}

/// Checks that a file could be written now; it is not changed.
///
/// # Errors
///
/// Returns [`Error::File`] where it could not.
pub fn check(path: &Path) -> Result<(), Error> {
    if path.is_dir() {
        return Err(is_folder(path));
    }
    // Opening a pipe could block.
    if path.exists() && !path.is_file() {
        return Ok(());
    }
    files::check(path).at(path)
}

fn is_folder(path: &Path) -> Error {
    Error::file(path, &"this is a folder, name a file")
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::fs;
    use std::path::PathBuf;
    use std::process;

    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("tao-go-{name}-{}", process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = folder("replaced");
        let path = folder.join("file");
        for text in ["one", "two"] {
            write(&path, &text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn an_error_names_the_file_and_leaves_nothing() {
        let folder = folder("failure");
        let error = write(&folder.join("none").join("file"), &"text").unwrap_err();
        assert!(error.to_string().contains("none"), "{error}");
        assert_eq!(error.exit_code(), 3);
        let error = write(&folder, &"text").unwrap_err();
        assert!(error.to_string().contains("is a folder"), "{error}");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
