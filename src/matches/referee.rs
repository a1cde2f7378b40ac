//! A GTP program that counts finished games.

use std::time::Duration;

use super::player::Fault;
use super::process::{Process, bad_answer};
use super::program::{Program, StartError};
use super::program_player::{play_command, setup_commands};
use super::stop_signal::StopSignal;
use crate::board::Color;
use crate::game::Game;

/// A failure of the referee, which ends the match.
#[derive(Debug, thiserror::Error)]
pub enum RefereeError {
    /// It cannot be started.
    #[error("referee: {0}")]
    Start(#[from] StartError),
    /// It does not answer as it should.
    #[error("referee, after {moves} moves: {fault}")]
    Fault {
        /// Moves of the game to count.
        moves: usize,
        /// The failure.
        fault: Fault,
    },
}

pub(super) struct Referee(Process);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FinalScore {
    /// `None` is a draw.
    pub(super) winner: Option<Color>,
    pub(super) text: String,
}

impl Referee {
    pub(super) fn start(program: &Program, stop: &StopSignal) -> Result<Self, RefereeError> {
        Ok(Self(Process::start(program, 0, stop)?))
    }

    pub(super) fn score(
        &mut self,
        game: &Game,
        timeout: Duration,
    ) -> Result<FinalScore, RefereeError> {
        self.try_score(game, timeout)
            .map_err(|fault| RefereeError::Fault {
                moves: game.moves().len(),
                fault,
            })
    }

    fn try_score(&mut self, game: &Game, timeout: Duration) -> Result<FinalScore, Fault> {
        for command in setup_commands(game) {
            self.0.ask(&command, timeout)?;
        }
        for &(color, mv) in game.moves() {
            self.0.ask(&play_command(color, mv), timeout)?;
        }
        let answer = self.0.ask("final_score", timeout)?;
        parse_score(&answer).ok_or_else(|| bad_answer("final_score", &answer))
    }
}

/// Parses `B+3.5`, `W+7` or `0`.
fn parse_score(answer: &str) -> Option<FinalScore> {
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
    Some(FinalScore {
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
