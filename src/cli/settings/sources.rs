//! Flags over environment over file.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::path::Path;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory};

use crate::cli::error::Error;
use crate::cli::parsers::hint;
use tao_sgf::ReadOptions;

use super::assignment::{Assignment, SettingOrigin, merge, parse};
use super::file::{CONFIG, ConfigFile};
use super::keys::{OPTION, Settings, SettingsParser, keys};

const PREFIX: &str = "TAO_GO_";

/// All settings, and where they come from.
#[derive(Clone, Debug)]
pub struct Sources {
    /// The settings of all sources: flags replace variables, and these replace the file.
    pub effective: Settings,
    /// The settings of the flags alone.
    pub flags: Settings,
    /// The effective settings as text.
    pub assignments: Vec<Assignment>,
    /// The file that was looked for.
    pub file: Option<ConfigFile>,
}

impl Sources {
    /// Reads file and environment, and merges them with the flags, given in both forms.
    ///
    /// # Errors
    ///
    /// [`Error::File`], and [`Error::Usage`] for bad variables, even where flags replace them.
    pub fn read(
        flags: Settings,
        flag_assignments: Vec<Assignment>,
        config: Option<&Path>,
    ) -> Result<Self, Error> {
        let file = ConfigFile::find(config, env::var_os);
        let mut assignments = file.as_ref().map_or(Ok(Vec::new()), ConfigFile::read)?;
        let environment = from_environment(env::vars_os())?;
        let mut unchecked = assignments.iter().chain(&environment);
        unchecked.try_for_each(Assignment::check)?;
        merge(&mut assignments, environment);
        check_options(&assignments)?;
        merge(&mut assignments, flag_assignments);
        Ok(Self {
            effective: parse(&assignments)?,
            flags,
            assignments,
            file,
        })
    }

    /// How a record is read: one that names no komi or rules has those that are set.
    pub fn read_options(&self) -> ReadOptions {
        let settings = &self.effective.game;
        ReadOptions {
            komi: settings.komi,
            rules: settings.rules.unwrap_or_default(),
            ..ReadOptions::default()
        }
    }
}

/// The settings on the command line.
pub fn flag_assignments(matches: &ArgMatches) -> Vec<Assignment> {
    let mut assignments = Vec::new();
    for argument in SettingsParser::command().get_arguments() {
        let id = argument.get_id().as_str();
        if let Some(key) = argument.get_long()
            && matches.value_source(id) == Some(ValueSource::CommandLine)
        {
            let values = matches.get_raw(id).into_iter().flatten();
            assignments.extend(
                values.map(|value| Assignment::new(key, value, SettingOrigin::CommandLine)),
            );
        }
    }
    assignments
}

/// The value of a setting in the file, before anything else is read; `None` also where the file is wrong.
pub fn value_in_file(config: Option<&Path>, key: &str) -> Option<String> {
    let assignments = ConfigFile::find(config, env::var_os)?.read().ok()?;
    let found = assignments.into_iter().find(|one| one.key == key);
    found?.value.into_string().ok()
}

/// The variable for a setting: `TAO_GO_NEVER_RESIGN` for `never-resign`.
pub fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.to_ascii_uppercase().replace('-', "_"))
}

/// The settings among these variables, except empty ones; `TAO_GO_OPTION` has a list, `KEY=VALUE,KEY=VALUE`.
///
/// # Errors
///
/// Returns [`Error::Usage`] for an unknown variable with our prefix.
fn from_environment(
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> Result<Vec<Assignment>, Error> {
    let keys: BTreeMap<String, String> = keys()
        .into_iter()
        .map(|(key, _)| (variable(&key), key))
        .collect();
    let mut assignments = Vec::new();
    for (name, value) in variables {
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else {
            continue;
        };
        if name == CONFIG || value.is_empty() {
            continue;
        }
        let Some(key) = keys.get(name) else {
            let hint = hint(name, keys.keys().map(String::as_str).chain([CONFIG]));
            let message = format!("unknown environment variable `{name}`{hint}");
            return Err(Error::Usage(message));
        };
        let values = match value.to_str() {
            Some(list) if key == OPTION => list.split(',').map(OsString::from).collect(),
            _ => vec![value],
        };
        let origin = || SettingOrigin::Variable(name.to_owned());
        assignments.extend(
            values
                .into_iter()
                .map(|value| Assignment::new(key, value, origin())),
        );
    }
    // The system returns variables in any order.
    assignments.sort_by(|one, other| one.key.cmp(&other.key));
    Ok(assignments)
}

/// Checks the search settings against their preset.
fn check_options(assignments: &[Assignment]) -> Result<(), Error> {
    let mut params = parse(assignments)?.engine.preset();
    for assignment in assignments {
        if let Some((key, value)) = assignment.option() {
            let set = params.set(key, value);
            set.map_err(|error| assignment.error(&error.to_string()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Vec<(String, OsString)>, Error> {
        let variables = variables.iter();
        let assignments =
            from_environment(variables.map(|(name, value)| (name.into(), value.into())))?;
        let pairs = assignments.into_iter().map(|one| (one.key, one.value));
        Ok(pairs.collect())
    }

    #[test]
    fn a_variable_is_named_after_its_setting() {
        let assignments = read(&[
            ("PATH", "/bin"),
            ("TAO_GO_NEVER_RESIGN", "true"),
            ("TAO_GO_CONFIG", "a.toml"),
            ("TAO_GO_OPTION", "choice=mean,expand-after=3"),
            ("TAO_GO_SIZE", ""),
            ("TAO_GOING", "1"),
        ]);
        let expected = [
            ("never-resign", "true"),
            ("option", "choice=mean"),
            ("option", "expand-after=3"),
        ];
        let expected = expected.map(|(key, value)| (key.to_owned(), OsString::from(value)));
        assert_eq!(assignments.unwrap(), expected);
    }

    #[test]
    fn an_unknown_variable_names_the_nearest() {
        for (name, expected) in [
            (
                "TAO_GO_PLAYOUT",
                "`TAO_GO_PLAYOUT`, did you mean `TAO_GO_PLAYOUTS`?",
            ),
            ("TAO_GO_CONFIGURATION", "did you mean `TAO_GO_CONFIG`?"),
        ] {
            let error = read(&[(name, "1")]).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
    }
}
