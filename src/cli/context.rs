//! The context that a command runs in.

use std::io;
use std::io::{BufRead, Write};
use std::mem;

use crate::ranks::Ranks;

use super::progress::ProgressBars;
use super::settings::Sources;
use super::streams::Endpoint;

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
