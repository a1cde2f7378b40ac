//! One line of input, of any bytes, read without keeping more of it than a query can need.

use std::io;
use std::io::{BufRead, Read};

/// Maximum bytes of a line, its end included. The query for a long game on 19x19 has about 10 000.
pub(super) const MAX_LINE_BYTES: usize = 1 << 20;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum QueryLine {
    /// The bytes are in the buffer.
    Whole,
    /// It was longer than [`MAX_LINE_BYTES`], and was skipped.
    TooLong,
    /// There is no more input.
    End,
}

/// Reads the next line into the buffer.
pub(super) fn read(reader: &mut impl BufRead, buffer: &mut Vec<u8>) -> io::Result<QueryLine> {
    buffer.clear();
    let mut limited = reader.by_ref().take(MAX_LINE_BYTES as u64);
    limited.read_until(b'\n', buffer)?;
    if buffer.is_empty() {
        return Ok(QueryLine::End);
    }
    if buffer.len() < MAX_LINE_BYTES || buffer.ends_with(b"\n") {
        return Ok(QueryLine::Whole);
    }
    reader.skip_until(b'\n')?;
    Ok(QueryLine::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overlong_line_is_skipped_and_does_not_affect_the_next() {
        let long = "x".repeat(MAX_LINE_BYTES);
        let input = format!("a\n{long}\n{}\nlast", &long[1..]);
        let (mut reader, mut buffer) = (input.as_bytes(), Vec::new());
        for (expected, length) in [
            (QueryLine::Whole, 2),
            (QueryLine::TooLong, MAX_LINE_BYTES),
            (QueryLine::Whole, MAX_LINE_BYTES),
            (QueryLine::Whole, 4),
            (QueryLine::End, 0),
        ] {
            assert_eq!(read(&mut reader, &mut buffer).unwrap(), expected);
            assert_eq!(buffer.len(), length);
        }
    }
}
