//! Settings as text with their origin, and which of them apply.

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use crate::cli::error::Error;
use crate::cli::printable::shown;

use super::keys::{OPTION, Settings, SettingsParser};

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

    pub fn check(&self) -> Result<(), Error> {
        let parsed = SettingsParser::try_parse_from([self.flag()]);
        parsed
            .map(drop)
            .map_err(|error| self.error(&reason(&error)))
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

    fn flag(&self) -> OsString {
        let mut flag = OsString::from(format!("--{}=", self.key));
        flag.push(&self.value);
        flag
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
pub fn merge(assignments: &mut Vec<Assignment>, stronger: Vec<Assignment>) {
    assignments.retain(|weaker| !stronger.iter().any(|over| over.replaces(weaker)));
    assignments.extend(stronger);
}

/// Returns the settings of checked assignments.
///
/// # Errors
///
/// Returns [`Error::Usage`] for settings that contradict each other.
pub fn parse(assignments: &[Assignment]) -> Result<Settings, Error> {
    let parsed = SettingsParser::try_parse_from(assignments.iter().map(Assignment::flag));
    parsed
        .map(|parsed| parsed.settings)
        .map_err(|error| Error::Usage(error.to_string()))
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

#[cfg(test)]
mod tests {
    use super::*;

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
