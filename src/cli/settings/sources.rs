//! Flags over variables of the environment over a file.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use clap::ArgMatches;
use clap::parser::ValueSource;

use crate::cli::Error;
use crate::cli::parsers::hint;
use crate::cli::printable::shown;
use tao_engine::raw::search::{Audience, Params};
use tao_rules::game::Superko;
use tao_sgf::ReadOptions;

use super::file::{CONFIG, ConfigFile};
use super::{OPTION, Settings};

const PREFIX: &str = "TAO_GO_";

/// A setting, its value, and where it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub key: String,
    /// As after a flag: `KEY=VALUE` where the key is [`OPTION`].
    pub value: OsString,
    pub origin: SettingOrigin,
}

/// Where a setting was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingOrigin {
    File { path: PathBuf, line: usize },
    Variable(String),
    CommandLine,
}

impl fmt::Display for SettingOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, line } => write!(f, "{}, line {line}", shown(path)),
            Self::Variable(name) => f.write_str(name),
            Self::CommandLine => f.write_str("command line"),
        }
    }
}

impl Assignment {
    pub fn new(key: &str, value: impl Into<OsString>, origin: SettingOrigin) -> Self {
        Self {
            key: key.to_owned(),
            value: value.into(),
            origin,
        }
    }

    /// Name and value of the search setting that this one changes, if its key is [`OPTION`].
    pub fn option(&self) -> Option<(&str, &str)> {
        let assignment = self.value.to_str().filter(|_| self.key == OPTION)?;
        let (name, value) = assignment.split_once('=')?;
        Some((name.trim(), value.trim()))
    }

    /// Checks the value.
    ///
    /// # Errors
    ///
    /// Returns an error that names the place where the value was set.
    pub fn check(&self) -> Result<(), Error> {
        let set = Settings::parse([(&*self.key, &*self.value)]);
        set.map(drop).map_err(|reason| self.error(&reason))
    }

    /// The error for a value that does not fit; it names the place.
    pub fn error(&self, reason: &str) -> Error {
        let key = self.option().map_or(&*self.key, |(name, _)| name);
        match &self.origin {
            SettingOrigin::File { path, line } => {
                Error::file(path, &format_args!("line {line}: {key}: {reason}"))
            }
            SettingOrigin::Variable(name) => Error::Usage(format!("{name}: {reason}")),
            SettingOrigin::CommandLine => Error::Usage(format!("--{key}: {reason}")),
        }
    }

    /// Whether `weaker`, from a source of lower rank, has no effect beside this one.
    fn replaces(&self, weaker: &Self) -> bool {
        let [name, weaker_name] = [self, weaker].map(|one| one.option().map(|(name, _)| name));
        match (&*self.key, &*weaker.key) {
            (OPTION, OPTION) => name == weaker_name,
            (OPTION, key @ ("memory" | "threads")) => name == Some(key),
            // A preset drops options for the preset that it replaces, rules drop a ko rule for those that they replace, and limits
            // of time and of playouts replace each other.
            ("preset", OPTION) | ("rules", "ko") | ("playouts" | "time", "playouts" | "time") => {
                true
            }
            (key, weaker) => key == weaker,
        }
    }
}

/// Adds the settings of a source of higher rank, and removes those that they replace.
fn merge(assignments: &mut Vec<Assignment>, stronger: Vec<Assignment>) {
    assignments.retain(|weaker| !stronger.iter().any(|over| over.replaces(weaker)));
    assignments.extend(stronger);
}

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
            effective: effective(&assignments)?,
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

/// The settings that these assignments make.
pub fn effective(assignments: &[Assignment]) -> Result<Settings, Error> {
    let values = assignments.iter().map(|one| (&*one.key, &*one.value));
    let mut settings = Settings::parse(values).map_err(Error::Usage)?;
    // By the thesis the opponent must not face a position again.
    if settings.engine.preset() == Params::TAO_GO_2010 && settings.game.rules.is_none() {
        settings.game.ko.get_or_insert(Superko::Situational);
    }
    Ok(settings)
}

/// The settings on the command line.
pub fn flag_assignments(matches: &ArgMatches) -> Vec<Assignment> {
    let given = Settings::list().into_iter().filter_map(|setting| {
        let id = setting.key.replace('-', "_");
        let is_flag = matches.value_source(&id) == Some(ValueSource::CommandLine);
        let values = matches.get_raw(&id).filter(|_| is_flag)?;
        let assignment = |value| Assignment::new(&setting.key, value, SettingOrigin::CommandLine);
        Some(values.map(assignment).collect::<Vec<_>>())
    });
    given.flatten().collect()
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
    let settings = Settings::list().into_iter();
    let keys: BTreeMap<String, String> = settings
        .map(|setting| (variable(&setting.key), setting.key))
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
    let mut params = effective(assignments)?.engine.preset();
    for assignment in assignments {
        if let Some((key, value)) = assignment.option() {
            let set = params.set(Audience::User, key, value);
            set.map_err(|error| assignment.error(&error.to_string()))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::settings::processors;

    fn read(variables: &[(&str, &str)]) -> Result<Vec<(String, OsString)>, Error> {
        let variables = variables.iter();
        let assignments =
            from_environment(variables.map(|(name, value)| (name.into(), value.into())))?;
        let pairs = assignments.into_iter().map(|one| (one.key, one.value));
        Ok(pairs.collect())
    }

    #[test]
    fn the_preset_of_the_thesis_brings_its_superko_and_one_thread() {
        let of = |settings: &[&str]| {
            let settings = effective(&assignments(settings)).unwrap();
            (
                settings.game.ko,
                settings.engine.params().unwrap().machine.threads,
            )
        };
        let all = processors().min(Params::MAX_THREADS);
        assert_eq!(of(&["preset=tao-go-2010"]), (Some(Superko::Situational), 1));
        assert_eq!(of(&["preset=tao-go-2010-tuned"]), (None, all));
        let chosen = ["preset=tao-go-2010", "ko=simple", "threads=3"];
        assert_eq!(of(&chosen), (Some(Superko::Simple), 3));
        assert_eq!(of(&["preset=tao-go-2010", "rules=chinese"]), (None, 1));
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

    fn assignments(settings: &[&str]) -> Vec<Assignment> {
        let assignment = |setting: &&str| {
            let (key, value) = setting.split_once('=').unwrap();
            Assignment::new(key, value, SettingOrigin::CommandLine)
        };
        settings.iter().map(assignment).collect()
    }

    #[test]
    fn a_stronger_setting_replaces_those_without_effect_beside_it() {
        for (weaker, stronger, expected) in [
            (
                &["size=9", "komi=7"][..],
                &["size=13"][..],
                &["komi=7", "size=13"][..],
            ),
            (&["playouts=10"], &["time=5s"], &["time=5s"]),
            (
                &["time=5s", "playouts=10"],
                &["playouts=20"],
                &["playouts=20"],
            ),
            (
                &["rules=cgos", "ko=simple"],
                &["rules=chinese"],
                &["rules=chinese"],
            ),
            (
                &["rules=cgos"],
                &["ko=simple"],
                &["rules=cgos", "ko=simple"],
            ),
            (
                &["preset=plain-uct", "option=expand-after=3", "threads=2"],
                &["preset=tao-go-2010", "option=choice=mean"],
                &["threads=2", "preset=tao-go-2010", "option=choice=mean"],
            ),
            (
                &["option=choice=mean", "option=expand-after=3"],
                &["option=choice = visits"],
                &["option=expand-after=3", "option=choice = visits"],
            ),
            (&["threads=2"], &["option=threads=1"], &["option=threads=1"]),
        ] {
            let mut merged = assignments(weaker);
            merge(&mut merged, assignments(stronger));
            assert_eq!(merged, assignments(expected), "{weaker:?} {stronger:?}");
        }
    }

    #[test]
    fn a_bad_value_is_reported_with_its_place() {
        for (setting, expected) in [
            ("size=99", "size: write a whole number from 2 to 19"),
            ("threads=0", "threads: write a whole number from 1 to 1024"),
            (
                "ko=super",
                "ko: choose one of simple, positional, situational",
            ),
            ("time=", "time: not a time"),
            ("ponder=perhaps", "ponder: choose one of true, false"),
        ] {
            let path = PathBuf::from("a.toml");
            for (origin, place, code) in [
                (SettingOrigin::File { path, line: 7 }, "a.toml: line 7: ", 3),
                (SettingOrigin::CommandLine, "--", 2),
            ] {
                let [mut assignment] = assignments(&[setting]).try_into().unwrap();
                assignment.origin = origin;
                let error = assignment.check().unwrap_err();
                let expected = format!("{place}{expected}");
                assert!(error.to_string().starts_with(&expected), "{error}");
                assert_eq!(error.exit_code(), code);
            }
        }
    }
}
