//! The Go Text Protocol: framing (G), setup and play (P), time (T), `loadsgf` (L), analysis (A) and servers (C), by the rows of
//! `tests/checklist.md`; and whole sessions with other programs, as transcripts.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod analysis;
#[path = "../support/binary.rs"]
mod binary;
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
mod time;
mod transcripts;
