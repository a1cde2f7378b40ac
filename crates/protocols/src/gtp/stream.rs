//! A response that is written line by line while its command runs.

use std::io;
use std::io::Write;
use std::ops::ControlFlow;

use super::error::CommandError;
use super::response;

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
            (Err(error), None) => return response::write(self.writer, self.id, &Err(error)),
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

    fn written(id: Option<&str>, lines: &[&str], result: Result<(), CommandError>) -> String {
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
            written(Some("7"), &["info a", "play E5"], Ok(())),
            "=7\ninfo a\nplay E5\n\n"
        );
        assert_eq!(written(None, &["info a"], Ok(())), "= \ninfo a\n\n");
        assert_eq!(written(None, &[], Ok(())), "= \n\n");
    }

    #[test]
    fn only_an_error_before_the_first_line_is_written() {
        let error = Err(CommandError::Syntax);
        assert_eq!(written(Some("7"), &[], error), "?7 syntax error\n\n");
        assert_eq!(written(Some("7"), &["info a"], error), "=7\ninfo a\n\n");
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
