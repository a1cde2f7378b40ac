//! What the commands read and write.

use std::io::{BufRead, Write};

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
