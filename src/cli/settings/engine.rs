//! Settings of the engine: how it searches, how long, and when it resigns.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::book::BookSource;
use crate::cli::book::{BUILT_IN, read_book};
use crate::cli::duration::parse_duration;
use crate::cli::error::Error;
use crate::cli::numbers::{at_least, in_range};
use crate::engine::{EngineSettings, Level, Resign};
use crate::net::{self, MAX_FILE_BYTES, Network};
use crate::pattern::{ParseShapesError, Shapes};
use crate::search::Params;

use super::{Suggesting, hint};

/// The file of a network or book that is none.
const NONE: &str = "none";

/// Size limit of a file of shapes. The one in the program has two kilobytes.
const MAX_SHAPES_BYTES: u64 = 1 << 20;

#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Engine")]
pub(in crate::cli) struct EngineArgs {
    /// Search settings to start from [default: default]
    #[arg(long, value_name = "NAME", value_parser = presets(), global = true)]
    preset: Option<Params>,
    /// Network file for 9x9, or `none` [default: the network in the program]
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    network: Option<PathBuf>,
    /// File of 3x3 shapes for simulated games [default: the shapes in the program]
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    patterns: Option<PathBuf>,
    /// Opening book for 9x9, or `none` [default: the book in the program]
    #[arg(long, value_name = "FILE", global = true, hide_short_help = true)]
    book: Option<PathBuf>,
    /// Change one search setting, of those that `tao-go config --help` lists; may be given again
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", global = true)]
    #[arg(value_parser = option(), hide_possible_values = true)]
    options: Vec<(String, String)>,
    /// Level of play, from 1 for beginners to 20, which is full strength [default: 20]
    #[arg(long, value_name = "N", value_parser = level(), global = true, hide_possible_values = true)]
    level: Option<Level>,
    /// Simulations for each move
    #[arg(long, value_name = "N", value_parser = at_least(1_u64), global = true)]
    pub(in crate::cli) playouts: Option<u64>,
    /// Time for each move: `10`, `10s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", value_parser = parse_duration, global = true)]
    time: Option<Duration>,
    /// Memory limit of the program in MiB; below 11 the same as 11 [default: 512]
    #[arg(long, value_name = "MIB", value_parser = in_range(1, Params::MAX_MEMORY), global = true, hide_short_help = true)]
    memory: Option<usize>,
    /// Search threads [default: one for each processor, with `--seed` one]
    #[arg(long, value_name = "N", value_parser = in_range(1, Params::MAX_THREADS), global = true)]
    threads: Option<usize>,
    /// Random seed: the same one gives the same game, on one thread
    #[arg(long, value_name = "N", value_parser = at_least(0_u64), global = true)]
    seed: Option<u64>,
    /// Think in the opponent's time, too, with `gtp` and `gmp`: then not even a seed gives the same game [default: false]
    #[arg(long, value_name = "BOOL", global = true)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    ponder: Option<bool>,
    /// Play lost games to the end [default: false]
    #[arg(long, value_name = "BOOL", global = true)]
    #[arg(num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    never_resign: Option<bool>,
}

impl EngineArgs {
    pub(super) fn preset(&self) -> Params {
        self.preset.clone().unwrap_or_default()
    }

    /// The settings of engines that search several positions at the same time, and the number of threads for all of
    /// them: one for each processor by default, even with a seed.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a search setting that does not exist or cannot have the value.
    pub(in crate::cli) fn concurrent_settings(&self) -> Result<(EngineSettings, usize), Error> {
        let without_seed = Self {
            seed: None,
            ..self.clone()
        };
        let settings = without_seed.settings()?;
        let threads = settings.params.threads;
        let seed = self.seed;
        Ok((EngineSettings { seed, ..settings }, threads))
    }

    /// The settings of an engine apart from its search, whose settings come from elsewhere.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] where search settings are given here.
    pub(in crate::cli) fn settings_without_search(&self) -> Result<EngineSettings, Error> {
        let given = [
            ("--preset", self.preset.is_some()),
            ("--option", !self.options.is_empty()),
            ("--memory", self.memory.is_some()),
            ("--threads", self.threads.is_some()),
            ("--ponder", self.ponder.is_some()),
            ("--level", self.level.is_some()),
        ];
        match given.into_iter().find(|(_, is_given)| *is_given) {
            None => {
                let mut settings = self.settings()?;
                if self.book.is_none() {
                    settings.book = BookSource::None;
                }
                Ok(settings)
            }
            Some((name, _)) => Err(Error::Usage(format!(
                "{name}: the search settings of a match are part of its players, `PRESET:KEY=VALUE`, and nobody ponders"
            ))),
        }
    }

    /// The network that the engine may ask.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] for a file that cannot be read or has no network.
    pub(in crate::cli) fn network(&self) -> Result<Option<Arc<Network>>, Error> {
        match self.network.as_deref() {
            None => Ok(net::embedded()),
            Some(path) if path == Path::new(NONE) => Ok(None),
            Some(path) => read_network(path).map(Arc::new).map(Some),
        }
    }

    /// The file of the network, if one was given.
    pub(in crate::cli) fn network_file(&self) -> Option<PathBuf> {
        let file = self.network.as_ref();
        file.filter(|path| *path != Path::new(NONE)).cloned()
    }

    /// The shapes that simulated games play, if a file was given.
    fn shapes(&self) -> Result<Option<Arc<Shapes>>, Error> {
        let shapes = self.patterns.as_deref().map(read_shapes);
        shapes.map(|shapes| shapes.map(Arc::new)).transpose()
    }

    /// How to search.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a search setting that cannot have its value.
    pub(in crate::cli) fn params(&self) -> Result<Params, Error> {
        let mut params = self.preset();
        if self.seed.is_none() {
            let processors = thread::available_parallelism().map_or(1, usize::from);
            params.threads = processors.min(Params::MAX_THREADS);
        }
        for (key, value) in &self.options {
            let set = params.set(key, value);
            set.map_err(|error| Error::Usage(format!("--option {key}={value}: {error}")))?;
        }
        params.memory = self.memory.unwrap_or(params.memory);
        params.threads = self.threads.unwrap_or(params.threads);
        Ok(params)
    }

    pub(in crate::cli) fn settings(&self) -> Result<EngineSettings, Error> {
        Ok(EngineSettings {
            params: self.params()?,
            network: self.network()?,
            shapes: self.shapes()?,
            book: self
                .book
                .as_deref()
                .map_or(Ok(BookSource::BuiltIn), read_book_source)?,
            level: self.level.unwrap_or_default(),
            playouts: self.playouts,
            time_per_move: self.time,
            ponder: if self.ponder == Some(true) {
                u64::MAX
            } else {
                0
            },
            seed: self.seed,
            resign: if self.never_resign == Some(true) {
                Resign::Never
            } else {
                Resign::WhenLost
            },
        })
    }
}

/// The book that a name stands for: none, that in the program, or that in a file.
pub(in crate::cli) fn read_book_source(path: &Path) -> Result<BookSource, Error> {
    if path == Path::new(NONE) {
        Ok(BookSource::None)
    } else if path == Path::new(BUILT_IN) {
        Ok(BookSource::BuiltIn)
    } else {
        read_book(path).map(BookSource::Loaded)
    }
}

/// Reads a network file.
pub(in crate::cli) fn read_network(path: &Path) -> Result<Network, Error> {
    let mut bytes = Vec::new();
    let limit = MAX_FILE_BYTES as u64 + 1;
    File::open(path)
        .and_then(|file| file.take(limit).read_to_end(&mut bytes))
        .map_err(|error| Error::file(path, &error))?;
    Network::parse(&bytes).map_err(|error| Error::file(path, &error))
}

/// Reads a file of shapes.
fn read_shapes(path: &Path) -> Result<Shapes, Error> {
    let mut text = String::new();
    File::open(path)
        .and_then(|file| file.take(MAX_SHAPES_BYTES + 1).read_to_string(&mut text))
        .map_err(|error| Error::file(path, &error))?;
    if text.len() as u64 > MAX_SHAPES_BYTES {
        return Err(Error::file(
            path,
            &"larger than a mebibyte, so not a file of shapes",
        ));
    }
    text.parse()
        .map_err(|error: ParseShapesError| Error::file(path, &error))
}

fn presets() -> impl TypedValueParser<Value = Params> {
    let names = PossibleValuesParser::new(Params::preset_names());
    names.try_map(|name| Params::preset(&name).ok_or("unknown preset"))
}

fn level() -> impl TypedValueParser<Value = Level> {
    let numbers = Level::LOWEST.number()..=Level::FULL.number();
    let parse = |text: &str| text.parse::<Level>();
    Suggesting::new(parse, numbers.map(|number| number.to_string()))
}

fn option() -> impl TypedValueParser<Value = (String, String)> {
    Suggesting::new(parse_option, assignable())
}

/// The beginning of every `KEY=VALUE`.
pub(in crate::cli) fn assignable() -> impl Iterator<Item = String> {
    Params::all_names().map(|name| name + "=")
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
    let key = key.trim();
    if !Params::all_names().any(|name| name == key) {
        let hint = hint(key, Params::all_names());
        return Err(format!("unknown setting `{key}`{hint}"));
    }
    Ok((key.to_owned(), value.trim().to_owned()))
}
