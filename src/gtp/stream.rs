//! A response that is written line by line while its command is carried out.

use std::fmt;
use std::io;
use std::io::Write;
use std::ops::ControlFlow;

use super::error::CommandError;
use super::response;

/// The response to one command, which may turn out to be an error as long as nothing of it was written.
pub(super) struct Stream<'a> {
    writer: &'a mut dyn Write,
    id: Option<&'a str>,
    /// Once the status is written: whether that and all after it went well.
    written: Option<io::Result<()>>,
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("id", &self.id)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

impl<'a> Stream<'a> {
    pub(super) fn new(writer: &'a mut dyn Write, id: Option<&'a str>) -> Self {
        Self {
            writer,
            id,
            written: None,
        }
    }

    /// Tells the controller that the command is understood: lines follow.
    ///
    /// Under a number nothing stands beside it, because Lizzie compares all that does. Without one there is the blank of
    /// every other response.
    pub(super) fn begin(&mut self) {
        if self.written.is_none() {
            self.written = Some(Ok(()));
            let status = self.id.map_or("= ".to_owned(), |id| format!("={id}"));
            let _ = self.line(&status);
        }
    }

    /// Writes one line and flushes it. [`ControlFlow::Break`] means that nobody reads it.
    pub(super) fn line(&mut self, line: &str) -> ControlFlow<()> {
        self.begin();
        let written = self.written.get_or_insert(Ok(()));
        if written.is_ok() {
            let line = format!("{line}\n");
            *written = self
                .writer
                .write_all(line.as_bytes())
                .and_then(|()| self.writer.flush());
        }
        if written.is_ok() {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }

    /// Whether there is somebody who reads what is written, as far as is known.
    pub(super) fn is_read(&self) -> bool {
        !matches!(self.written, Some(Err(_)))
    }

    /// Ends the response. Once lines were written, it can be no error any more, and the log has the reason.
    ///
    /// # Errors
    ///
    /// With what writing failed with.
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
        let mut stream = Stream::new(&mut bytes, id);
        for line in lines {
            assert!(stream.line(line).is_continue());
        }
        stream.end(result).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn lines_stand_between_the_status_and_an_empty_line() {
        assert_eq!(
            written(Some("7"), &["info a", "play E5"], Ok(())),
            "=7\ninfo a\nplay E5\n\n"
        );
        assert_eq!(written(None, &["info a"], Ok(())), "= \ninfo a\n\n");
        assert_eq!(written(None, &[], Ok(())), "= \n\n");
    }

    #[test]
    fn an_error_is_one_only_before_the_first_line() {
        let error = Err(CommandError::Syntax);
        assert_eq!(written(Some("7"), &[], error), "?7 syntax error\n\n");
        assert_eq!(written(Some("7"), &["info a"], error), "=7\ninfo a\n\n");
    }

    #[test]
    fn lines_that_nobody_reads_are_not_written() {
        struct Gone;
        impl Write for Gone {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let mut gone = Gone;
        let mut stream = Stream::new(&mut gone, None);
        assert!(stream.is_read());
        assert!(stream.line("info a").is_break() && !stream.is_read());
        assert_eq!(
            stream.end(Ok(())).unwrap_err().kind(),
            io::ErrorKind::BrokenPipe
        );
    }
}
