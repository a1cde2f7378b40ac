//! Reads the lines of a player.

use std::io;
use std::io::{BufRead, Write};

/// What a player types at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Text(String),
    /// The end of the input.
    End,
}

/// Reads from a pipe or a file.
pub(super) struct LineReader<R>(pub(super) R);

impl<R: BufRead> LineReader<R> {
    /// Shows the prompt and reads a line.
    ///
    /// # Errors
    ///
    /// Returns the error of a stream.
    pub(super) fn read(&mut self, prompt: &str, mut output: impl Write) -> io::Result<Line> {
        write!(output, "{prompt}")?;
        output.flush()?;
        let mut line = Vec::new();
        if self.0.read_until(b'\n', &mut line)? > 0 {
            return Ok(Line::Text(String::from_utf8_lossy(&line).into_owned()));
        }
        writeln!(output)?;
        Ok(Line::End)
    }
}
