//! Files that are there as a whole or not at all.

use std::fmt;
use std::fs;
use std::fs::File;
use std::io;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process;

use super::error::Error;

/// Writes `content` into a file. Until all of it is written, the file is what it was before.
///
/// # Errors
///
/// Returns [`Error::Failed`] when it cannot be written.
pub(super) fn write(path: &Path, content: &impl fmt::Display) -> Result<(), Error> {
    let written = replace(path, content.to_string().as_bytes());
    written.map_err(|error| Error::Failed(format!("{}: {error}", path.display())))
}

fn replace(path: &Path, content: &[u8]) -> io::Result<()> {
    // A link goes on to lead to the file; what is no file, such as a pipe, stays what it is.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if path.exists() && !path.is_file() {
        return fs::write(path, content);
    }
    let draft = draft_of(&path)?;
    let written = fill(&draft, content).and_then(|()| fs::rename(&draft, &path));
    if written.is_err() {
        // There may be nothing to remove.
        let _ = fs::remove_file(&draft);
    }
    written
}

/// The file beside `path` in which its content is collected.
fn draft_of(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
    let name = name.to_string_lossy();
    Ok(path.with_file_name(format!(".{name}.{}", process::id())))
}

fn fill(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(content)?;
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::env;

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
    fn a_failure_names_the_file_and_leaves_nothing() {
        let folder = folder("failure");
        let error = write(&folder.join("none").join("file"), &"text").unwrap_err();
        assert!(error.to_string().contains("none"), "{error}");
        assert!(write(&folder, &"text").is_err(), "it is a folder");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(folder).unwrap();
    }
}
