//! Ctrl-C.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Lets Ctrl-C set the flag, which asks the command to come to an end.
pub fn set_on_interrupt(flag: &Arc<AtomicBool>) {
    let flag = Arc::clone(flag);
    on_interrupt(move || flag.store(true, Ordering::Relaxed));
}

/// Lets Ctrl-C call the handler.
pub fn on_interrupt(handler: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(handler) {
        log::warn!("Ctrl-C will end the program at once: {error}");
    }
}
