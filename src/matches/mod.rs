//! Matches: many games between two players, refereed, counted and logged.
//!
//! A [`Plan`] says what to play; [`play_match`] plays its games on several threads and hands each [`Bout`] to the caller,
//! who turns it into an [`Entry`] of a [`Log`] and counts it in a [`Tally`]. A player is an engine of ours in this
//! process or any program that speaks GTP ([`Contestant`]); every move is checked by a [`Game`](crate::game::Game).
//! Nothing here writes to a standard stream.

mod bout;
mod brake;
mod cpu;
mod elo;
mod engine_player;
mod entry;
mod fault;
mod log;
mod make_openings;
mod openings;
mod player;
mod process;
mod program;
mod referee;
mod report;
mod schedule;
mod sprt;
mod tally;
#[cfg(test)]
mod tests;

pub use bout::{Bout, End, Usage};
pub use brake::Brake;
pub use elo::{Estimate, Pentanomial, elo, share};
pub use entry::{Entry, Reason, Settings, Side, SideUsage};
pub use fault::Fault;
pub use log::{Log, LogError, read_log};
pub use make_openings::{Balance, make_openings};
pub use openings::{Opening, Openings, OpeningsError};
pub use player::{Contestant, Terms};
pub use process::{ErrorStream, Program, StartError};
pub use referee::RefereeError;
pub use report::report;
pub use schedule::{MatchError, Plan, Played, play_match};
pub use sprt::{SPRT_BOUND, Sprt, Verdict};
pub use tally::{SideTally, Tally, TallyError};
