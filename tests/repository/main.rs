//! What the compiler does not check of the repository: its layers, the checklist, and what README shows.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod architecture;
#[path = "../support/binary.rs"]
mod binary;
mod checklist;
mod readme;
