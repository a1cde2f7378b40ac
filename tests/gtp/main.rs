//! The Go Text Protocol, case by case: framing (G), set-up and play (P), time (T), `loadsgf` (L) and analysis (A).

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod analysis;
mod conversation;
mod files;
mod framing;
mod fuzz;
mod inspection;
mod live;
mod play;
mod process;
mod program;
mod setup;
mod time;
