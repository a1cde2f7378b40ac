//! What a controller and the program say to each other, in the log.

use std::io;
use std::io::{BufRead, Read, Write};

/// The part of the log that has the lines: `RUST_LOG=gtp=trace` shows them.
pub(super) const GTP_TARGET: &str = "gtp";

/// A line is cut here in the log.
const LONGEST: usize = 1 << 16;

/// Lines as they come in pieces, on their way into the log.
#[derive(Debug)]
struct Lines {
    direction: char,
    begun: Vec<u8>,
}

impl Lines {
    const fn new(direction: char) -> Self {
        Self {
            direction,
            begun: Vec::new(),
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        if !log::log_enabled!(target: GTP_TARGET, log::Level::Trace) {
            return;
        }
        for &byte in bytes {
            if byte == b'\n' || self.begun.len() == LONGEST {
                self.end();
            }
            if byte != b'\n' {
                self.begun.push(byte);
            }
        }
    }

    fn end(&mut self) {
        let line = String::from_utf8_lossy(&self.begun);
        let line = line.trim_end();
        // The line that ends a response tells nothing.
        if !line.is_empty() {
            let line = line.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}");
            log::trace!(target: GTP_TARGET, "{} {line}", self.direction);
        }
        self.begun.clear();
    }
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.end();
    }
}

/// An input that is logged as it is read.
#[derive(Debug)]
pub(super) struct LoggedInput<R> {
    input: R,
    lines: Lines,
}

impl<R> LoggedInput<R> {
    pub(super) const fn new(input: R) -> Self {
        Self {
            input,
            lines: Lines::new('<'),
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
        // What was there is there still: this reads nothing.
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
    lines: Lines,
}

impl<W> LoggedOutput<W> {
    pub(super) const fn new(output: W) -> Self {
        Self {
            output,
            lines: Lines::new('>'),
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
