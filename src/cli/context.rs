//! The context that a command runs in.

use std::io;
use std::io::{BufRead, Write};
use std::mem;

use crate::ranks::Ranks;

use super::progress::ProgressBars;
use super::settings::Sources;
use super::streams::Endpoint;

/// What a command has besides its arguments.
pub(super) struct Context {
    pub(super) sources: Sources,
    pub(super) ranks: Ranks,
    pub(super) bars: ProgressBars,
    pub(super) input: Box<dyn BufRead + Send>,
    /// Flushed when the command is done.
    pub(super) output: Box<dyn Write + Send>,
    pub(super) errors: Box<dyn Write + Send>,
    /// What the input is connected to.
    pub(super) source: Endpoint,
    /// What the output is connected to.
    pub(super) target: Endpoint,
}

impl Context {
    /// Takes the input, for a thread of its own, and leaves an empty one.
    pub(super) fn take_input(&mut self) -> Box<dyn BufRead + Send> {
        mem::replace(&mut self.input, Box::new(io::empty()))
    }

    /// Takes the output, for a thread of its own, which has to flush it.
    pub(super) fn take_output(&mut self) -> Box<dyn Write + Send> {
        mem::replace(&mut self.output, Box::new(io::sink()))
    }

    /// Takes the error stream, for a thread of its own.
    pub(super) fn take_errors(&mut self) -> Box<dyn Write + Send> {
        mem::replace(&mut self.errors, Box::new(io::sink()))
    }
}
