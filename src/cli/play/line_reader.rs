//! Reads the lines of a player.

use std::io;
use std::io::{BufRead, Write};

use super::line_editor::{LineEditor, TypedLine};

pub(super) enum LineReader<R> {
    /// Reads from a pipe or a file.
    Plain(R),
    /// Lets a person edit the line in a terminal.
    Editor(Box<LineEditor>),
}

impl<R: BufRead> LineReader<R> {
    /// Shows the prompt and reads a line.
    ///
    /// # Errors
    ///
    /// Returns the error of a stream.
    pub(super) fn read(&mut self, prompt: &str, mut output: impl Write) -> io::Result<TypedLine> {
        match self {
            Self::Plain(input) => {
                write!(output, "{prompt}")?;
                output.flush()?;
                let mut line = Vec::new();
                if input.read_until(b'\n', &mut line)? > 0 {
                    return Ok(TypedLine::Text(String::from_utf8_lossy(&line).into_owned()));
                }
                writeln!(output)?;
                Ok(TypedLine::End)
            }
            Self::Editor(editor) => {
                output.flush()?;
                editor.read(prompt)
            }
        }
    }
}
