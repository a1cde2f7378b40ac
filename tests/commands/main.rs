//! Every command as a shell or a terminal sees it: what it prints and writes, and with which exit code it leaves.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod analysis;
mod analyze;
#[path = "../support/binary.rs"]
mod binary;
mod book;
mod cli;
mod forms;
#[cfg(unix)]
mod gmp;
#[path = "../support/installed.rs"]
mod installed;
mod json_fields;
mod learn;
#[cfg(unix)]
mod matches;
mod network;
mod patterns;
mod play;
#[path = "../support/printed.rs"]
mod printed;
#[cfg(unix)]
mod progress;
#[path = "../support/python.rs"]
mod python;
#[cfg(not(feature = "mpi"))]
mod ranks;
mod score;
mod selfplay;
mod serve;
mod settings;
mod shell;
mod solve;
#[cfg(unix)]
mod terminal;
mod thoughts;
