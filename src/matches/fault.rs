//! How a player can lose a game other than at the board.

/// What a player did that loses the game at once.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The program ended, or could not be started again.
    #[error("crash: {0}")]
    Crash(String),
    /// The rules forbid the move.
    #[error("illegal move: {0}")]
    IllegalMove(String),
    /// The answer is no success, or none that fits the command.
    #[error("`{command}` answered with `{answer}`")]
    BadAnswer {
        /// What was asked.
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
