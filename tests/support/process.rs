//! Processes that tests of faults start, watch and kill.

use std::env;
use std::process::Child;
use std::str::FromStr;
use std::thread;
use std::time::{Duration, Instant};

/// Far more than any step takes, even on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

/// A process that is killed when it goes out of scope.
pub(crate) struct KillOnDrop(pub(crate) Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The number in an environment variable, or the default.
pub(crate) fn number_from_env<T: FromStr>(variable: &str, default: T) -> T {
    env::var(variable).map_or(default, |text| {
        let number = text.parse();
        number.unwrap_or_else(|_| panic!("{variable}={text} is not a number"))
    })
}

/// Polls until the condition holds; fails after [`TIMEOUT`].
pub(crate) fn wait_until(what: &str, mut is_true: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_true() {
        assert!(start.elapsed() < TIMEOUT, "timeout: {what}");
        thread::sleep(Duration::from_millis(10));
    }
}
