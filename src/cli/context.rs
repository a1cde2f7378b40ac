//! What a command runs with: settings, streams and what they are connected to.

use std::io::{self, BufRead, Write};
use std::mem;

use crate::ranks::Ranks;

use super::progress::ProgressBars;
use super::settings::Sources;

/// What a command has besides its arguments.
#[expect(missing_debug_implementations, reason = "streams have no text")]
pub struct Context {
    pub sources: Sources,
    pub ranks: Ranks,
    pub bars: ProgressBars,
    pub input: Box<dyn BufRead + Send>,
    /// Flushed when the command is done.
    pub output: Box<dyn Write + Send>,
    pub errors: Box<dyn Write + Send>,
    /// What the input is connected to.
    pub source: Endpoint,
    /// What the output is connected to.
    pub target: Endpoint,
}

impl Context {
    /// Takes the input, for a thread of its own, and leaves an empty one.
    pub fn take_input(&mut self) -> Box<dyn BufRead + Send> {
        mem::replace(&mut self.input, Box::new(io::empty()))
    }

    /// Takes the output, for a thread of its own, which has to flush it.
    pub fn take_output(&mut self) -> Box<dyn Write + Send> {
        mem::replace(&mut self.output, Box::new(io::sink()))
    }

    /// Takes the error stream, for a thread of its own.
    pub fn take_errors(&mut self) -> Box<dyn Write + Send> {
        mem::replace(&mut self.errors, Box::new(io::sink()))
    }
}

/// The streams of the program.
#[expect(missing_debug_implementations, reason = "streams have nothing to show")]
pub struct Streams {
    /// Commands, moves or a game record.
    pub input: Box<dyn BufRead + Send>,
    /// Responses, boards or the result.
    pub output: Box<dyn Write + Send>,
    /// Messages beside the result, and live `GoGui` graphics of a running search: the standard error stream.
    pub errors: Box<dyn Write + Send>,
    /// What the input is connected to.
    pub source: Endpoint,
    /// What the output is connected to.
    pub target: Endpoint,
    /// Whether the output shows colors.
    pub palette: Palette,
}

/// What a stream is connected to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endpoint {
    /// A terminal: a person types and reads.
    Terminal,
    /// A program or a file.
    Pipe,
}

/// Whether text has ANSI colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// With 256 colors.
    Colored,
    /// With the 16 colors of every color terminal.
    Sixteen,
    /// Without colors.
    Plain,
}
