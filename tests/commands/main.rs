//! Every command as a shell or a terminal sees it: what it prints and writes, and with which exit code it leaves.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod analysis;
mod analyze;
mod book;
mod cli;
mod forms;
#[cfg(unix)]
mod gmp;
mod json_fields;
mod kernel;
mod language;
mod network;
mod patterns;
mod play;
mod printable;
#[cfg(unix)]
mod progress;
mod proxy;
#[cfg(not(feature = "mpi"))]
mod ranks;
mod records;
mod score;
mod serve;
mod settings;
mod shell;
mod signature;
mod solve;
#[path = "../support/mod.rs"]
mod support;
#[cfg(unix)]
mod terminal;
mod thoughts;
