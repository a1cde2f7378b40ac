//! What is to be played.

use std::time::Duration;

use super::log_entry::MatchSettings;
use super::openings::Openings;
use super::program::Program;
use tao_engine::engine::EngineSettings;
use tao_rules::game::{Game, TimeControl};

/// A match to be played.
#[derive(Clone, Debug)]
pub struct MatchPlan {
    /// The match as the log describes it.
    pub settings: MatchSettings,
    /// A and B.
    pub competitors: [Competitor; 2],
    /// One opening for each pair.
    pub openings: Openings,
    /// The empty board, with komi and rules.
    pub start: Game,
    /// Time of each player for all moves of a game.
    pub main_time: Option<Duration>,
    /// Time that each move adds to the player's clock.
    pub increment: Duration,
    /// Maximum time for any answer.
    pub timeout: Duration,
    /// The program that counts finished games; without one [`settle`](tao_engine::engine::settle) does.
    pub referee: Option<Program>,
    /// Settings whose network, if they have one, finds the dead stones of a finished game if there is no referee.
    pub judge: EngineSettings,
    /// Maximum number of games at a time.
    pub concurrency: usize,
}

/// One of the two sides of a match.
#[derive(Clone, Debug)]
pub enum Competitor {
    /// An engine in this process.
    Engine(Box<EngineSettings>),
    /// A program that speaks GTP.
    Program(Program),
}

impl MatchPlan {
    pub(super) fn time_control(&self) -> TimeControl {
        match self.main_time {
            None => TimeControl::Unlimited,
            Some(main) if self.increment.is_zero() => TimeControl::Absolute { main },
            Some(main) => TimeControl::fischer(main, self.increment),
        }
    }
}
