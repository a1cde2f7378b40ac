//! The search that the settings describe.

use std::path::Path;
use std::thread;

use clap::builder::TypedValueParser;

use crate::cli::Error;
use crate::cli::parsers::{Suggesting, hint};
use tao_engine::Level;
use tao_engine::raw::search::{Audience, Param, Params, SetParamError};
use tao_rules::cpu::Build;

use super::EngineArgs;

/// The name that stands for no network or no book.
pub const NONE: &str = "none";

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
        // The thesis has one sequential search.
        if self.seed.is_none() && params != Params::TAO_GO_2010 {
            params.machine.threads = processors().min(Params::MAX_THREADS);
        }
        for (key, value) in &self.option {
            let set = params.set(Audience::Lab, key, value);
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
}

/// A parser of levels.
pub fn level() -> impl TypedValueParser<Value = Level> {
    let numbers = Level::LOWEST.number()..=Level::FULL.number();
    let parse = |text: &str| text.parse::<Level>();
    Suggesting::new(parse, numbers.map(|number| number.to_string()))
}

/// A parser of the names of the builds that this machine can run.
pub fn kernel() -> impl TypedValueParser<Value = Build> {
    |text: &str| {
        let found = Build::available().find(|build| build.name() == text);
        let names: Vec<&str> = Build::available().map(Build::name).collect();
        found.ok_or_else(|| format!("this machine has {}", names.join(", ")))
    }
}

/// A parser of changes `KEY=VALUE` of the search settings that `audience` may change, which suggests those that `shown` may.
pub fn option(
    audience: Audience,
    shown: Audience,
) -> impl TypedValueParser<Value = (String, String)> {
    let parse = move |text: &str| {
        let (key, value) = text.split_once('=').ok_or("write KEY=VALUE")?;
        let key = key.trim();
        Params::check_name(audience, key).map_err(|error| set_param_message(audience, &error))?;
        Ok::<_, String>((key.to_owned(), value.trim().to_owned()))
    };
    Suggesting::new(parse, Params::names(shown).map(|name| format!("{name}=")))
}

/// The number of processors.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}

/// The help of the search settings that this audience may change, a line for each.
pub fn search_settings(audience: Audience) -> String {
    let lines = Param::all_for(audience)
        .map(|param| format!("  {}: {} ({})\n", param.name, param.help, param.values));
    lines.collect()
}

/// The message of an error, which names the most similar setting where there is none with the given name.
pub fn set_param_message(audience: Audience, error: &SetParamError) -> String {
    match error {
        SetParamError::UnknownName(name) => {
            format!("{error}{}", hint(name, Params::names(audience)))
        }
        error => error.to_string(),
    }
}
