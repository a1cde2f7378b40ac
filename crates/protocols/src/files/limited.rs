//! Reads that end at a limit, so that a wrong or endless file does not fill the memory.

use std::fs::File;
use std::io;
use std::io::{BufRead, ErrorKind, Read};
use std::path::Path;

/// Error for a file or a stream that is larger than the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("larger than {} MiB", *.limit as f64 / f64::from(1 << 20))]
struct TooLarge {
    /// In bytes.
    limit: usize,
}

/// Reads a file of at most `limit` bytes.
///
/// # Errors
///
/// The error of the file system, or of kind [`ErrorKind::FileTooLarge`].
pub fn read(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    read_all(File::open(path)?, limit)
}

/// Reads a source of at most `limit` bytes to its end.
///
/// # Errors
///
/// The error of `source`, or of kind [`ErrorKind::FileTooLarge`].
pub fn read_all(source: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > limit {
        return Err(io::Error::new(ErrorKind::FileTooLarge, TooLarge { limit }));
    }
    Ok(bytes)
}

/// What [`read_line`] has read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineRead {
    /// The line is in the buffer.
    Whole,
    /// The beginning of a line that was longer than the limit is in the buffer; the rest was skipped.
    TooLong,
    /// There is no more input.
    End,
}

/// Reads the next line, with its end, into the buffer, and no more than `limit` bytes of it.
///
/// # Errors
///
/// The error of `source`.
pub fn read_line(
    source: &mut impl BufRead,
    limit: usize,
    buffer: &mut Vec<u8>,
) -> io::Result<LineRead> {
    buffer.clear();
    let mut limited = source.by_ref().take(limit as u64);
    limited.read_until(b'\n', buffer)?;
    if buffer.is_empty() {
        return Ok(LineRead::End);
    }
    if buffer.len() < limit || buffer.ends_with(b"\n") || source.fill_buf()?.is_empty() {
        return Ok(LineRead::Whole);
    }
    source.skip_until(b'\n')?;
    Ok(LineRead::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_beyond_the_limit_is_refused() {
        const LIMIT: usize = 1 << 20;
        let file = vec![b'x'; LIMIT];
        assert_eq!(read_all(&*file, LIMIT).unwrap().len(), LIMIT);
        let error = read_all(io::repeat(b'x'), LIMIT).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "larger than 1 MiB");
    }

    #[test]
    fn an_overlong_line_is_skipped_and_does_not_affect_the_next() {
        const LIMIT: usize = 1000;
        let long = "x".repeat(LIMIT);
        let input = format!("a\n{long}\n{}\nlast", &long[1..]);
        let (mut reader, mut buffer) = (input.as_bytes(), Vec::new());
        for (expected, length) in [
            (LineRead::Whole, 2),
            (LineRead::TooLong, LIMIT),
            (LineRead::Whole, LIMIT),
            (LineRead::Whole, 4),
            (LineRead::End, 0),
        ] {
            let line = read_line(&mut reader, LIMIT, &mut buffer).unwrap();
            assert_eq!((line, buffer.len()), (expected, length));
        }
        // A last line without a newline may be as long as the limit.
        let (mut reader, mut buffer) = (long.as_bytes(), Vec::new());
        let line = read_line(&mut reader, LIMIT, &mut buffer).unwrap();
        assert_eq!((line, buffer.len()), (LineRead::Whole, LIMIT));
    }
}
