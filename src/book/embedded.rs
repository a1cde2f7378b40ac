//! The book in the program.

use std::sync::{Arc, LazyLock};

use super::Book;

/// The bytes of its file.
pub(super) const BYTES: &[u8] = include_bytes!("../../data/9x9.taobook");

static BOOK: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
    Book::parse(BYTES)
        .inspect_err(|error| log::error!("the opening book in the program: {error}"))
        .ok()
        .map(Arc::new)
});

/// The book in the program; `None` only if a broken one was built in.
pub(super) fn embedded() -> Option<Arc<Book>> {
    BOOK.clone()
}
