//! Where an engine's book comes from.

use std::sync::{Arc, LazyLock};

use super::Book;

/// The file that is built into the program.
pub(super) const EMBEDDED: &[u8] = include_bytes!("../../data/9x9.taobook");

/// The book of an engine.
#[derive(Clone, Debug, Default)]
pub enum BookSource {
    /// No book.
    #[default]
    None,
    /// The book in the program, for searches with a network only.
    Automatic,
    /// The book in the program, which is read on first use.
    BuiltIn,
    /// This book.
    Loaded(Arc<Book>),
}

impl BookSource {
    /// The book, if there is one.
    #[must_use]
    pub fn book(&self) -> Option<Arc<Book>> {
        match self {
            Self::None => None,
            Self::Automatic | Self::BuiltIn => {
                static BOOK: LazyLock<Option<Arc<Book>>> = LazyLock::new(|| {
                    Book::parse(EMBEDDED)
                        .inspect_err(|error| {
                            log::error!("the opening book in the program: {error}");
                        })
                        .map(Arc::new)
                        .ok()
                });
                BOOK.clone()
            }
            Self::Loaded(book) => Some(Arc::clone(book)),
        }
    }
}
