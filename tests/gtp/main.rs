//! The Go Text Protocol: framing, setup and play, time, `loadsgf`, analysis and servers; and whole sessions with other programs,
//! as transcripts.

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
mod gogui;
mod inspection;
mod kept;
mod listener;
mod live;
mod play;
mod process;
mod program;
mod servers;
mod setup;
mod shown;
#[path = "../support/mod.rs"]
mod support;
mod time;
mod transcripts;
