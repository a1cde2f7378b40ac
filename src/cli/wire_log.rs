//! Every line of GTP, in and out, in the log.

use std::io;
use std::io::{BufRead, Read, Write};

/// Log target of the lines: `RUST_LOG=gtp=trace` shows them.
pub(super) const GTP_TARGET: &str = "gtp";

/// Bytes after which a line is split in the log.
const MAX_LENGTH: usize = 1 << 16;

/// Collects bytes and logs them by line.
#[derive(Debug)]
struct LineLogger {
    direction: char,
    line: Vec<u8>,
}

impl LineLogger {
    const fn new(direction: char) -> Self {
        Self {
            direction,
            line: Vec::new(),
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if !log::log_enabled!(target: GTP_TARGET, log::Level::Trace) {
            return;
        }
        for &byte in bytes {
            if byte == b'\n' || self.line.len() == MAX_LENGTH {
                self.end();
            }
            if byte != b'\n' {
                self.line.push(byte);
            }
        }
    }

    fn end(&mut self) {
        let line = String::from_utf8_lossy(&self.line);
        let line = line.trim_end();
        // The empty line after a response says nothing.
        if !line.is_empty() {
            let line = line.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}");
            log::trace!(target: GTP_TARGET, "{} {line}", self.direction);
        }
        self.line.clear();
    }
}

impl Drop for LineLogger {
    fn drop(&mut self) {
        self.end();
    }
}

/// An input that is logged as it is read.
#[derive(Debug)]
pub(super) struct LoggedInput<R> {
    input: R,
    lines: LineLogger,
}

impl<R> LoggedInput<R> {
    pub(super) const fn new(input: R) -> Self {
        Self {
            input,
            lines: LineLogger::new('<'),
        }
    }
}

impl<R: BufRead> Read for LoggedInput<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.lines.add(&buffer[..count]);
        Ok(count)
    }
}

impl<R: BufRead> BufRead for LoggedInput<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.input.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        // The buffer has not been consumed yet, so this does not read.
        if count > 0
            && let Ok(buffer) = self.input.fill_buf()
        {
            self.lines.add(&buffer[..count.min(buffer.len())]);
        }
        self.input.consume(count);
    }
}

/// An output that is logged as it is written.
#[derive(Debug)]
pub(super) struct LoggedOutput<W> {
    output: W,
    lines: LineLogger,
}

impl<W> LoggedOutput<W> {
    pub(super) const fn new(output: W) -> Self {
        Self {
            output,
            lines: LineLogger::new('>'),
        }
    }
}

impl<W: Write> Write for LoggedOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.output.write(bytes)?;
        self.lines.add(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
