//! Command lines of other programs.

use std::fmt;
use std::str::FromStr;

use crate::matches::{ErrorStream, Program};

/// A program and its arguments, as they were written in one text.
#[derive(Clone, Debug)]
pub(super) struct CommandLine {
    text: String,
    program: String,
    arguments: Vec<String>,
}

/// A text that starts no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadCommand {
    #[error("a command is missing")]
    Empty,
    #[error("a quote is not closed")]
    Quote,
}

impl FromStr for CommandLine {
    type Err = BadCommand;

    /// Takes a text apart as a shell does, without variables and the like.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = shlex::split(text).ok_or(BadCommand::Quote)?;
        let (program, arguments) = words.split_first().ok_or(BadCommand::Empty)?;
        Ok(Self {
            text: text.to_owned(),
            program: program.clone(),
            arguments: arguments.to_vec(),
        })
    }
}

impl CommandLine {
    /// The program, which is seen to complain when our own log is not quiet.
    pub(super) fn program(&self) -> Program {
        Program {
            program: self.program.clone(),
            arguments: self.arguments.clone(),
            errors: if log::log_enabled!(log::Level::Info) {
                ErrorStream::Shown
            } else {
                ErrorStream::Hidden
            },
            time_per_move: None,
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
