//! The program under bad conditions: little memory, signals, full disks, busy processors, jumping clocks, long sessions.
//!
//! A binary of its own, because it loads the machine and measures time and memory. The long tests are ignored and meant for
//! release builds; environment variables make them longer.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]
#![expect(
    clippy::print_stdout,
    reason = "tests that measure print their figures"
)]

mod disks;
mod load;
mod memory;
mod signals;
#[path = "../support/mod.rs"]
mod support;
mod times;

use std::env;
use std::process::{Child, Command};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use support::binary;
use support::peer::Peer;

/// Far more than any step takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

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

/// A process that is killed when it goes out of scope.
struct KillOnDrop(Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The number in an environment variable, or the default.
fn number_from_env<T: FromStr>(variable: &str, default: T) -> T {
    env::var(variable).map_or(default, |text| {
        let number = text.parse();
        number.unwrap_or_else(|_| panic!("{variable}={text} is not a number"))
    })
}

/// Polls until the condition holds; fails after [`TIMEOUT`].
fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < TIMEOUT, "timeout: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}
