//! Games on disk: SGF, the Smart Game Format.
//!
//! [`read()`] takes the main line of the first game in a file, [`read_all`] those of all games, and both are patient
//! with what programs of all ages write. [`write()`] and [`write_tree`] are strict FF\[4\]. The lexing of foreign files is `sgf-parse`'s work;
//! `guard` keeps from it what it cannot take.

mod annotate;
mod bytes;
mod collection;
mod guard;
mod header;
mod oddity;
mod property;
mod read;
mod save;
mod tree;
mod write;

#[cfg(test)]
mod tests;

pub use annotate::{Note, write_annotated};
pub use bytes::read_bytes;
pub use collection::{CollectionError, read_all};
pub use header::{Header, read_header};
pub use read::{Options, read, read_with};
pub use save::save;
pub use tree::write_tree;
pub use write::{Caption, write, write_with};

use crate::board::{MAX_SIZE, MIN_SIZE};

/// Why a file could not be read as a game of Go. Lines and moves count from one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// The file holds more bytes than any game needs.
    #[error("the file has more than the {max} bytes that a game may have", max = guard::MAX_BYTES)]
    TooLarge,
    /// The main line holds more nodes, or more rectangles of points, than any game needs.
    #[error(
        "line {line}: the main line has more than {nodes} nodes or {rectangles} rectangles",
        nodes = guard::MAX_NODES,
        rectangles = guard::MAX_RECTANGLES
    )]
    TooLong {
        /// Where the first one too many stands.
        line: usize,
    },
    /// Nothing in the file looks like the beginning of a game: `(;`.
    #[error("no game found")]
    NoGame,
    /// The file ends before the first node does.
    #[error("line {line}: the file ends inside its first node")]
    Truncated {
        /// The last line.
        line: usize,
    },
    /// The text is no SGF.
    #[error("in the game that begins on line {line}: {reason}")]
    Syntax {
        /// Where the game begins.
        line: usize,
        /// What `sgf-parse` makes of it.
        reason: sgf_parse::SgfParseError,
    },
    /// The game is not Go.
    #[error("the game is not Go")]
    NotGo,
    /// The board has a shape or a size that the engine does not play.
    #[error("unacceptable size {0}: not a square of {MIN_SIZE} to {MAX_SIZE}")]
    BadSize(String),
    /// A property has a value that it cannot have.
    #[error("line {line}: bad value in `{property}`")]
    BadValue {
        /// Where the node begins.
        line: usize,
        /// The property.
        property: String,
    },
    /// A move names a point that the board does not have.
    #[error("line {line}: move {number}, `{property}`, is off the board")]
    OffBoard {
        /// Where the node begins.
        line: usize,
        /// Number of the move.
        number: usize,
        /// The move.
        property: String,
    },
    /// Set-up stones cannot stand on the board together.
    #[error("line {line}: impossible position")]
    BadSetUp {
        /// Where the node begins.
        line: usize,
    },
}
