//! All settings, as clap reads them.

use clap::{Args, CommandFactory, Parser};

use crate::cli::logging::LogArgs;

use super::engine::EngineArgs;
use super::game::GameArgs;
use super::terminal::TerminalArgs;

/// The name of the search settings: the table `[option]` of a file, the flag `--option` and the variable `TAO_GO_OPTION`.
pub const OPTION: &str = "option";

/// Every setting with its default as a line of the file, and with an example in a comment where it has none; in the
/// order of the help.
pub const DEFAULTS: &str = "\
size = 9
# komi = 7
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
# lang = \"zh\"
log-level = \"warn\"
# log-file = \"/tmp/tao-go.log\"
";

/// The settings of all commands, before or after the command's name. A field is `None` where nothing was set.
#[derive(Clone, Debug, Default, Args)]
pub struct Settings {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub engine: EngineArgs,
    #[command(flatten)]
    pub terminal: TerminalArgs,
    #[command(flatten)]
    pub log: LogArgs,
}

/// A command line of nothing but settings.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true)]
pub struct SettingsParser {
    #[command(flatten)]
    pub settings: Settings,
}

/// The name of every setting with its help, in the order in which the help shows them.
pub fn keys() -> Vec<(String, String)> {
    let command = SettingsParser::command();
    let described = command.get_arguments().filter_map(|argument| {
        let help = argument.get_help().map(ToString::to_string);
        Some((argument.get_long()?.to_owned(), help.unwrap_or_default()))
    });
    described.collect()
}
