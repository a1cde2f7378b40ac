//! Where an engine's book comes from.

use std::sync::Arc;

use super::{Book, embedded};

/// The book of an engine.
#[derive(Clone, Debug, Default)]
pub enum BookSource {
    /// None.
    #[default]
    None,
    /// The one in the program, which is read when it is first asked.
    BuiltIn,
    /// This one.
    Loaded(Arc<Book>),
}

impl BookSource {
    /// The book, if there is one.
    #[must_use]
    pub fn book(&self) -> Option<Arc<Book>> {
        match self {
            Self::None => None,
            Self::BuiltIn => embedded::embedded(),
            Self::Loaded(book) => Some(Arc::clone(book)),
        }
    }
}
