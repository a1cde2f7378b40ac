//! The settings that every command shares: as flags, as variables of the environment, in a file.
//!
//! [`Settings`] is what clap reads of any of them. [`Sources`] puts the three on top of each other, as text, so that
//! a value means the same wherever it stands and an error can say where that is.

mod engine;
mod entry;
mod environment;
mod file;
mod game;
mod sources;
mod terminal;
mod usual;

use clap::{Args, CommandFactory, Parser};

use super::logging::LogArgs;
use engine::EngineArgs;
use terminal::TerminalArgs;

pub(super) use entry::Entry;
pub(super) use environment::variable;
pub(super) use file::Location;
pub(super) use game::GameArgs;
pub(super) use sources::{Sources, flags};
pub(super) use terminal::{When, parse_stones};
pub(super) use usual::{USUAL, Usual};

#[cfg(test)]
pub(super) use entry::parse;
#[cfg(test)]
pub(super) use file::parse as parse_file;

/// The table of search settings in a file, the flag `--option` and the variable `TAO_GO_OPTION`.
pub(super) const OPTION: &str = "option";

/// What to play on, how to play and how to tell. One struct for all commands, before or after the command's name.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Settings {
    #[command(flatten)]
    pub(super) game: GameArgs,
    #[command(flatten)]
    pub(super) engine: EngineArgs,
    #[command(flatten)]
    pub(super) terminal: TerminalArgs,
    #[command(flatten)]
    pub(super) log: LogArgs,
}

/// The settings without any command, to read them from elsewhere than the command line.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct Alone {
    #[command(flatten)]
    settings: Settings,
}

/// The name of every setting with its help, in the order in which the help shows them.
pub(super) fn keys() -> Vec<(String, String)> {
    let command = Alone::command();
    let described = command.get_arguments().filter_map(|argument| {
        let help = argument.get_help().map(ToString::to_string);
        Some((argument.get_long()?.to_owned(), help.unwrap_or_default()))
    });
    described.collect()
}

/// The one of several names that `word` was meant to be, if any is like it.
pub(super) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// What clap asks of the names of flags that it proposes.
    const ALIKE: f64 = 0.7;
    let similar = names
        .into_iter()
        .map(|name| (strsim::jaro(word, name), name));
    let best = similar.max_by(|(one, _), (other, _)| one.total_cmp(other))?;
    (best.0 > ALIKE).then_some(best.1)
}

/// `did you mean` and the name that is nearest, or nothing.
pub(super) fn hint<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, names).map_or(String::new(), |name| format!(", did you mean `{name}`?"))
}
