//! What machines, disks and other processes do to the program: little memory, signals, full disks, busy processors, clocks
//! that jump, long sessions. The long ones are for release builds; each says how to make it longer.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]
#![expect(clippy::print_stdout, reason = "figures of tests that measure")]

#[path = "../support/binary.rs"]
mod binary;
mod disks;
#[path = "../support/installed.rs"]
mod installed;
mod load;
mod memory;
#[path = "../support/peer.rs"]
mod peer;
mod signals;
mod times;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

use peer::Peer;

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("faults")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// The program with these arguments.
fn tao_go(arguments: &[&str]) -> Command {
    let mut command = binary::tao_go();
    command.args(arguments);
    command
}

/// A conversation with the program.
fn engine(arguments: &[&str]) -> Peer {
    Peer::start("Tao Go", tao_go(&["gtp"]).args(arguments))
}

/// A process that is killed when this goes out of scope.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The number in a variable of the environment, or the usual one.
fn number<T: FromStr>(variable: &str, usual: T) -> T {
    let set = env::var(variable).ok();
    set.map_or(usual, |text| {
        let number = text.parse();
        number.unwrap_or_else(|_| panic!("{variable}={text} is no number"))
    })
}

fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "never: {what}");
        thread::sleep(Duration::from_millis(20));
    }
}
