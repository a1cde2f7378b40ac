//! The one place that catches panics.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;

/// Runs `work`. A panic, whose place the panic hook has logged, is returned as an error; then the caller must replace or reset
/// whatever `work` may have left half changed.
///
/// # Errors
///
/// Returns the payload of the panic.
pub fn catch_panic<T>(work: impl FnOnce() -> T) -> thread::Result<T> {
    catch_unwind(AssertUnwindSafe(work))
}
