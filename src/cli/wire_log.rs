//! Every line of GTP, in and out, in the log.

use std::io;
use std::io::{BufReader, Read, Write};

/// Log target of the lines: `RUST_LOG=gtp=trace` shows them.
pub(super) const GTP_TARGET: &str = "gtp";

/// Bytes after which a line is split in the log.
const MAX_LENGTH: usize = 1 << 16;

/// A stream that is logged by line as it is read or written.
#[derive(Debug)]
pub(super) struct LoggedStream<S> {
    stream: S,
    direction: char,
    line: Vec<u8>,
}

impl<S> LoggedStream<S> {
    const fn new(stream: S, direction: char) -> Self {
        let line = Vec::new();
        Self {
            stream,
            direction,
            line,
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if !log::log_enabled!(target: GTP_TARGET, log::Level::Trace) {
            return;
        }
        for &byte in bytes {
            if byte == b'\n' || self.line.len() == MAX_LENGTH {
                self.end_line();
            }
            if byte != b'\n' {
                self.line.push(byte);
            }
        }
    }

    fn end_line(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        let line = line.trim_end();
        // The empty line after a response says nothing.
        if !line.is_empty() {
            log::trace!(target: GTP_TARGET, "{} {line}", self.direction);
        }
        self.line.clear();
    }
}

impl<S> Drop for LoggedStream<S> {
    fn drop(&mut self) {
        self.end_line();
    }
}

/// An input and an output that log each line with `<` or `>` before it.
pub(super) fn logged<R: Read, W>(
    input: R,
    output: W,
) -> (BufReader<LoggedStream<R>>, LoggedStream<W>) {
    let input = BufReader::new(LoggedStream::new(input, '<'));
    (input, LoggedStream::new(output, '>'))
}

impl<R: Read> Read for LoggedStream<R> {
    /// Logs a last line without a line end as soon as the stream is over: the process may end before this is dropped.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.stream.read(buffer)?;
        self.add(&buffer[..count]);
        if count == 0 {
            self.end_line();
        }
        Ok(count)
    }
}

impl<W: Write> Write for LoggedStream<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.stream.write(bytes)?;
        self.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
