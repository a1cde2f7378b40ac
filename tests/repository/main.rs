//! What the compiler does not check of the repository: what no source contains, the documents, and what README shows.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod architecture;
mod documents;
mod schema;
#[path = "../support/mod.rs"]
mod support;
