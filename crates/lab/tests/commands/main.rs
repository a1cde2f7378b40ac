//! The commands of the laboratory as a shell or a terminal sees them: what they print and write, and with which exit code they
//! leave.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod alpha_beta;
mod book;
#[cfg(unix)]
mod json_fields;
mod learn;
#[cfg(unix)]
mod matches;
mod printable;
#[cfg(unix)]
mod progress;
mod selfplay;
mod settings;
mod shell;
#[path = "../../../../tests/support/mod.rs"]
mod support;
