//! The commands of a player in the terminal.

use std::env;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use tao_engine::Level;
use tao_rules::board::{Coord, Move};
use tao_rules::game::Game;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlayCommand {
    Move(Move),
    /// Show the board; also an empty line.
    Board,
    /// Show the engine's best moves.
    Hint,
    /// Show the candidates of the engine's latest move.
    Candidates,
    /// List the moves of the game.
    Moves,
    /// Take back this number of the player's moves, with all moves after them.
    Undo(usize),
    Score,
    Resume,
    Resign,
    New,
    Size(usize),
    Komi(f64),
    Handicap(usize),
    Level(Level),
    Switch,
    Save(PathBuf),
    Load(PathBuf),
    Help,
    Quit,
}

/// The help text, with every command.
pub(super) const HELP: &str = "\
Moves
  E5, pass     make a move
  undo [N]     take back your latest move, or N of them, with the answers
  resign       give up
  resume       play on after two passes, a resignation or a loss on time
Advice
  hint         the move that Tao Go would make, and its ten best
  candidates   the ten best moves of Tao Go's latest search
  score        who is ahead; an estimate before the end
  board        show the board
  moves        list the moves of the game
Another game
  new          begin again, with the same settings
  size N       begin on a board of N x N
  handicap N   begin with N black stones, 0 for none
  komi N       give White N points in this game and the next
  level N      play as strong as level N, from 1 to 26
  switch       change sides
  save FILE    write the game to an SGF file
  load FILE    continue the game in an SGF file
  quit         leave; also Ctrl-D
Ctrl-C while Tao Go thinks makes it move at once.";

/// The first words of all commands, for completion.
pub(super) const WORDS: [&str; 20] = [
    "board",
    "candidates",
    "handicap ",
    "help",
    "hint",
    "komi ",
    "level ",
    "load ",
    "moves",
    "new",
    "pass",
    "quit",
    "resign",
    "resume",
    "save ",
    "score",
    "size ",
    "switch",
    "undo",
    "exit",
];

const KOMI: &str = "White's points, such as 6.5, from -400 to 400";

impl PlayCommand {
    /// Parses a line in either case, for a game on a board of this size.
    ///
    /// # Errors
    ///
    /// Returns what to say about a line that is neither a move nor a command.
    pub(super) fn parse(line: &str, size: usize) -> Result<Self, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (word, rest) = (word.to_ascii_lowercase(), rest.trim());
        let alone = |command| match rest {
            "" => Ok(command),
            _ => Err(format!("`{word}` takes no argument.")),
        };
        match &*word {
            "" | "board" | "showboard" => alone(Self::Board),
            "hint" | "h" => alone(Self::Hint),
            "candidates" | "c" => alone(Self::Candidates),
            "moves" | "m" | "history" => alone(Self::Moves),
            "undo" | "u" | "back" if rest.is_empty() => Ok(Self::Undo(1)),
            "undo" | "u" | "back" => argument(&word, rest, "the number of your moves to take back")
                .map(|count: NonZeroUsize| Self::Undo(count.get())),
            "score" | "s" => alone(Self::Score),
            "resume" => alone(Self::Resume),
            "resign" => alone(Self::Resign),
            "new" => alone(Self::New),
            "size" | "boardsize" => {
                argument(&word, rest, "the side of the board, 2 to 19").map(Self::Size)
            }
            "komi" => match rest.parse() {
                Ok(komi) if Game::is_komi(komi) => Ok(Self::Komi(komi)),
                _ => Err(expected(&word, KOMI, rest)),
            },
            "handicap" | "fixed_handicap" => {
                argument(&word, rest, "a number of stones, 0 for none").map(Self::Handicap)
            }
            "level" => argument(&word, rest, "a number from 1 to 26").map(Self::Level),
            "switch" => alone(Self::Switch),
            "save" | "load" if rest.is_empty() => Err(expected(&word, "a file", rest)),
            "save" => Ok(Self::Save(file(rest))),
            "load" => Ok(Self::Load(file(rest))),
            "help" | "?" => alone(Self::Help),
            "quit" | "exit" | "q" => alone(Self::Quit),
            "p" | "pass" => alone(Self::Move(Move::Pass)),
            _ => vertex(line, size),
        }
    }
}

fn argument<T: FromStr>(word: &str, text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| expected(word, what, text))
}

fn expected(word: &str, what: &str, found: &str) -> String {
    match found {
        "" => format!("`{word}` needs {what}."),
        _ => format!("`{word}` needs {what}, not `{found}`."),
    }
}

/// Returns the path for a file name, which may be quoted as for a shell, and may begin with `~/`.
fn file(name: &str) -> PathBuf {
    let words = shlex::split(name).filter(|_| !cfg!(windows));
    let name = match words.as_deref() {
        Some([word]) => word,
        _ => name,
    };
    match (name.strip_prefix("~/"), env::home_dir()) {
        (Some(rest), Some(home)) => home.join(rest),
        _ => name.into(),
    }
}

/// The move at a point of the board.
fn vertex(text: &str, size: usize) -> Result<PlayCommand, String> {
    match text.parse::<Coord>() {
        Ok(coord) if coord.is_on(size) => Ok(PlayCommand::Move(Move::Play(coord))),
        _ => Err(missing_point(text, size).unwrap_or_else(|| {
            format!("`{text}` is neither a move nor a command; `help` lists them.")
        })),
    }
}

/// Why there is no such point on a board of this size; `None` for a text that is not a letter and a number.
fn missing_point(text: &str, size: usize) -> Option<String> {
    let letter = text.chars().next().filter(char::is_ascii_alphabetic)?;
    let digits = &text[1..];
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let letter = letter.to_ascii_uppercase();
    if letter == 'I' {
        return Some("There is no column I: it is left out, for it looks like 1.".to_owned());
    }
    let column = format!("{letter}1").parse::<Coord>().ok()?.column();
    let last = Coord::new(size - 1, size - 1)?.to_string();
    let last = last.chars().next()?;
    Some(if column >= size {
        format!("There is no column {letter} on {size}x{size}: the last one is {last}.")
    } else {
        format!("There is no row {digits} on {size}x{size}: they go from 1 to {size}.")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The commands in the help, each with an argument if it needs one.
    fn commands_in_help() -> impl Iterator<Item = String> {
        let lines = HELP.lines().filter_map(|line| line.strip_prefix("  "));
        lines.flat_map(|line| {
            let commands = line.split("   ").next().unwrap_or_default();
            let commands = commands.split(", ").map(|command| {
                let command = command.replace("[N]", "2").replace(" N", " 4");
                command.replace("FILE", "a.sgf").trim().to_owned()
            });
            commands.collect::<Vec<_>>()
        })
    }

    #[test]
    fn every_line_of_the_help_is_a_command_and_fits() {
        for command in commands_in_help() {
            let parsed = PlayCommand::parse(&command, 9);
            assert!(parsed.is_ok(), "{command}: {parsed:?}");
        }
        assert!(HELP.lines().all(|line| line.len() <= 79));
    }

    #[test]
    fn the_words_for_completion_are_those_of_the_help() {
        let mut helped: Vec<String> = commands_in_help()
            .map(|command| command.split(' ').next().unwrap().to_owned())
            .filter(|word| word != "E5")
            .collect();
        helped.extend(["exit", "help"].map(str::to_owned));
        helped.sort();
        let mut words = WORDS.map(|word| word.trim_end().to_owned());
        words.sort();
        assert_eq!(words[..], helped);
        for word in WORDS {
            let with = if word.ends_with(' ') { "3" } else { "" };
            assert!(
                PlayCommand::parse(&format!("{word}{with}"), 9).is_ok(),
                "{word}"
            );
        }
    }

    #[test]
    fn case_matters_in_the_name_of_a_file_alone() {
        let parse = |line| PlayCommand::parse(line, 9);
        let center = PlayCommand::Move("E5".parse().unwrap());
        assert_eq!(parse(" e5 \r\n"), Ok(center));
        assert_eq!(parse("PASS"), Ok(PlayCommand::Move(Move::Pass)));
        assert_eq!(parse("Undo"), Ok(PlayCommand::Undo(1)));
        assert_eq!(parse("undo  3"), Ok(PlayCommand::Undo(3)));
        assert_eq!(parse(""), Ok(PlayCommand::Board));
        assert_eq!(parse("komi -0.5"), Ok(PlayCommand::Komi(-0.5)));
        assert_eq!(
            parse("SAVE My Game.sgf"),
            Ok(PlayCommand::Save("My Game.sgf".into()))
        );
        #[cfg(unix)]
        assert_eq!(
            parse(r"save My\ Game.sgf"),
            Ok(PlayCommand::Save("My Game.sgf".into()))
        );
    }

    #[test]
    fn what_is_no_command_is_told_why() {
        for (line, expected) in [
            ("i5", "There is no column I"),
            ("Z9", "There is no column Z on 9x9: the last one is J."),
            ("k1", "There is no column K on 9x9"),
            ("a0", "There is no row 0 on 9x9: they go from 1 to 9."),
            ("A10", "There is no row 10"),
            ("a99999999999999999999999", "There is no row"),
            ("E5 E6", "neither a move nor a command"),
            ("play e5", "neither a move nor a command"),
            ("e", "neither a move nor a command"),
            ("\u{fffd}1", "neither a move nor a command"),
            ("undo x", "the number of your moves"),
            ("undo 0", "the number of your moves"),
            (
                "komi",
                "`komi` needs White's points, such as 6.5, from -400 to 400.",
            ),
            ("komi inf", "White's points"),
            ("komi -401", "from -400 to 400, not `-401`."),
            ("size 9x9", "the side of the board, 2 to 19, not `9x9`"),
            ("save", "`save` needs a file."),
            ("quit now", "`quit` takes no argument."),
        ] {
            let error = PlayCommand::parse(line, 9).unwrap_err();
            assert!(error.contains(expected), "{line}: {error}");
        }
    }
}
