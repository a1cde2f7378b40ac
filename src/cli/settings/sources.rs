//! Flags over environment over file.

use std::env;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};

use crate::cli::error::Error;
use crate::engine::Engine;

use super::entry::{Entry, Origin, lay_over, parse};
use super::file::Location;
use super::{Alone, OPTION, Settings, environment};

/// All settings, and where they come from.
#[derive(Clone, Debug)]
pub(in crate::cli) struct Sources {
    /// What stands once flags were laid over the environment and that over the file.
    pub(in crate::cli) effective: Settings,
    /// The flags alone: what is asked for now, and not what is liked in general.
    pub(in crate::cli) flags: Settings,
    /// What is in force, as it was written.
    pub(in crate::cli) assignments: Vec<Entry>,
    /// Which file was read, if there is one.
    pub(in crate::cli) location: Location,
}

impl Sources {
    /// Reads environment and file, and lays the flags over them.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] for a file and [`Error::Usage`] for a variable that sets something that does not exist, or
    /// to something that it cannot be.
    pub(in crate::cli) fn read(
        asked: Settings,
        flags: Vec<Entry>,
        config: Option<&Path>,
    ) -> Result<Self, Error> {
        let location = Location::find(config, env::var_os);
        let file = location.read()?;
        let environment = environment::read(env::vars_os())?;
        // Also what flags replace must be right.
        parse(&file)?;
        parse(&environment)?;
        let ambient = lay_over(file, environment);
        check_options(&ambient)?;
        let entries = lay_over(ambient, flags);
        Ok(Self {
            effective: parse(&entries)?,
            flags: asked,
            assignments: entries,
            location,
        })
    }

    /// An engine that plays as the settings in force say, in the opponent's time as well if they do.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] for a search setting that does not exist or cannot have the value, and what is wrong with
    /// the setting that has it ponder for nothing.
    pub(in crate::cli) fn pondering_engine(&self) -> Result<Engine, Error> {
        let settings = self.effective.engine.settings()?;
        if let Err(useless) = settings.check_pondering()
            && let Some(entry) = self.assignments.iter().find(|entry| entry.key == "ponder")
        {
            return Err(entry.error(&useless.to_string()));
        }
        Ok(Engine::new(settings))
    }
}

/// The settings on the command line, as they were written.
pub(in crate::cli) fn flags(matches: &ArgMatches) -> Vec<Entry> {
    let mut entries = Vec::new();
    for argument in Alone::command().get_arguments() {
        let id = argument.get_id().as_str();
        let Some(key) = argument.get_long() else {
            continue;
        };
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        let values = matches.get_raw(id).into_iter().flatten();
        entries.extend(values.map(|value| Entry {
            key: key.to_owned(),
            value: value.to_owned(),
            origin: Origin::CommandLine,
        }));
    }
    entries
}

/// Whether the preset can have the search settings that stand beside it.
fn check_options(entries: &[Entry]) -> Result<(), Error> {
    let mut params = parse(entries)?.engine.preset();
    for entry in entries {
        let assignment = entry.value.to_str().filter(|_| entry.key == OPTION);
        if let Some((key, value)) = assignment.and_then(|text| text.split_once('=')) {
            let set = params.set(key.trim(), value.trim());
            set.map_err(|error| entry.error(&error.to_string()))?;
        }
    }
    Ok(())
}
