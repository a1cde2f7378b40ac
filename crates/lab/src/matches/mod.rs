//! Matches: many games between two players, checked, counted and logged.
//!
//! [`play_match`] plays the games of a [`MatchPlan`] on several threads; each [`LogEntry`] goes into a [`Log`] and a
//! [`MatchScore`]. Nothing here writes to a standard stream.

mod cpu_time;
mod game;
mod log;
mod openings;
mod player;
mod process;
mod runner;
mod score;
mod statistics;
#[cfg(test)]
mod tests;

pub use game::MatchedGame;
pub use log::{EndReason, Log, LogEntry, LogError, MatchSettings, Side, Usage, read_log};
pub use openings::{Opening, Openings};
pub use player::Fault;
pub use process::{Program, StartError};
pub use runner::{Competitor, MatchPlan, StopSignal, play_match};
pub use score::{MatchScore, MatchScoreError, report};
pub use statistics::{ConfidenceInterval, Pentanomial, SPRT_BOUND, Sprt, SprtDecision};
