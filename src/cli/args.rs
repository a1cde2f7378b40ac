//! The command line as clap sees it.

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};

use super::bench::BenchArgs;
use super::genmove::GenmoveArgs;
use super::gmp::GmpArgs;
use super::gtp::GtpArgs;
use super::learn::LearnArgs;
use super::logging::Verbosity;
use super::matches::MatchArgs;
use super::play::PlayArgs;
use super::settings::Settings;

/// A Go engine for the small board: UCT search, GTP, terminal play and one-shot moves.
#[derive(Clone, Debug, Parser)]
#[command(name = "tao-go", version, after_long_help = EXAMPLES)]
pub struct Cli {
    /// What to do. Without a command: play in a terminal, speak GTP on a pipe.
    #[command(subcommand)]
    pub(super) command: Option<Command>,
    #[command(flatten)]
    pub(super) settings: Settings,
    #[command(flatten)]
    pub(super) verbosity: Verbosity,
}

/// The arguments with a command in place of the options by which other engines are asked for a protocol: `--gtp`,
/// and GNU Go's `--mode gtp`, `--mode gmp` and `--mode sgmp`. Beside another command they stay, and are refused.
#[must_use]
pub fn with_command(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let asked =
        (1..arguments.len()).find_map(|index| Some((index, asked_at(&arguments[index..])?)));
    let Some((index, (length, [command, options @ ..]))) = asked else {
        return arguments;
    };
    let is_command = |argument: &OsString| {
        argument
            .to_str()
            .is_some_and(|name| Cli::command().find_subcommand(name).is_some())
    };
    let present = arguments.iter().skip(1).position(is_command);
    if present.is_some_and(|place| arguments[place + 1] != *command) {
        return arguments;
    }
    arguments.drain(index..index + length);
    let place = (1..arguments.len()).find(|&place| arguments[place] == *command);
    let place = place.unwrap_or_else(|| {
        arguments.insert(1, command.into());
        1
    });
    let rest = arguments.split_off(place + 1);
    arguments.extend(options.iter().map(OsString::from).chain(rest));
    arguments
}

/// How many of the first arguments ask for a protocol, and the command that does the same.
fn asked_at(arguments: &[OsString]) -> Option<(usize, &'static [&'static str])> {
    let [option, value] = [0, 1].map(|index| arguments.get(index).and_then(|text| text.to_str()));
    let (length, mode) = match (option?, value) {
        ("--gtp", _) => (1, "gtp"),
        ("--mode", Some(mode)) => (2, mode),
        (option, _) => (1, option.strip_prefix("--mode=")?),
    };
    let command: &[&str] = match mode {
        "gtp" => &["gtp"],
        "gmp" => &["gmp"],
        "sgmp" => &["gmp", "--simplified"],
        _ => return None,
    };
    Some((length, command))
}

/// The commands.
#[derive(Clone, Debug, Subcommand)]
pub(super) enum Command {
    Gtp(GtpArgs),
    Gmp(GmpArgs),
    Play(PlayArgs),
    Genmove(GenmoveArgs),
    Bench(BenchArgs),
    Match(Box<MatchArgs>),
    Learn(LearnArgs),
}

const EXAMPLES: &str = "\
Examples:
  tao-go                                   play in the terminal
  tao-go gtp --time 5s                     the command line for GoGui, Sabaki or gogui-twogtp
  tao-go gmp --color white                 the command line for CGoban's Go Modem
  tao-go genmove --moves 'B E5 W C3'       print the best move
  tao-go genmove --json game.sgf           the same for a record, with figures
  tao-go match --a tao-go-2010 --b plain-uct --playouts 1000
                                           who is stronger
";

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(line: &str) -> String {
        let arguments = with_command(line.split(' ').map(OsString::from));
        let words: Vec<_> = arguments.iter().filter_map(|word| word.to_str()).collect();
        words.join(" ")
    }

    #[test]
    fn protocols_may_be_asked_for_as_of_other_engines() {
        for (given, expected) in [
            ("tao-go", "tao-go"),
            ("tao-go gtp --size 9", "tao-go gtp --size 9"),
            ("tao-go --gtp", "tao-go gtp"),
            ("tao-go gtp --gtp --size 9", "tao-go gtp --size 9"),
            ("tao-go --mode gtp", "tao-go gtp"),
            (
                "tao-go --quiet --mode=gmp --color white",
                "tao-go gmp --quiet --color white",
            ),
            (
                "tao-go --mode sgmp --size 9",
                "tao-go gmp --simplified --size 9",
            ),
            ("tao-go -v gmp --mode sgmp", "tao-go -v gmp --simplified"),
            ("tao-go --mode ascii", "tao-go --mode ascii"),
            ("tao-go genmove --mode gtp", "tao-go genmove --mode gtp"),
            ("tao-go gmp --mode gtp", "tao-go gmp --mode gtp"),
            ("--gtp", "--gtp"), // the name of the program
            ("tao-go --mode", "tao-go --mode"),
        ] {
            assert_eq!(canonical(given), expected);
        }
    }
}
