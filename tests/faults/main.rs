//! The program under bad conditions: little memory, signals, full disks, stopped processes, long sessions.
//!
//! A binary of its own, because it loads the machine and measures time and memory. The long tests are ignored and meant for
//! release builds; environment variables make them longer.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod disks;
mod load;
mod memory;
mod signals;
#[path = "../support/mod.rs"]
mod support;
mod times;
mod visitors;

use std::process::Command;

use support::binary;
use support::peer::Peer;

/// The program with arguments.
fn tao_go(arguments: &[&str]) -> Command {
    let mut command = binary::tao_go();
    command.args(arguments);
    command
}

/// A GTP session with the program.
fn engine(arguments: &[&str]) -> Peer {
    Peer::start("Tao Go", tao_go(&["gtp"]).args(arguments))
}
