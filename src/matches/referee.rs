//! A GTP program that counts finished games.

use std::time::Duration;

use super::brake::Brake;
use super::fault::Fault;
use super::process::{Process, Program, StartError, bad_answer};
use super::program::{begin_commands, play_command};
use crate::board::Color;
use crate::game::Game;

/// Why a referee cannot do its work. The match cannot go on without it.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// It cannot be started.
    #[error("referee: {0}")]
    Start(#[from] StartError),
    /// It does not answer as it should.
    #[error("referee, after {moves} moves: {fault}")]
    Fault {
        /// Moves of the game that it was to count.
        moves: usize,
        /// What it did.
        fault: Fault,
    },
}

/// A program that is shown a game and asked for the score.
pub(super) struct Referee {
    process: Process,
}

/// A result: who has won, and the text for records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) winner: Option<Color>,
    pub(super) text: String,
}

impl Referee {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// When the system cannot run it.
    pub(super) fn start(program: &Program, brake: &Brake) -> Result<Self, StartError> {
        let process = Process::start(program, 0, brake)?;
        Ok(Self { process })
    }

    /// Shows the program a game and asks for the score.
    ///
    /// # Errors
    ///
    /// When it refuses a move, has ended, is too slow, or says what is no score.
    pub(super) fn count(&mut self, game: &Game, patience: Duration) -> Result<Count, RefereeError> {
        let count = self.try_count(game, patience);
        count.map_err(|fault| RefereeError::Fault {
            moves: game.moves().len(),
            fault,
        })
    }

    fn try_count(&mut self, game: &Game, patience: Duration) -> Result<Count, Fault> {
        for command in begin_commands(game) {
            self.process.ask(&command, patience)?;
        }
        for &(color, mv) in game.moves() {
            self.process.ask(&play_command(color, mv), patience)?;
        }
        let answer = self.process.ask("final_score", patience)?;
        parse_score(&answer).ok_or_else(|| bad_answer("final_score", &answer))
    }
}

/// Reads `B+3.5`, `W+7` or `0`.
fn parse_score(answer: &str) -> Option<Count> {
    let text = answer.split_whitespace().next()?;
    let winner = match text.split_once('+') {
        Some((winner, margin)) => {
            margin.parse::<f64>().ok()?;
            Some(match winner {
                "B" | "b" => Color::Black,
                "W" | "w" => Color::White,
                _ => return None,
            })
        }
        None if text.parse() == Ok(0.0) => None,
        None => return None,
    };
    Some(Count {
        winner,
        text: text.to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_gtp() {
        for (answer, winner) in [
            ("B+3.5", Some(Color::Black)),
            ("W+7", Some(Color::White)),
            ("W+0.5 (upper bound: -2)", Some(Color::White)),
            ("0", None),
            ("0.0", None),
        ] {
            assert_eq!(parse_score(answer).unwrap().winner, winner, "{answer}");
        }
        for answer in ["", "B+", "B+R", "X+3", "3", "cannot score"] {
            assert_eq!(parse_score(answer), None, "{answer}");
        }
    }
}
