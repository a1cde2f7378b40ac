//! Matches and books under bad conditions: signals, full disks, busy processors, jumping clocks.
//!
//! A binary of its own, because it loads the machine. The long tests are ignored and meant for release builds; environment
//! variables make them longer.

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
mod signals;
#[path = "../../../../tests/support/mod.rs"]
mod support;
mod times;
