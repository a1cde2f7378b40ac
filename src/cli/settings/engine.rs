//! Settings of the engine: how it searches, how long, and when it resigns.

use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Args;
use clap::builder::TypedValueParser;

use crate::cli::duration::parse_duration;
use crate::cli::error::Error;
use crate::cli::parsers::{Suggesting, at_least, hint, in_range, named};
use tao_engine::engine::Level;
use tao_engine::search::Params;

/// The name that stands for no network or no book.
pub const NONE: &str = "none";

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Engine")]
pub struct EngineArgs {
    /// Search settings to start from [default: default]
    #[arg(long, value_name = "NAME", value_parser = named(Params::presets()), global = true)]
    pub preset: Option<Params>,
    /// Network file, or `none` [default: the network in the program, for 5x5 to 9x9]
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    pub network: Option<PathBuf>,
    /// File of 3x3 shapes for simulated games [default: the shapes in the program]
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    pub patterns: Option<PathBuf>,
    /// Opening book for 9x9, `built-in` or `none` [default: the book in the program, for presets with a network]
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    pub book: Option<PathBuf>,
    /// Change one search setting, of those that `tao-go config --help` lists; may be given again
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", global = true)]
    #[arg(value_parser = option(), hide_possible_values = true)]
    pub options: Vec<(String, String)>,
    /// Level of play, from 1 for beginners to 20, which is full strength [default: 20]
    #[arg(long, value_name = "N", value_parser = level(), global = true, hide_possible_values = true)]
    pub level: Option<Level>,
    /// Visits for each move with the network, else playouts
    #[arg(long, value_name = "N", value_parser = at_least(1_u64), global = true)]
    pub playouts: Option<u64>,
    /// Time for each move: `10`, `10s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", value_parser = parse_duration, global = true)]
    pub time: Option<Duration>,
    /// Memory limit of the program in MiB; below 14 the same as 14 [default: 512]
    #[arg(long, value_name = "MIB", value_parser = in_range(1, Params::MAX_MEMORY), global = true, hide_short_help = true)]
    pub memory: Option<usize>,
    /// Search threads [default: one for each processor, with `--seed` one]
    #[arg(long, value_name = "N", value_parser = in_range(1, Params::MAX_THREADS), global = true)]
    pub threads: Option<usize>,
    /// Random seed: the same one gives the same game, on one thread
    #[arg(long, value_name = "N", value_parser = at_least(0_u64), global = true)]
    pub seed: Option<u64>,
    /// Think in the opponent's time, too, with `gtp` and `gmp`: then not even a seed gives the same game [default: false]
    #[arg(long, value_name = "BOOL", global = true)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub ponder: Option<bool>,
    /// Play lost games to the end [default: false]
    #[arg(long, value_name = "BOOL", global = true)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub never_resign: Option<bool>,
}

impl EngineArgs {
    pub fn preset(&self) -> Params {
        self.preset.clone().unwrap_or_default()
    }

    /// Returns the parameters of the search.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a search setting that cannot have its value.
    pub fn params(&self) -> Result<Params, Error> {
        let mut params = self.preset();
        if self.seed.is_none() {
            params.machine.threads = processors().min(Params::MAX_THREADS);
        }
        for (key, value) in &self.options {
            let set = params.set(key, value);
            set.map_err(|error| Error::Usage(format!("--option {key}={value}: {error}")))?;
        }
        params.machine.memory = self.memory.unwrap_or(params.machine.memory);
        params.machine.threads = self.threads.unwrap_or(params.machine.threads);
        Ok(params)
    }

    /// The file of the network, if one was given.
    pub fn network_file(&self) -> Option<&Path> {
        let file = self.network.as_deref();
        file.filter(|path| *path != Path::new(NONE))
    }

    /// Returns the flag of the first search setting that was given.
    pub fn search_flag(&self) -> Option<&'static str> {
        let flags = [
            ("--preset", self.preset.is_some()),
            ("--option", !self.options.is_empty()),
            ("--memory", self.memory.is_some()),
            ("--threads", self.threads.is_some()),
            ("--ponder", self.ponder.is_some()),
            ("--level", self.level.is_some()),
        ];
        let mut given = flags.into_iter().filter(|(_, is_given)| *is_given);
        given.next().map(|(name, _)| name)
    }
}

fn level() -> impl TypedValueParser<Value = Level> {
    let numbers = Level::LOWEST.number()..=Level::FULL.number();
    let parse = |text: &str| text.parse::<Level>();
    Suggesting::new(parse, numbers.map(|number| number.to_string()))
}

fn option() -> impl TypedValueParser<Value = (String, String)> {
    Suggesting::new(parse_option, assignable())
}

/// The number of processors.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// Returns the beginning of every assignment `KEY=VALUE` of a search setting.
pub fn assignable() -> impl Iterator<Item = String> {
    Params::names().map(|name| format!("{name}="))
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
    let key = key.trim();
    if !Params::names().any(|name| name == key) {
        return Err(unknown_setting(key));
    }
    Ok((key.to_owned(), value.trim().to_owned()))
}

/// Returns the message for an unknown search setting of this name.
pub fn unknown_setting(name: &str) -> String {
    format!("unknown setting `{name}`{}", hint(name, Params::names()))
}
