//! What ends a command early, and the exit code it maps to.

use std::io;
use std::path::PathBuf;

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An argument makes no sense, alone or beside the others.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read, or does not hold what it should.
    #[error("{}: {reason}", path.display())]
    Input {
        /// The file; `-` for the standard input.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// Reading or writing the standard streams failed.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

impl Error {
    /// The exit code of the process: 0 done, 1 failed, 2 usage, 3 bad input file.
    ///
    /// A reader that has seen enough and leaves is no failure.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Stream(_) => 1,
            Self::Usage(_) => 2,
            Self::Input { .. } => 3,
        }
    }
}
