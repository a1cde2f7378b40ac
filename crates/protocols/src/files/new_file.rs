//! New files that are removed again unless they are kept.

use std::fs;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

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
    #[must_use]
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
