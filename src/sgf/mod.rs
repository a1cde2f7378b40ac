//! Games on disk: SGF, the Smart Game Format.
//!
//! [`read()`] takes the main line of the first game in a file, [`read_all`] those of all games, and both are patient
//! with what programs of all ages write. [`read_record`] also keeps names and comments. [`write()`] writes strict FF\[4\].
//!
//! A file goes through `charset`, which makes text of it with a `guess` where it does not say how, `lexer`, which finds the
//! properties, `main_line`, which leaves the variations out, `property`, which makes points and moves of values, and
//! [`read()`], which plays them. None of these calls itself, each walks over the file once, and errors name the place.

mod annotate;
mod bytes;
mod charset;
mod collection;
mod guess;
mod header;
mod lexer;
mod main_line;
mod oddity;
mod place;
mod property;
mod read;
mod text;
mod write;

#[cfg(test)]
mod tests;

pub use annotate::{Note, write_annotated};
pub use bytes::read_bytes;
pub use collection::{CollectionError, Games, read_all};
pub use header::{Header, read_header};
pub use place::Place;
pub use read::{Options, Record, read, read_record, read_with};
pub use write::{Caption, rewrite, write, write_with};
pub(crate) use write::{Writer, letter, point};

/// Why a file could not be read as a game of Go.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// The file holds more bytes than any game needs.
    #[error("the file has more than the {max} MiB that a game may have", max = bytes::MAX_BYTES >> 20)]
    TooLarge,
    /// The main line holds more nodes than any game needs.
    #[error("{place}: the main line has more than {nodes} nodes", nodes = main_line::MAX_NODES)]
    TooLong {
        /// Where the first one too many stands.
        place: Place,
    },
    /// Nothing in the file looks like the beginning of a game.
    #[error("no game found: expected `(;`")]
    NoGame,
    /// Something else should stand in the file, or the file should not end yet.
    #[error("{place}: expected {expected}, found {found}")]
    Unexpected {
        /// Where it stands.
        place: Place,
        /// What would have been right.
        expected: String,
        /// What is there, with the name of the property if it is a value.
        found: String,
    },
}
