//! The interface between a game and its players.

use std::time::Duration;

use crate::board::{Color, Move};
use crate::engine::{Decision, EngineSettings};
use crate::game::{Game, TimeControl};

/// What all games of a match have in common.
#[derive(Clone, Debug)]
pub struct MatchConditions {
    /// The empty board, with komi and rules.
    pub start: Game,
    /// Time of each player for all moves of a game.
    pub main_time: Option<Duration>,
    /// Time that each move adds to the player's clock.
    pub increment: Duration,
    /// Maximum time for any answer.
    pub timeout: Duration,
    /// Whose network, if any, tells the dead stones of a finished game where there is no referee.
    pub judge: EngineSettings,
}

impl MatchConditions {
    pub(super) fn time_control(&self) -> TimeControl {
        let increment = self.increment;
        match self.main_time {
            None => TimeControl::Unlimited,
            Some(main) if increment.is_zero() => TimeControl::Absolute { main },
            Some(main) => TimeControl::fischer(main, increment),
        }
    }
}

/// What a player did that loses the game at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The program ended, or could not be started again.
    #[error("crash: {0}")]
    Crash(String),
    /// The rules forbid the move.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// The answer reports a failure or does not fit the command.
    #[error("`{command}` answered with `{answer}`")]
    BadAnswer {
        /// The command that was sent.
        command: String,
        /// The beginning of the answer.
        answer: String,
    },
    /// There was no answer to this command in time.
    #[error("no answer to `{0}`")]
    Stall(String),
    /// The clock ran out.
    #[error("out of time")]
    Time,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct TurnRequest<'a> {
    pub(super) game: &'a Game,
    pub(super) color: Color,
    pub(super) time_left: Option<Duration>,
    pub(super) timeout: Duration,
}

/// Plays game after game. After a [`Fault`] the game is over, but [`start_game`](Self::start_game) must still work.
pub(super) trait Player {
    fn name(&self) -> &str;

    /// Starts a game. The same seed should give the same game.
    fn start_game(&mut self, conditions: &MatchConditions, seed: u64) -> Result<(), Fault>;

    /// Tells the player a move of the opponent or of the opening.
    fn play(&mut self, color: Color, mv: Move, timeout: Duration) -> Result<(), Fault>;

    /// Chooses a move or resigns. The move need not be legal.
    fn genmove(&mut self, request: &TurnRequest<'_>) -> Result<Decision, Fault>;

    /// Processor time used so far, in this game and before.
    fn cpu_time(&self) -> Option<Duration>;
}
