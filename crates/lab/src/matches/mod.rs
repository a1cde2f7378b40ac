//! Matches: many games between two players, refereed, counted and logged.
//!
//! [`play_match`] plays the games of a [`MatchPlan`] on several threads; each [`LogEntry`] goes into a [`Log`] and a
//! [`MatchScore`]. Nothing here writes to a standard stream.

mod bradley_terry;
mod cpu_time;
mod elo;
mod engine_player;
mod game;
mod generate_openings;
mod log;
mod log_entry;
mod match_score;
mod openings;
mod plan;
mod player;
mod process;
mod program;
mod program_player;
mod referee;
mod report;
mod runner;
mod sprt;
mod stop_signal;
#[cfg(test)]
mod tests;

pub use bradley_terry::{Rating, ratings};
pub use elo::{ConfidenceInterval, Pentanomial};
pub use game::{MatchError, MatchedGame};
pub use generate_openings::generate_openings;
pub use log::{Log, LogError, read_log};
pub use log_entry::{EndReason, LogEntry, MatchSettings, Side, Usage};
pub use match_score::{MatchScore, MatchScoreError};
pub use openings::{Opening, Openings};
pub use plan::{Competitor, MatchPlan};
pub use player::Fault;
pub use process::StartError;
pub use program::{ParseProgramError, Program};
pub use report::{report, write_settings};
pub use runner::play_match;
pub use sprt::{SPRT_BOUND, Sprt, SprtDecision};
pub use stop_signal::StopSignal;
