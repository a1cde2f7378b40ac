//! Games on disk: SGF, the Smart Game Format.
//!
//! Files are read as programs of all ages write them, in any encoding, and written as strict FF\[4\]. Reading is not recursive, takes
//! time in proportion to the size of the file, and ends with an [`SgfError`] that names the line and column where a file is no game of
//! Go. What cannot be used but does no harm is left out with a warning in the log.
//!
//! | to | use |
//! |---|---|
//! | read the main line of the first game | [`read()`] |
//! | read it with names, result, clocks and the komi as it is written | [`read_record`], [`Record`], [`Header`], [`time_control`] |
//! | read all games of a file | [`read_all`], [`read_all_records`], [`usable_games`] |
//! | read variations, comments and marks | [`read_tree`], [`MoveTree`] |
//! | write a game | [`write()`], [`Metadata`] |
//! | add notes to a file that keeps the rest of its text | [`annotate`], [`Note`] |
//! | write other trees | [`SgfWriter`] |
//!
//! ```
//! use tao_rules::board::Color;
//! use tao_sgf::{Metadata, ReadOptions, read_record, write};
//!
//! let file = b"(;GM[1]SZ[9]KM[7]PB[Ann]PW[Bea];B[ee];W[gc])";
//! let mut record = read_record(file, &ReadOptions::default())?;
//! assert_eq!(record.header.black.as_deref(), Some("Ann"));
//! record.game.play_as(Color::Black, "C3".parse()?)?;
//!
//! let metadata = Metadata { header: Some(&record.header), ..Metadata::default() };
//! let text = write(&record.game, &metadata);
//! assert_eq!(tao_sgf::read(text.as_bytes())?.moves().len(), 3);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs)]

mod annotate;
mod charset;
mod collection;
mod header;
mod lexer;
mod marks;
mod property;
mod read;
mod text;
mod times;
mod tree;
mod verbatim;
mod write;

#[cfg(test)]
mod tests;

pub use annotate::{Note, Notes, annotate};
#[doc(inline)]
pub use charset::MAX_BYTES;
pub use collection::{UnusableGame, read_all, read_all_records, usable_games};
pub use header::Header;
pub use lexer::Location;
pub use marks::{Mark, Shape};
pub use read::{ReadOptions, Record, read, read_record};
pub use times::{time_control, time_used};
pub use tree::{MoveTree, TreeNode, read_tree};
pub use write::RANKS;
pub use write::result_without_score;
pub use write::{Metadata, write};
pub use write::{SgfWriter, color_letter, point_letters};

/// Maximum number of nodes of a tree with variations. The main line is read in full even if it is longer.
pub const MAX_TREE_NODES: usize = 4000;

/// Why a file could not be read as a game of Go.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// The file has more bytes than any game needs.
    #[error("the file has more than the {max} MiB that a game may have", max = charset::MAX_BYTES >> 20)]
    TooLarge,
    /// The main line has more nodes than any game needs.
    #[error("{location}: the main line has more than {nodes} nodes", nodes = tree::MAX_NODES)]
    TooLong {
        /// Start of the first node beyond the limit.
        location: Location,
    },
    /// Nothing in the file looks like the beginning of a game.
    #[error("no game found: expected `(;`")]
    NoGame,
    /// Something else should be in the file, or the file should not end yet.
    #[error("{location}: expected {expected}, found {found}")]
    Unexpected {
        /// Where the unexpected text is.
        location: Location,
        /// What would have been right.
        expected: String,
        /// The text that is there, with the name of the property if it is a value.
        found: String,
    },
}

impl SgfError {
    fn unexpected(file: &str, at: usize, expected: impl Into<String>, found: String) -> Self {
        Self::Unexpected {
            location: Location::of(file, at),
            expected: expected.into(),
            found,
        }
    }
}
