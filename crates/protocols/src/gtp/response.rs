//! Responses: text that is written at once or line by line, and the errors of commands.

use std::fmt::Display;
use std::io::{self, Write};
use std::ops::ControlFlow;

use crate::schema::texts;
use tao_engine::ParseLevelError;
use tao_rules::board::Move;
use tao_rules::game::{BadKomi, BadSetUp, BadSize, HandicapError, IllegalMove};

/// Why a command failed. `Display` is the text of the response.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub(super) enum CommandError {
    #[error("syntax error")]
    Syntax,
    #[error("illegal move")]
    IllegalMove,
    #[error("unacceptable size")]
    UnacceptableSize(#[from] BadSize),
    #[error(transparent)]
    Komi(#[from] BadKomi),
    #[error(transparent)]
    Handicap(#[from] HandicapError),
    #[error(transparent)]
    ImpossiblePosition(#[from] BadSetUp),
    #[error(transparent)]
    Level(#[from] ParseLevelError),
    /// The rules are known, but they need this feature, which is not supported.
    #[error("unsupported rules: {0}")]
    UnsupportedRules(&'static str),
    #[error("{0}")]
    Other(&'static str),
    /// The command panicked; the log says where.
    #[error("internal error")]
    Internal,
}

impl From<IllegalMove> for CommandError {
    /// The response is the same for all reasons, since controllers know only this text. The log has the reason.
    fn from(reason: IllegalMove) -> Self {
        log::info!("illegal move: {reason}");
        Self::IllegalMove
    }
}

/// The response to a command: the text after `= `, possibly empty, or an error.
pub(super) type Response = Result<String, CommandError>;

pub(super) fn join(items: impl IntoIterator<Item: Display>) -> String {
    texts(items).join(" ")
}

pub(super) fn join_lines(items: impl IntoIterator<Item: Display>) -> String {
    texts(items).join("\n")
}

/// The moves of an expected line.
pub(super) fn join_moves(line: &[(Move, u64)]) -> String {
    join(line.iter().map(|(mv, _)| mv))
}

/// Writes a response and flushes it. A space follows the status even before an empty text: `GoGui` and the CGOS client
/// take what follows the first space as the text.
pub(super) fn write(
    mut writer: impl Write,
    id: Option<&str>,
    response: &Response,
) -> io::Result<()> {
    let id = id.unwrap_or_default();
    let text = match response {
        Ok(text) => format!("={id} {}\n\n", without_empty_lines(text)),
        Err(error) => format!("?{id} {error}\n\n"),
    };
    writer.write_all(text.as_bytes())?;
    writer.flush()
}

/// Replaces empty lines, which would end the response, by a space. Only the first line may be empty, so that the text begins below
/// the status.
fn without_empty_lines(text: &str) -> String {
    let text = text.trim_end_matches('\n').replace('\r', "");
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default().to_owned();
    lines.fold(first, |text, line| {
        text + "\n" + if line.is_empty() { " " } else { line }
    })
}

/// The response to a command. It can be an error until its first line is written.
pub(super) struct ResponseStream<'a> {
    writer: &'a mut dyn Write,
    id: Option<&'a str>,
    /// The result of writing, once the status is written.
    written: Option<io::Result<()>>,
}

impl<'a> ResponseStream<'a> {
    pub(super) fn new(writer: &'a mut dyn Write, id: Option<&'a str>) -> Self {
        Self {
            writer,
            id,
            written: None,
        }
    }

    /// Writes the status of success on a line of its own. No space follows a number, because Lizzie compares the whole
    /// line; without a number there is one, as in every other response.
    pub(super) fn begin(&mut self) {
        if self.written.is_none() {
            self.written = Some(Ok(()));
            let status = self.id.map_or("= ".to_owned(), |id| format!("={id}"));
            let _ = self.line(&status);
        }
    }

    /// Writes a line and flushes it. [`ControlFlow::Break`] means that writing has failed.
    pub(super) fn line(&mut self, line: &str) -> ControlFlow<()> {
        self.begin();
        if !self.has_failed() {
            let written = self.writer.write_all(format!("{line}\n").as_bytes());
            self.written = Some(written.and_then(|()| self.writer.flush()));
        }
        if self.has_failed() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    pub(super) fn has_failed(&self) -> bool {
        matches!(self.written, Some(Err(_)))
    }

    /// Ends the response; returns the first error of writing. The command's error is only logged if lines were written.
    pub(super) fn end(mut self, result: Result<(), CommandError>) -> io::Result<()> {
        match (result, &self.written) {
            (Err(error), None) => return write(self.writer, self.id, &Err(error)),
            (Err(error), Some(_)) => log::error!("the response ends early: {error}"),
            (Ok(()), _) => {}
        }
        let _ = self.line("");
        self.written.unwrap_or(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(id: Option<&str>, response: &Response) -> String {
        let mut bytes = Vec::new();
        write(&mut bytes, id, response).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_response_ends_at_its_first_empty_line() {
        for (text, expected) in [
            ("", "= \n\n"),
            ("E5", "= E5\n\n"),
            ("a\nb\n", "= a\nb\n\n"),
            ("\nrow\nrow", "= \nrow\nrow\n\n"),
            ("a\n\n\r\nb", "= a\n \n \nb\n\n"),
        ] {
            assert_eq!(written(None, &Ok(text.to_owned())), expected);
        }
    }

    #[test]
    fn the_number_follows_the_status_without_a_space() {
        assert_eq!(written(Some("7"), &Ok(String::new())), "=7 \n\n");
        assert_eq!(
            written(Some("7"), &Err(CommandError::Syntax)),
            "?7 syntax error\n\n"
        );
    }

    fn streamed(id: Option<&str>, lines: &[&str], result: Result<(), CommandError>) -> String {
        let mut bytes = Vec::new();
        let mut stream = ResponseStream::new(&mut bytes, id);
        for line in lines {
            assert!(stream.line(line).is_continue());
        }
        stream.end(result).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn lines_are_written_between_the_status_and_an_empty_line() {
        assert_eq!(
            streamed(Some("7"), &["info a", "play E5"], Ok(())),
            "=7\ninfo a\nplay E5\n\n"
        );
        assert_eq!(streamed(None, &["info a"], Ok(())), "= \ninfo a\n\n");
        assert_eq!(streamed(None, &[], Ok(())), "= \n\n");
    }

    #[test]
    fn only_an_error_before_the_first_line_is_written() {
        let error = Err(CommandError::Syntax);
        assert_eq!(streamed(Some("7"), &[], error), "?7 syntax error\n\n");
        assert_eq!(streamed(Some("7"), &["info a"], error), "=7\ninfo a\n\n");
    }

    #[test]
    fn a_failure_to_write_is_reported_and_kept() {
        struct ClosedPipe;
        impl Write for ClosedPipe {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut pipe = ClosedPipe;
        let mut stream = ResponseStream::new(&mut pipe, None);
        assert!(!stream.has_failed());
        assert!(stream.line("info a").is_break() && stream.has_failed());
        assert_eq!(
            stream.end(Ok(())).unwrap_err().kind(),
            io::ErrorKind::BrokenPipe
        );
    }
}
