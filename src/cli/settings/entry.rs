//! Settings as they were written, and which of them stand.

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;
use std::rc::Rc;

use clap::Parser;
use clap::error::{ContextKind, ContextValue};

use crate::cli::error::Error;

use super::{Alone, OPTION, Settings};

/// A setting, what it was set to, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Entry {
    pub(in crate::cli) key: String,
    /// As after a flag: `KEY=VALUE` where the key is [`OPTION`].
    pub(in crate::cli) value: OsString,
    pub(in crate::cli) origin: Origin,
}

/// Where a setting was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Origin {
    File { path: Rc<PathBuf>, line: usize },
    Variable(String),
    CommandLine,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File { path, line } => write!(f, "{}, line {line}", path.display()),
            Self::Variable(name) => f.write_str(name),
            Self::CommandLine => f.write_str("command line"),
        }
    }
}

impl Entry {
    /// The name of the search setting that this one is about.
    pub(in crate::cli) fn option(&self) -> Option<&str> {
        let assignment = self.value.to_str().filter(|_| self.key == OPTION)?;
        let (name, _) = assignment.split_once('=')?;
        Some(name.trim())
    }

    /// The setting as a flag.
    fn flag(&self) -> OsString {
        let mut flag = OsString::from(format!("--{}=", self.key));
        flag.push(&self.value);
        flag
    }

    /// What is wrong with it, and where it stands.
    pub(super) fn error(&self, reason: &str) -> Error {
        let key = self.option().unwrap_or(&self.key);
        match &self.origin {
            Origin::File { path, line } => {
                Error::file(path, &format_args!("line {line}: {key}: {reason}"))
            }
            Origin::Variable(name) => Error::Usage(format!("{name}: {reason}")),
            Origin::CommandLine => Error::Usage(format!("--{key}: {reason}")),
        }
    }

    /// Whether `weaker`, from farther away, means nothing beside this one.
    fn replaces(&self, weaker: &Self) -> bool {
        match (&*self.key, &*weaker.key) {
            (OPTION, OPTION) => self.option() == weaker.option(),
            (OPTION, key) => self.option() == Some(key) && ["memory", "threads"].contains(&key),
            // Changes belong to the preset, and who asks for a time does not want the playouts of the file as well.
            ("preset", OPTION) | ("rules", "ko") | ("playouts" | "time", "playouts" | "time") => {
                true
            }
            (key, weaker) => key == weaker,
        }
    }
}

/// The settings that stand where `stronger` ones are laid over others.
pub(super) fn lay_over(mut entries: Vec<Entry>, stronger: Vec<Entry>) -> Vec<Entry> {
    entries.retain(|entry| !stronger.iter().any(|over| over.replaces(entry)));
    entries.extend(stronger);
    entries
}

/// Reads settings as if they were flags.
///
/// # Errors
///
/// Returns what is wrong with the first setting that cannot have its value.
pub(in crate::cli) fn parse(entries: &[Entry]) -> Result<Settings, Error> {
    let parse = |entries: &[Entry]| Alone::try_parse_from(entries.iter().map(Entry::flag));
    let mut settings = Settings::default();
    for (i, entry) in entries.iter().enumerate() {
        let parsed = parse(&entries[..=i]);
        settings = parsed
            .map_err(|error| entry.error(&reason(&error)))?
            .settings;
    }
    Ok(settings)
}

/// What clap finds wrong with a value, without the flag that nobody wrote.
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

    fn entries(settings: &[&str]) -> Vec<Entry> {
        let entry = |setting: &&str| {
            let (key, value) = setting.split_once('=').unwrap();
            Entry {
                key: key.to_owned(),
                value: value.into(),
                origin: Origin::CommandLine,
            }
        };
        settings.iter().map(entry).collect()
    }

    #[test]
    fn a_stronger_setting_replaces_what_it_makes_meaningless() {
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
            let standing = lay_over(entries(weaker), entries(stronger));
            assert_eq!(standing, entries(expected), "{weaker:?} {stronger:?}");
        }
    }

    #[test]
    fn a_bad_value_is_told_with_its_place() {
        let path = Rc::new(PathBuf::from("a.toml"));
        for (setting, expected) in [
            ("size=99", "a.toml: line 7: size: sizes go from 2 to 19"),
            ("threads=0", "a.toml: line 7: threads: 0 is not in 1..=1024"),
            (
                "ko=super",
                "a.toml: line 7: ko: choose one of simple, positional, situational",
            ),
            ("time=", "a.toml: line 7: time: not a time"),
            (
                "ponder=perhaps",
                "a.toml: line 7: ponder: choose one of true, false",
            ),
        ] {
            let mut entries = entries(&["komi=7", setting, "size=1000"]);
            for (entry, line) in entries.iter_mut().zip([3, 7, 9]) {
                let path = Rc::clone(&path);
                entry.origin = Origin::File { path, line };
            }
            let error = parse(&entries).unwrap_err();
            assert!(error.to_string().starts_with(expected), "{error}");
            assert_eq!(error.exit_code(), 3);
        }
    }
}
