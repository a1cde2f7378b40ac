//! The Go Text Protocol, case by case: framing (G), set-up and play (P), time (T), `loadsgf` (L), analysis (A) and what the
//! Computer Go Server wants (C); and whole conversations with the programs that people use, as transcripts.

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
mod live;
mod play;
mod process;
mod program;
mod servers;
mod setup;
mod time;
mod transcripts;
