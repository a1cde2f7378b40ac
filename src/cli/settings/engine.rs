//! Settings of the engine: how it searches, how long, and when it gives up.

use std::thread;
use std::time::Duration;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::duration::parse_duration;
use crate::cli::error::Error;
use crate::engine::{Engine, EngineSettings, Resign};
use crate::search::{Params, SetParamError};

use super::nearest;

/// How to play.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Engine")]
pub(in crate::cli) struct EngineArgs {
    /// Search settings to start from [default: default]
    #[arg(long, value_name = "NAME", value_parser = presets(), global = true)]
    preset: Option<Params>,
    /// Change one search setting; may be given again
    #[arg(short = 'o', long = "option", value_name = "KEY=VALUE", global = true)]
    #[arg(value_parser = parse_assignment, long_help = assignments_help())]
    options: Vec<Assignment>,
    /// Simulated games for each move
    #[arg(long, value_name = "N", global = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    playouts: Option<u64>,
    /// Time for each move: `10`, `10s`, `500ms`, `2m`
    #[arg(long, value_name = "TIME", value_parser = parse_duration, global = true)]
    time: Option<Duration>,
    /// MiB of memory that the program may take; below 9 like 9 [default: 512]
    #[arg(long, value_name = "MIB", global = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=Params::MAX_MEMORY as u64))]
    memory: Option<u64>,
    /// Threads that search [default: one for each processor, with `--seed` one]
    #[arg(long, value_name = "N", global = true)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=Params::MAX_THREADS as u64))]
    threads: Option<u64>,
    /// Random seed: the same one gives the same game, on one thread
    #[arg(long, value_name = "N", global = true)]
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
    /// The number of simulated games asked for.
    pub(in crate::cli) const fn playouts(&self) -> Option<u64> {
        self.playouts
    }

    /// The search settings to start from.
    pub(super) fn preset(&self) -> Params {
        self.preset.clone().unwrap_or_default()
    }

    /// An engine that plays as asked.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a search setting that does not exist or cannot have the value.
    pub(in crate::cli) fn build(&self) -> Result<Engine, Error> {
        self.settings().map(Engine::new)
    }

    /// How engines play that search positions side by side, and how many of them the threads are for. One for each
    /// processor unless asked for otherwise, seed or not.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a search setting that does not exist or cannot have the value.
    pub(in crate::cli) fn searchers(&self) -> Result<(EngineSettings, usize), Error> {
        let without_seed = Self {
            seed: None,
            ..self.clone()
        };
        let settings = without_seed.settings()?;
        let count = settings.params.threads;
        let seed = self.seed;
        Ok((EngineSettings { seed, ..settings }, count))
    }

    /// How an engine plays apart from its search, whose settings come from elsewhere.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] where search settings are asked for here.
    pub(in crate::cli) fn settings_without_search(&self) -> Result<EngineSettings, Error> {
        let unfit = [
            ("--preset", self.preset.is_some()),
            ("--option", !self.options.is_empty()),
            ("--memory", self.memory.is_some()),
            ("--threads", self.threads.is_some()),
            ("--ponder", self.ponder.is_some()),
        ];
        for (name, is_given) in unfit {
            if is_given {
                let message = format!(
                    "{name}: the search settings of a match are part of its players, `PRESET:KEY=VALUE`, and nobody ponders"
                );
                return Err(Error::Usage(message));
            }
        }
        self.settings()
    }

    /// How an engine plays that plays as asked.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a search setting that does not exist or cannot have the value.
    pub(in crate::cli) fn settings(&self) -> Result<EngineSettings, Error> {
        let mut params = self.preset();
        if self.seed.is_none() {
            let processors = thread::available_parallelism().map_or(1, usize::from);
            params.threads = processors.min(Params::MAX_THREADS);
        }
        for Assignment { key, value } in &self.options {
            let set = params.set(key, value);
            set.map_err(|error| Error::Usage(format!("--option {key}={value}: {error}")))?;
        }
        if let Some(memory) = self.memory {
            params.memory = memory as usize;
        }
        if let Some(threads) = self.threads {
            params.threads = threads as usize;
        }
        let ponders = self.ponder == Some(true);
        let resign = if self.never_resign == Some(true) {
            Resign::Never
        } else {
            Resign::WhenLost
        };
        Ok(EngineSettings {
            params,
            playouts: self.playouts,
            time_per_move: self.time,
            ponder: if ponders { u64::MAX } else { 0 },
            seed: self.seed,
            resign,
        })
    }
}

fn presets() -> impl TypedValueParser<Value = Params> {
    let names = PossibleValuesParser::new(Params::preset_names());
    names.try_map(|name| Params::preset(&name).ok_or("unknown preset"))
}

/// One search setting and the value that it should have.
#[derive(Clone, Debug)]
struct Assignment {
    key: String,
    value: String,
}

fn parse_assignment(text: &str) -> Result<Assignment, String> {
    let (key, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
    let (key, known) = (key.trim(), Params::KEYS.map(|(known, _)| known));
    if !known.contains(&key) {
        let unknown = |nearest| format!("unknown setting `{key}`, did you mean `{nearest}`?");
        let all = || SetParamError::UnknownKey {
            key: key.to_owned(),
        };
        return Err(nearest(key, known).map_or_else(|| all().to_string(), unknown));
    }
    Ok(Assignment {
        key: key.to_owned(),
        value: value.trim().to_owned(),
    })
}

fn assignments_help() -> String {
    let keys = Params::KEYS.map(|(key, takes)| format!("\n- {key}: {takes}"));
    format!(
        "Change one search setting; may be given again\n{}",
        keys.concat()
    )
}
