//! Errors of the commands, and exit codes.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use tao_protocols::files::KeepError;

use super::printable::shown;

/// The outcome of a command that succeeded, with the exit code of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Success; a sequential test accepts H1.
    Done = 0,
    /// A sequential test accepts H0.
    Rejected = 10,
    /// A sequential test needs more games.
    Undecided = 11,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An argument is wrong, or contradicts another.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read or written, or has the wrong content.
    #[error("{}: {reason}", shown(path))]
    File {
        /// The file; `-` for the standard input.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The command failed for a reason other than its arguments.
    #[error("{0}")]
    Failed(String),
    /// A panic; the error stream and the log say where.
    #[error("internal error; please report it, with the message above")]
    Internal,
    /// Reading or writing a stream failed.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

impl From<KeepError> for Error {
    fn from(error: KeepError) -> Self {
        Self::file(&error.path, &error.source)
    }
}

impl Error {
    pub fn usage(message: impl Into<String>) -> Self {
        Self::Usage(message.into())
    }

    pub fn file(path: &Path, reason: &dyn fmt::Display) -> Self {
        Self::File {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// The exit code of the process: 1 failed, 2 usage, 3 a file; 0 where the reader of the output has closed it.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Stream(_) | Self::Failed(_) | Self::Internal => 1,
            Self::Usage(_) => 2,
            Self::File { .. } => 3,
        }
    }
}

/// A result whose error gets the path of a file.
pub trait FileResult<T> {
    /// Names the file in an error.
    fn at(self, path: &Path) -> Result<T, Error>;
}

impl<T, E: fmt::Display> FileResult<T> for Result<T, E> {
    fn at(self, path: &Path) -> Result<T, Error> {
        self.map_err(|error| Error::file(path, &error))
    }
}
