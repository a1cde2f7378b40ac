//! Lines of bytes as they come, of which no more is kept than a controller has reason to send.

use std::io;
use std::io::{BufRead, Read};

/// Most bytes of a line that are kept, its end included. The longest commands are positions of 19x19, some 3000 bytes.
pub(super) const MOST_BYTES: usize = 2 << 20;

/// What was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A line, whole.
    Line,
    /// A line of more than [`MOST_BYTES`]: the rest of it is read, and gone.
    Head,
    /// The end of the input.
    End,
}

/// Reads the next line into `line`, in place of what was there.
///
/// # Errors
///
/// With what reading failed with.
pub(super) fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Found> {
    line.clear();
    let mut head = reader.by_ref().take(MOST_BYTES as u64);
    head.read_until(b'\n', line)?;
    if line.is_empty() {
        return Ok(Found::End);
    }
    if line.len() < MOST_BYTES || line.ends_with(b"\n") {
        return Ok(Found::Line);
    }
    reader.skip_until(b'\n')?;
    Ok(Found::Head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_costs_nothing_but_itself() {
        let long = |bytes| "x".repeat(bytes);
        let input = [
            long(MOST_BYTES - 1),
            long(MOST_BYTES),
            long(3 * MOST_BYTES),
            long(1),
        ]
        .join("\n");
        let (mut reader, mut line) = (input.as_bytes(), Vec::new());
        for (found, bytes) in [
            (Found::Line, MOST_BYTES),
            (Found::Head, MOST_BYTES),
            (Found::Head, MOST_BYTES),
            (Found::Line, 1),
            (Found::End, 0),
        ] {
            assert_eq!(read_line(&mut reader, &mut line).unwrap(), found);
            assert_eq!(line.len(), bytes);
        }
    }
}
