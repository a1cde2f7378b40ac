//! A GTP program that counts finished games.

use std::time::Duration;

use super::player::Fault;
use super::process::{Process, StartError};
use super::program::Program;
use super::program_player::{play_command, setup_commands};
use super::stop_signal::StopSignal;
use tao_rules::game::{Game, Score};

pub(super) struct Referee(Process);

impl Referee {
    pub(super) fn start(program: &Program, stop: &StopSignal) -> Result<Self, StartError> {
        Process::start(program, 0, stop).map(Self)
    }

    /// Counts a game. A fault ends the match.
    pub(super) fn score(&mut self, game: &Game, timeout: Duration) -> Result<Score, Fault> {
        let setup = setup_commands(game).into_iter();
        let moves = game.moves().iter();
        for command in setup.chain(moves.map(|&(color, mv)| play_command(color, mv))) {
            self.0.ask(&command, timeout)?;
        }
        let answer = self.0.ask("final_score", timeout)?;
        parse_score(&answer).ok_or_else(|| Fault::bad_answer("final_score", &answer))
    }
}

/// Parses `B+3.5`, `W+7` or `0`.
fn parse_score(answer: &str) -> Option<Score> {
    let text = answer.split_whitespace().next()?;
    let margin = |text: &str| {
        let number = text.parse().ok();
        number.filter(|margin: &f64| margin.is_finite() && *margin > 0.0)
    };
    let lead = match text.split_once('+') {
        None => text.parse().ok().filter(|&lead| lead == 0.0)?,
        Some(("B" | "b", points)) => margin(points)?,
        Some(("W" | "w", points)) => -margin(points)?,
        Some(_) => return None,
    };
    Some(Score { lead })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tao_rules::board::Color;

    #[test]
    fn scores_are_those_of_gtp() {
        for (answer, winner) in [
            ("B+3.5", Some(Color::Black)),
            ("W+7", Some(Color::White)),
            ("W+0.5 (upper bound: -2)", Some(Color::White)),
            ("0", None),
            ("0.0", None),
        ] {
            assert_eq!(parse_score(answer).unwrap().winner(), winner, "{answer}");
        }
        for answer in [
            "",
            "B+",
            "B+R",
            "B+nan",
            "B+inf",
            "B+-3",
            "B+0",
            "X+3",
            "3",
            "cannot score",
        ] {
            assert_eq!(parse_score(answer), None, "{answer}");
        }
    }
}
