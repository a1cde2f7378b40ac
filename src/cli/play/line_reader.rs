//! Reads the lines of a player.

use std::io;
use std::io::{BufRead, Write};

/// What a player types at a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TypedLine {
    Text(String),
    /// Ctrl-C: the line is discarded.
    Interrupted,
    /// Ctrl-D, or the end of the input.
    End,
}

/// Shows the prompt and reads a line from a pipe or a file.
///
/// # Errors
///
/// Returns the error of a stream.
pub(super) fn read_plain(
    mut input: impl BufRead,
    prompt: &str,
    mut output: impl Write,
) -> io::Result<TypedLine> {
    write!(output, "{prompt}")?;
    output.flush()?;
    let mut line = Vec::new();
    if input.read_until(b'\n', &mut line)? > 0 {
        return Ok(TypedLine::Text(String::from_utf8_lossy(&line).into_owned()));
    }
    writeln!(output)?;
    Ok(TypedLine::End)
}
