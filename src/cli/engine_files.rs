//! Files that an engine reads before it plays: network, opening book, shapes.

use std::path::Path;
use std::sync::Arc;

use tao_engine::book;
use tao_engine::book::{Book, BookSource};
use tao_engine::net;
use tao_engine::net::Network;
use tao_engine::pattern::Shapes;
use tao_protocols::files;

use super::error::{Error, FileResult};
use super::settings::NONE;

/// Name of the book in the program.
pub const BUILT_IN: &str = "built-in";

/// Size limit of a file of shapes. The one in the program has 1.5 kilobytes.
const MAX_SHAPES_BYTES: usize = 1 << 20;

/// Reads a network file.
pub fn read_network(path: &Path) -> Result<Network, Error> {
    Network::parse(&files::read(path, net::MAX_FILE_BYTES).at(path)?).at(path)
}

/// Returns the book that a name stands for: none, the one in the program, or the one in a file.
pub fn read_book_source(path: &Path) -> Result<BookSource, Error> {
    if path == Path::new(NONE) {
        Ok(BookSource::None)
    } else if path == Path::new(BUILT_IN) {
        Ok(BookSource::BuiltIn)
    } else {
        read_book(path).map(BookSource::Loaded)
    }
}

/// The book in a file, or the one in the program.
///
/// # Errors
///
/// [`Error::File`] for a file that cannot be read or is no book.
pub fn read_book(path: &Path) -> Result<Arc<Book>, Error> {
    if path == Path::new(BUILT_IN) {
        let book = BookSource::BuiltIn.book();
        return book.ok_or_else(|| Error::Failed("the built-in book is broken".to_owned()));
    }
    let bytes = files::read(path, book::MAX_FILE_BYTES).at(path)?;
    Book::parse(&bytes).map(Arc::new).at(path)
}

/// Reads a file of shapes.
pub fn read_shapes(path: &Path) -> Result<Shapes, Error> {
    let bytes = files::read(path, MAX_SHAPES_BYTES).at(path)?;
    String::from_utf8(bytes)
        .at(path)?
        .parse::<Shapes>()
        .at(path)
}
