//! The interface between a game and its players.

use std::fmt::Display;
use std::time::Duration;

use super::log_entry::EndReason;
use super::plan::MatchPlan;
use tao_engine::engine::Decision;
use tao_rules::board::{Color, Move};
use tao_rules::game::Game;

/// What a player did that loses the game at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Fault {
    /// The kind of fault.
    pub reason: EndReason,
    /// A description.
    pub detail: String,
}

impl Fault {
    fn new(reason: EndReason, detail: String) -> Self {
        Self { reason, detail }
    }

    pub(super) fn crash(what: impl Display) -> Self {
        Self::new(EndReason::Crash, format!("crash: {what}"))
    }

    pub(super) fn illegal_move(why: impl Display) -> Self {
        Self::new(EndReason::IllegalMove, format!("illegal move: {why}"))
    }

    /// An answer that reports a failure or does not fit the command. The detail has the beginning of its first line.
    pub(super) fn bad_answer(command: &str, answer: &str) -> Self {
        let line = answer.lines().next().unwrap_or_default();
        let start: String = line.chars().take(80).collect();
        let detail = format!("`{command}` answered with `{start}`");
        Self::new(EndReason::BadAnswer, detail)
    }

    pub(super) fn stall(command: &str) -> Self {
        Self::new(EndReason::Stall, format!("no answer to `{command}`"))
    }

    pub(super) fn out_of_time() -> Self {
        Self::new(EndReason::Time, "out of time".to_owned())
    }
}

/// Plays game after game. After a [`Fault`] the game is over, but [`start_game`](Self::start_game) must still work.
pub(super) trait Player: Send {
    fn name(&self) -> &str;

    /// Starts a game. The same seed should give the same game.
    fn start_game(&mut self, plan: &MatchPlan, seed: u64) -> Result<(), Fault>;

    /// Tells the player a move of the opponent or of the opening.
    fn play(&mut self, color: Color, mv: Move) -> Result<(), Fault>;

    /// Chooses a move for the side to move, or resigns. The move need not be legal.
    fn genmove(&mut self, game: &Game, time_left: Option<Duration>) -> Result<Decision, Fault>;

    /// Processor time used so far, in this game and before.
    fn cpu_time(&self) -> Option<Duration>;
}
