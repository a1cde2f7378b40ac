//! The settings that every command shares: flags over variables of the environment over a file.
//!
//! [`Settings`] is what clap reads. [`Sources`] merges the three as text, in the syntax of flags, so that a value means
//! the same everywhere and an error can name its place.

mod assignment;
mod engine;
mod file;
mod game;
mod sources;
mod suggestions;
mod terminal;

use std::error::Error;
use std::str::FromStr;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, CommandFactory, Parser};

use super::logging::LogArgs;
use engine::EngineArgs;
use terminal::TerminalArgs;

pub(super) use assignment::{Assignment, SettingOrigin};
pub(super) use engine::{assignable, read_book_source, read_network};
pub(super) use game::GameArgs;
pub(super) use sources::{Sources, flag_assignments, variable};
pub(super) use suggestions::Suggesting;
pub(super) use terminal::parse_color;

#[cfg(test)]
pub(super) use assignment::parse;
#[cfg(test)]
pub(super) use file::parse as parse_file;

/// The table of search settings in a file, the flag `--option` and the variable `TAO_GO_OPTION`.
pub(super) const OPTION: &str = "option";

/// Every setting with its default as a line of the file, and with an example in a comment where it has none; in the
/// order of the help.
pub(super) const DEFAULTS: &str = "\
size = 9
komi = 7
rules = \"chinese\"
# ko = \"situational\"
# handicap-bonus = \"0\"
preset = \"default\"
# network = \"network.taonet\"
# patterns = \"shapes.txt\"
# book = \"my.taobook\"
level = 20
# playouts = 2000
# time = \"5s\"
memory = 512
# threads = 2
# seed = 1
ponder = false
never-resign = false
colors = \"auto\"
# ascii = true
log-level = \"warn\"
# log-file = \"/tmp/tao-go.log\"
";

/// The settings of all commands, before or after the command's name. A field is `None` where nothing was set.
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

/// A command line of nothing but settings.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
struct SettingsParser {
    #[command(flatten)]
    settings: Settings,
}

/// A parser of one of these names.
pub(super) fn one_of<T>(names: impl Into<PossibleValuesParser>) -> impl TypedValueParser<Value = T>
where
    T: FromStr<Err: Into<Box<dyn Error + Send + Sync>>> + Clone + Send + Sync + 'static,
{
    names.into().try_map(|name| name.parse())
}

/// The name of every setting with its help, in the order in which the help shows them.
pub(super) fn keys() -> Vec<(String, String)> {
    let command = SettingsParser::command();
    let described = command.get_arguments().filter_map(|argument| {
        let help = argument.get_help().map(ToString::to_string);
        Some((argument.get_long()?.to_owned(), help.unwrap_or_default()))
    });
    described.collect()
}

/// `, did you mean` and the most similar of the known names, or nothing where none is similar.
pub(in crate::cli) fn hint(word: &str, known: impl IntoIterator<Item: AsRef<str>>) -> String {
    /// The Jaro similarity above which clap suggests the name of a flag.
    const MIN_SIMILARITY: f64 = 0.7;
    let similar = known
        .into_iter()
        .map(|name| (strsim::jaro(word, name.as_ref()), name));
    match similar.max_by(|(one, _), (other, _)| one.total_cmp(other)) {
        Some((similarity, name)) if similarity > MIN_SIMILARITY => {
            format!(", did you mean `{}`?", name.as_ref())
        }
        _ => String::new(),
    }
}
