//! What ends a command early, and the exit code it maps to.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// What a command that did its work leaves to the shell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All is well; a test accepts H1.
    Done,
    /// A test accepts H0.
    Rejected,
    /// A test needs more games.
    Undecided,
}

impl Exit {
    /// The exit code of the process: 0 done, 10 and 11 for tests that did not accept H1.
    #[must_use]
    pub const fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Rejected => 10,
            Self::Undecided => 11,
        }
    }
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An argument makes no sense, alone or beside the others.
    #[error("{0}")]
    Usage(String),
    /// A file cannot be read or written, or does not hold what it should.
    #[error("{}: {reason}", path.display())]
    File {
        /// The file; `-` for the standard input.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// What was asked for came to nothing, through no fault of the arguments.
    #[error("{0}")]
    Failed(String),
    /// The program has a mistake; the error stream and the log say where.
    #[error("internal error; please report it, with what stands above")]
    Internal,
    /// Reading or writing a stream failed.
    #[error(transparent)]
    Stream(#[from] io::Error),
}

impl Error {
    /// What is wrong with a file.
    pub(super) fn file(path: &Path, reason: &dyn fmt::Display) -> Self {
        Self::File {
            path: path.to_owned(),
            reason: reason.to_string(),
        }
    }

    /// The exit code of the process: 0 done, 1 failed, 2 usage, 3 a file.
    ///
    /// A reader that has seen enough and leaves is no failure.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Stream(error) if error.kind() == io::ErrorKind::BrokenPipe => 0,
            Self::Stream(_) | Self::Failed(_) | Self::Internal => 1,
            Self::Usage(_) => 2,
            Self::File { .. } => 3,
        }
    }
}
