//! The settings that all commands share: a row has the help, the name, the type, the parser, the line in a file and what else
//! clap knows.
//!
//! A new setting is a row here, and the code that uses it.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{BoolValueParser, EnumValueParser, PathBufValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue};
use clap::{Args, ColorChoice, Command};
use log::LevelFilter;
use tao_engine::engine::Level;
use tao_engine::search::{Audience, Params};
use tao_rules::board::{MAX_SIZE, MIN_SIZE};
use tao_rules::game::{HandicapBonus, Rules, Superko};

use super::engine::{level, option};
use super::game::{SUPERKO, parse_komi};
use crate::cli::duration::parse_duration;
use crate::cli::language::Language;
use crate::cli::parsers::{at_least, in_range, named, one_of};

use InFile::{Default as DefaultTo, Example, Table};

/// The key of the search settings: the table `[option]` of a file, the flag `--option` and the variable `TAO_GO_OPTION`.
pub const OPTION: &str = "option";

/// What a file of settings says of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InFile {
    /// Its default.
    Default(&'static str),
    /// An example, in a comment: it is not set by default, or its default depends on other things.
    Example(&'static str),
    /// A table.
    Table,
}

/// A setting as the user sees it.
#[derive(Clone, Debug)]
pub struct Setting {
    pub key: String,
    pub help: String,
    pub in_file: InFile,
}

/// Takes another value of a setting.
trait Store<T> {
    fn store(&mut self, value: T);
}

impl<T> Store<T> for Option<T> {
    fn store(&mut self, value: T) {
        *self = Some(value);
    }
}

impl<T> Store<T> for Vec<T> {
    fn store(&mut self, value: T) {
        self.push(value);
    }
}

/// Declares the groups of settings and their rows.
macro_rules! settings {
    ($($heading:literal $group:ident: $Group:ident {
        $(
            $(#[$($doc:tt)*])*
            $field:ident: $type:ty = $parser:expr, $in_file:expr, ($($attribute:tt)*);
        )*
    })*) => {
        $(
            #[derive(Clone, Debug, Default, Args)]
            #[command(next_help_heading = $heading)]
            pub struct $Group {
                $(
                    $(#[$($doc)*])*
                    #[arg(long, global = true, value_parser = $parser, $($attribute)*)]
                    pub $field: $type,
                )*
            }
        )*

        /// The settings of all commands, before or after the command's name. A field is `None` where nothing was set.
        #[derive(Clone, Debug, Default, Args)]
        pub struct Settings {
            $(
                #[command(flatten)]
                pub $group: $Group,
            )*
        }

        impl Settings {
            /// All settings, in the order of the help.
            pub fn list() -> Vec<Setting> {
                let in_files = [$($($in_file),*),*];
                let command = Self::augment_args(Command::new(""));
                let keys = command.get_arguments().zip(in_files).map(|(argument, in_file)| Setting {
                    key: argument.get_long().unwrap_or_default().to_owned(),
                    help: argument.get_help().map(ToString::to_string).unwrap_or_default(),
                    in_file,
                });
                keys.collect()
            }

            /// Sets a setting to a value in the syntax of a flag.
            ///
            /// # Errors
            ///
            /// Returns what is wrong with the value or with the key.
            pub fn set(&mut self, key: &str, value: &OsStr) -> Result<(), String> {
                match key.replace('-', "_").as_str() {
                    $($(stringify!($field) => self.$group.$field.store(parse(&$parser, value)?),)*)*
                    _ => return Err("unknown setting".to_owned()),
                }
                Ok(())
            }
        }
    };
}

settings! {
    "Game" game: GameArgs {
        /// Side of the board, 2 to 19 [default: 9]
        size: Option<usize> = in_range(MIN_SIZE, MAX_SIZE), DefaultTo("9"), (alias = "boardsize", value_name = "N");
        /// Points that White gets for moving second; halves and negative numbers are fine
        /// [default: 7]
        komi: Option<f64> = parse_komi, Example("7"), (value_name = "POINTS");
        /// Rules of the game [default: chinese]
        rules: Option<Rules> = named(Rules::NAMED), DefaultTo("chinese"), (value_name = "NAME");
        /// Forbidden repetitions: those of the simple ko only, of any position, or of a position with the same player to
        /// move [default: as in the rules]
        ko: Option<Superko> = named(SUPERKO), Example("situational"), (value_name = "KIND", hide_short_help = true);
        /// Points for White for handicap stones, beside the komi: none, one for each but the first, or one for each
        /// [default: as in the rules]
        handicap_bonus: Option<HandicapBonus> = named(HandicapBonus::NAMED), Example("0"),
            (value_name = "KIND", hide_short_help = true);
    }

    "Engine" engine: EngineArgs {
        /// Search settings to start from [default: default]
        preset: Option<Params> = named(Params::presets()), DefaultTo("default"), (value_name = "NAME");
        /// Network file, or `none` [default: the network in the program, for 5x5 to 9x9]
        network: Option<PathBuf> = PathBufValueParser::new(), Example("network.taonet"),
            (value_name = "FILE", hide_short_help = true);
        /// File of 3x3 shapes for simulated games [default: the shapes in the program]
        patterns: Option<PathBuf> = PathBufValueParser::new(), Example("shapes.txt"),
            (value_name = "FILE", hide_short_help = true);
        /// Opening book for 9x9, `built-in` or `none` [default: the book in the program, for presets with a network]
        book: Option<PathBuf> = PathBufValueParser::new(), Example("my.taobook"),
            (value_name = "FILE", hide_short_help = true);
        /// Change one search setting, of those that `tao-go config --help` lists; may be given again
        option: Vec<(String, String)> = option(Audience::Lab, Audience::User), Table,
            (short = 'o', value_name = "KEY=VALUE", hide_possible_values = true);
        /// Level of play, from 1 for beginners to 20, which is full strength [default: 20]
        level: Option<Level> = level(), DefaultTo("20"), (value_name = "N", hide_possible_values = true);
        /// Visits for each move with the network, else playouts
        playouts: Option<u64> = at_least(1_u64), Example("2000"), (value_name = "N");
        /// Time for each move: `10`, `10s`, `500ms`, `2m`
        time: Option<Duration> = parse_duration, Example("5s"), (value_name = "TIME");
        /// Memory limit of the program in MiB; below 14 the same as 14 [default: 512]
        memory: Option<usize> = in_range(1, Params::MAX_MEMORY), DefaultTo("512"),
            (value_name = "MIB", hide_short_help = true);
        /// Search threads [default: one for each processor, with `--seed` one]
        threads: Option<usize> = in_range(1, Params::MAX_THREADS), Example("2"), (value_name = "N");
        /// Random seed: the same one gives the same game, on one thread
        seed: Option<u64> = at_least(0_u64), Example("1"), (value_name = "N");
        /// Think in the opponent's time, too, with `gtp` and `gmp`: then not even a seed gives the same game [default: false]
        ponder: Option<bool> = BoolValueParser::new(), DefaultTo("false"),
            (value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true);
        /// Play lost games to the end [default: false]
        never_resign: Option<bool> = BoolValueParser::new(), DefaultTo("false"),
            (value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true);
    }

    "Terminal" terminal: TerminalArgs {
        /// When to use colors, in boards as in this help; `auto` does in a terminal, unless `NO_COLOR` is set [default: auto]
        colors: Option<ColorChoice> = EnumValueParser::<ColorChoice>::new(), DefaultTo("auto"), (value_name = "WHEN");
        /// Draw with characters that every terminal has, one column each [default: where the locale is not UTF-8]
        ascii: Option<bool> = BoolValueParser::new(), Example("true"),
            (value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true);
        /// Language of this help [default: zh in a Chinese locale, else en]
        lang: Option<Language> = EnumValueParser::<Language>::new(), Example("zh"),
            (value_name = "LANGUAGE", hide_short_help = true);
    }

    "Other" log: LogArgs {
        /// Log level of the error stream [env: `RUST_LOG`] [default: warn]
        log_level: Option<LevelFilter> = one_of::<LevelFilter>(["off", "error", "warn", "info", "debug", "trace"]),
            DefaultTo("warn"), (value_name = "LEVEL", hide_short_help = true);
        /// File to append the log to, at level `info` or above, with every line of GTP (`<` in, `>` out)
        log_file: Option<PathBuf> = PathBufValueParser::new(), Example("/tmp/tao-go.log"),
            (value_name = "FILE", hide_short_help = true);
    }
}

/// Reads a value in the syntax of a flag.
fn parse<T>(parser: &impl TypedValueParser<Value = T>, value: &OsStr) -> Result<T, String> {
    let parsed = parser.parse_ref(&Command::new(""), None, value);
    parsed.map_err(|error| reason(&error))
}

/// What clap reports about a value, without the name of the flag, which the user may not have given.
fn reason(error: &clap::Error) -> String {
    if let Some(source) = std::error::Error::source(error) {
        return source.to_string();
    }
    match error.get(ContextKind::ValidValue) {
        Some(ContextValue::Strings(names)) => format!("choose one of {}", names.join(", ")),
        _ => error.kind().to_string(),
    }
}
