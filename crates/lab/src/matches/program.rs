//! The command line of a program that speaks GTP.

use std::str::FromStr;
use std::time::Duration;

const SEED: &str = "{seed}";

/// The command line of a program that speaks GTP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// The command line as the user wrote it, for reports.
    pub text: String,
    /// The program, by its path or as the system finds it.
    pub program: String,
    /// Its arguments. `{seed}` in an argument stands for the seed of the game; a program with such an argument is restarted for
    /// every game.
    pub arguments: Vec<String>,
    /// Time for each move, before rounding; see [`sent_time_per_move`](Self::sent_time_per_move).
    pub time_per_move: Option<Duration>,
}

/// The error for an invalid command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseProgramError {
    /// The command line has no word.
    #[error("a command is missing")]
    Empty,
    /// A quote has no end.
    #[error("a quote is not closed")]
    UnclosedQuote,
}

impl FromStr for Program {
    type Err = ParseProgramError;

    /// Splits a text into words as a shell does, without variables or other expansions.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = shlex::split(text).ok_or(ParseProgramError::UnclosedQuote)?;
        let (program, arguments) = words.split_first().ok_or(ParseProgramError::Empty)?;
        Ok(Self {
            text: text.to_owned(),
            program: program.clone(),
            arguments: arguments.to_vec(),
            time_per_move: None,
        })
    }
}

impl Program {
    /// Returns the time for each move as GTP's `time_settings` sends it: whole seconds, at least one.
    #[must_use]
    pub fn sent_time_per_move(&self) -> Option<Duration> {
        let time = self.time_per_move?;
        Some(Duration::from_secs(time.as_secs().max(1)))
    }

    pub(super) fn arguments_with_seed(&self, seed: u64) -> impl Iterator<Item = String> {
        let seed = seed.to_string();
        let arguments = self.arguments.iter();
        arguments.map(move |argument| argument.replace(SEED, &seed))
    }

    pub(super) fn takes_seed(&self) -> bool {
        let mut arguments = self.arguments.iter();
        arguments.any(|argument| argument.contains(SEED))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_as_by_a_shell() {
        let program: Program = "'my engine' -x 'a b'".parse().unwrap();
        assert_eq!(program.program, "my engine");
        assert_eq!(program.arguments, ["-x", "a b"]);
        for (text, expected) in [
            ("", ParseProgramError::Empty),
            ("'gnugo", ParseProgramError::UnclosedQuote),
        ] {
            assert_eq!(text.parse::<Program>(), Err(expected));
        }
    }
}
