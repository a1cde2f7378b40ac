//! The settings that every command shares: flags over variables of the environment over a file.
//!
//! A new setting is a field here, and the code that uses it: clap knows its name, type, parser and help. `sources` merges flags,
//! variables and file as text, in the syntax of flags, so that a value means the same everywhere and an error can name its place.

mod engine;
mod file;
mod game;
mod sources;
mod terminal;

use std::error::Error as _;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use std::time::Duration;

use clap::error::{ContextKind, ContextValue};
use clap::{Args, ColorChoice, Command, FromArgMatches};
use log::LevelFilter;
use tao_engine::Level;
use tao_engine::raw::search::{Audience, Params};
use tao_protocols::review::MistakeSizes;
use tao_rules::board::{MAX_SIZE, MIN_SIZE};
use tao_rules::cpu::Build;
use tao_rules::game::{HandicapBonus, Rules, Superko};

use super::language::Language;
use super::parsers::{at_least, in_range, named, one_of, parse_duration};
use engine::{kernel, level};
use game::{SUPERKO, parse_komi};

pub use engine::{NONE, option, processors, search_settings, set_param_message};
#[cfg(test)]
pub use file::parse as parse_file;
#[cfg(test)]
pub use sources::effective;
pub use sources::{Assignment, SettingOrigin, Sources, flag_assignments, value_in_file, variable};
pub use terminal::{color, is_utf8_locale};

/// The key of the search settings: the table `[option]` of a file, the flag `--option` and the variable `TAO_GO_OPTION`.
pub const OPTION: &str = "option";

/// Example values of the settings that are not set by default, or whose default depends on other things.
const EXAMPLES: [(&str, &str); 14] = [
    ("komi", "7"),
    ("ko", "situational"),
    ("handicap-bonus", "0"),
    ("network", "network.taonet"),
    ("patterns", "shapes.txt"),
    ("book", "my.taobook"),
    ("playouts", "2000"),
    ("time", "5s"),
    ("kernel", "portable"),
    ("threads", "2"),
    ("seed", "1"),
    ("ascii", "true"),
    ("lang", "zh"),
    ("log-file", "/tmp/tao-go.log"),
];

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

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Game")]
pub struct GameArgs {
    /// Side of the board, 2 to 19 [default: 9]
    #[arg(long, global = true, alias = "boardsize", value_name = "N", value_parser = in_range(MIN_SIZE, MAX_SIZE))]
    pub size: Option<usize>,
    /// Points for White, from -400 to 400
    /// [default: 7]
    #[arg(long, global = true, value_name = "POINTS", value_parser = parse_komi)]
    pub komi: Option<f64>,
    /// Rules of the game [default: chinese]
    #[arg(long, global = true, value_name = "NAME", value_parser = named(Rules::NAMED))]
    pub rules: Option<Rules>,
    /// Forbidden repetitions: of the simple ko only, of any position, or of a position with the same player to move
    /// [default: as in the rules; `situational` for `tao-go-2010` without rules]
    #[arg(long, global = true, value_name = "KIND", value_parser = named(SUPERKO), hide_short_help = true)]
    pub ko: Option<Superko>,
    /// White's points for handicap stones: none, one for each but the first, or one for each [default: as in the rules]
    #[arg(long, global = true, value_name = "KIND", value_parser = named(HandicapBonus::NAMED), hide_short_help = true)]
    pub handicap_bonus: Option<HandicapBonus>,
}

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// Search settings to start from [default: default]
    #[arg(long, global = true, value_name = "NAME", value_parser = named(Params::presets()))]
    pub preset: Option<Params>,
    /// Network file, or `none` [default: the one in the program, for 5x5 to 9x9]
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    pub network: Option<PathBuf>,
    /// File of 3x3 shapes for simulated games [default: those in the program]
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    pub patterns: Option<PathBuf>,
    /// Opening book for 9x9, `built-in` or `none` [default: `built-in` for presets with a network]
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    pub book: Option<PathBuf>,
    /// Change a search setting, as listed by `tao-go config --help`; may be repeated
    #[arg(
        long,
        short,
        global = true,
        value_name = "KEY=VALUE",
        hide_possible_values = true
    )]
    #[arg(value_parser = option(Audience::Lab, Audience::User))]
    pub option: Vec<(String, String)>,
    /// Level of play, from 1 for beginners to 26, which is full strength [default: 26]
    #[arg(long, global = true, value_name = "N", value_parser = level(), hide_possible_values = true)]
    pub level: Option<Level>,
    /// Visits for each move with the network, else playouts
    #[arg(long, global = true, value_name = "N", value_parser = at_least(1_u64))]
    pub playouts: Option<u64>,
    /// Time for each move: `10`, `10s`, `500ms`, `2m`
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_duration)]
    pub time: Option<Duration>,
    /// Memory limit of the program in MiB; below 14 the same as 14 [default: 512]
    #[arg(long, global = true, value_name = "MIB", value_parser = in_range(1, Params::MAX_MEMORY), hide_short_help = true)]
    pub memory: Option<usize>,
    /// Instruction set, where the fastest fails: portable, neon, avx2, avxvnni, avx512 (with VNNI) or amx [default: the fastest]
    #[arg(long, global = true, value_name = "NAME", value_parser = kernel(), hide_short_help = true)]
    pub kernel: Option<Build>,
    /// Search threads [default: one for each processor, with `--seed` or for `tao-go-2010` one]
    #[arg(long, global = true, value_name = "N", value_parser = in_range(1, Params::MAX_THREADS))]
    pub threads: Option<usize>,
    /// Random seed: with one thread, the same seed gives the same game
    #[arg(long, global = true, value_name = "N", value_parser = at_least(0_u64))]
    pub seed: Option<u64>,
    /// Think in the opponent's time, with `gtp` and `gmp`; no seed repeats such games [default: false]
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    pub ponder: Option<bool>,
    /// Play lost games to the end [default: false]
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    pub never_resign: Option<bool>,
    /// Win rate in percent below which a move looks lost, up to 50; 0 for proven losses only [default: 5]
    #[arg(long, global = true, value_name = "PERCENT", value_parser = in_range(0_u8, 50), hide_short_help = true)]
    pub resign_threshold: Option<u8>,
    /// Points lost by an inaccuracy, a mistake and a blunder; they count up to five times where they also cost win rate
    /// [default: 1.5,3,6]
    #[arg(long, global = true, value_name = "A,B,C", hide_short_help = true)]
    pub mistakes: Option<MistakeSizes>,
}

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Terminal")]
pub struct TerminalArgs {
    /// When to use colors, in boards and in this help; `auto`: in a terminal, unless `NO_COLOR` is set [default: auto]
    #[arg(long, global = true, value_name = "WHEN")]
    pub colors: Option<ColorChoice>,
    /// Draw in ASCII [default: where the locale is not UTF-8]
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    pub ascii: Option<bool>,
    /// Language of this help; in Chinese, `score` also counts in stones [default: by the locale]
    #[arg(long, global = true, value_name = "LANGUAGE", hide_short_help = true)]
    pub lang: Option<Language>,
}

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Other")]
pub struct LogArgs {
    /// Log level of the error stream [env: `RUST_LOG`] [default: warn]
    #[arg(long, global = true, value_name = "LEVEL", hide_short_help = true)]
    #[arg(value_parser = one_of::<LevelFilter>(["off", "error", "warn", "info", "debug", "trace"]))]
    pub log_level: Option<LevelFilter>,
    /// File for the log, at level `info` or above, with every line of GTP (`<` in, `>` out)
    #[arg(long, global = true, value_name = "FILE", hide_short_help = true)]
    pub log_file: Option<PathBuf>,
}

/// A setting as the user sees it.
#[derive(Clone, Debug)]
pub struct Setting {
    pub key: String,
    pub help: String,
    /// The default, as at the end of the help, if it is always the same value.
    pub default: Option<String>,
    /// A value of a setting without such a default.
    pub example: Option<&'static str>,
}

impl Settings {
    /// All settings, in the order of the help.
    pub fn list() -> Vec<Setting> {
        let command = Self::augment_args(Command::new(""));
        let settings = command.get_arguments().map(|argument| {
            let key = argument.get_long().unwrap_or_default().to_owned();
            let help = argument.get_help().map(ToString::to_string);
            let help = help.unwrap_or_default();
            let example = EXAMPLES.iter().find(|(known, _)| *known == key);
            let default = help
                .rsplit_once(" [default: ")
                .filter(|_| example.is_none());
            Setting {
                default: default.map(|(_, value)| value.trim_end_matches(']').to_owned()),
                example: example.map(|(_, value)| *value),
                key,
                help,
            }
        });
        settings.collect()
    }

    /// Makes settings, given by their keys with values in the syntax of flags.
    ///
    /// # Errors
    ///
    /// Returns what is wrong with a value.
    pub fn parse<'a>(
        values: impl IntoIterator<Item = (&'a str, &'a OsStr)>,
    ) -> Result<Self, String> {
        let words = values.into_iter().map(|(key, value)| {
            let mut word = OsString::from(format!("--{key}="));
            word.push(value);
            word
        });
        let command = Self::augment_args(Command::new("").no_binary_name(true));
        let command = command.args_override_self(true);
        let matches = command.try_get_matches_from(words);
        let settings = matches.and_then(|matches| Self::from_arg_matches(&matches));
        settings.map_err(|error| reason(&error))
    }
}

/// What clap reports about a value, without the name of the flag, which the user may not have given.
fn reason(error: &clap::Error) -> String {
    if let Some(source) = error.source() {
        return source.to_string();
    }
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(names)) => format!("choose one of {}", names.join(", ")),
        _ => error.kind().to_string(),
    }
}
