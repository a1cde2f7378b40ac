//! The commands of a player in the terminal.

use crate::board::Move;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    Move(Move),
    /// Show the board; also an empty line.
    Board,
    /// Show the engine's best moves.
    Hint,
    /// Show the candidates of the engine's latest move.
    Moves,
    /// Take back the player's latest move and all after it.
    Undo,
    Score,
    Resume,
    Resign,
    Help,
    Quit,
}

/// The help text, with every command.
pub(super) const HELP: &str = "\
  E5, pass   make a move
  hint       the move that the engine would make, and its ten best
  moves      the ten best of the engine's latest move
  undo       take back your latest move
  score      who is ahead, and which stones are dead
  board      show the board
  resume     play on after two passes or a resignation
  resign     give up
  quit       leave
";

impl PlayCommand {
    /// Parses a line in either case; `None` for anything that is neither a move nor a command.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.trim().to_ascii_lowercase();
        Some(match line.as_str() {
            "" | "board" => Self::Board,
            "hint" | "h" => Self::Hint,
            "moves" | "m" => Self::Moves,
            "undo" | "u" => Self::Undo,
            "score" | "s" => Self::Score,
            "resume" => Self::Resume,
            "resign" => Self::Resign,
            "help" | "?" => Self::Help,
            "quit" | "exit" | "q" => Self::Quit,
            "p" => Self::Move(Move::Pass),
            vertex => Self::Move(vertex.parse().ok()?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{HELP, Move, PlayCommand};

    #[test]
    fn every_word_of_the_help_is_a_command() {
        let words = HELP
            .lines()
            .flat_map(|line| line[..12].split([' ', ',']).filter(|word| !word.is_empty()));
        for word in words {
            assert!(PlayCommand::parse(word).is_some(), "{word}");
        }
    }

    #[test]
    fn case_does_not_matter() {
        assert_eq!(
            PlayCommand::parse(" e5 \r\n"),
            Some(PlayCommand::Move("E5".parse().unwrap()))
        );
        assert_eq!(
            PlayCommand::parse("PASS"),
            Some(PlayCommand::Move(Move::Pass))
        );
        assert_eq!(PlayCommand::parse("Undo"), Some(PlayCommand::Undo));
        assert_eq!(PlayCommand::parse(""), Some(PlayCommand::Board));
        for line in ["i5", "E5 E6", "play e5", "a0", "\u{fffd}"] {
            assert_eq!(PlayCommand::parse(line), None, "{line}");
        }
    }
}
