//! What can be wrong with the file of a book.

use super::format::{MAX_BLOCK, MAX_FILE_BYTES, VERSION};
use super::tree::AddPositionError;

/// What is wrong with the file of a book, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("byte {at}: {problem}")]
pub struct BookError {
    /// Offset of the place in the file, in bytes.
    pub at: usize,
    /// What is wrong there.
    pub problem: BookProblem,
}

impl BookProblem {
    /// The error with this problem at an offset in bytes.
    pub(super) const fn at(self, at: usize) -> BookError {
        BookError { at, problem: self }
    }
}

/// What is wrong with the file of a book.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BookProblem {
    /// More than [`MAX_FILE_BYTES`].
    #[error("more than the {MAX_FILE_BYTES} bytes that a book may have")]
    TooLarge,
    /// The first bytes are not those of a book.
    #[error("not an opening book")]
    Magic,
    /// Written for another version of the format.
    #[error("version {0} of the format, expected {VERSION}")]
    Version(u16),
    /// The book is for another board size.
    #[error("a book for {0}x{0}, expected 9x9")]
    Side(u8),
    /// A block is longer than allowed.
    #[error("a block of {0} bytes, more than the {MAX_BLOCK} that one may have")]
    Length(u64),
    /// The file ends in a block.
    #[error("the file ends in the middle of a block")]
    Truncated,
    /// The bytes up to here are not those that were written.
    #[error(
        "the checksum is {found:04x}, expected {expected:04x}: the file is damaged here or above"
    )]
    Checksum {
        /// The checksum of the bytes.
        found: u16,
        /// The checksum that is written in the file.
        expected: u16,
    },
    /// A block of an unknown kind.
    #[error("a block of kind {0}, expected 0 or 1")]
    Kind(u8),
    /// A block with fewer bytes than it needs, or more.
    #[error("a block with a field too many or too few")]
    Fields,
    /// A komi that no tree may have.
    #[error("a komi of {0} half points")]
    Komi(i16),
    /// A position before the first tree.
    #[error("a position before the first komi")]
    NoTree,
    /// A point that is not on the board.
    #[error("point {0}, expected 0 to 80")]
    Point(u64),
    /// A number that is too large for what it counts.
    #[error("{0} is too large a number here")]
    Number(u64),
    /// A position that the tree refuses.
    #[error(transparent)]
    Position(#[from] AddPositionError),
}
