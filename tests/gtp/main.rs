//! The Go Text Protocol, case by case: framing (G), set-up and play (P), time (T)
//! and `loadsgf` (L).

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod conversation;
mod files;
mod framing;
mod fuzz;
mod inspection;
mod play;
mod process;
mod setup;
mod time;
