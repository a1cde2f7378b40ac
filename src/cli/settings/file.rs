//! Settings in a file, in TOML: `size = 9`, and search settings in the table `[option]`.

use std::ffi::OsString;
use std::fs::File as Input;
use std::io;
use std::io::{ErrorKind, Read};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::cli::error::Error;
use crate::search::Params;

use super::entry::{Entry, Origin};
use super::environment::CONFIG;
use super::{OPTION, hint, keys};

/// The largest file that is read. One with every setting has four kilobytes.
const MOST_BYTES: u64 = 1 << 20;

/// A file of settings, and whether it must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) enum Location {
    /// The user named it.
    Named(PathBuf),
    /// It is looked for where programs of this user have theirs.
    Usual(PathBuf),
    /// No file is to be read, or the user has no such place.
    Nowhere,
}

impl Location {
    /// Where the file is: what `--config` says, else `TAO_GO_CONFIG`, of which an empty one means none, else the folder of
    /// the user's settings.
    pub(super) fn find(
        flag: Option<&Path>,
        variable: impl Fn(&'static str) -> Option<OsString>,
    ) -> Self {
        if let Some(path) = flag {
            return Self::Named(path.to_owned());
        }
        if let Some(path) = variable(CONFIG) {
            return if path.is_empty() {
                Self::Nowhere
            } else {
                Self::Named(path.into())
            };
        }
        let folder = |name| {
            variable(name)
                .map(PathBuf::from)
                .filter(|path| path.is_absolute())
        };
        let settings = folder("XDG_CONFIG_HOME")
            .or_else(|| Some(folder("HOME")?.join(".config")))
            .or_else(|| folder("APPDATA"));
        settings.map_or(Self::Nowhere, |folder| {
            Self::Usual(folder.join("tao-go").join("config.toml"))
        })
    }

    /// The settings in the file.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] for a file that cannot be read, is no TOML, or has a key that is none of ours.
    pub(super) fn read(&self) -> Result<Vec<Entry>, Error> {
        let (Self::Named(path) | Self::Usual(path)) = self else {
            return Ok(Vec::new());
        };
        match read(path) {
            Ok(text) => parse(&text, path),
            Err(error) if *self == Self::Usual(path.clone()) && is_absent(&error) => Ok(Vec::new()),
            Err(error) => Err(Error::file(path, &error)),
        }
    }
}

/// The text of a file that may be one of settings.
fn read(path: &Path) -> io::Result<String> {
    let mut text = Vec::new();
    Input::open(path)?
        .take(MOST_BYTES + 1)
        .read_to_end(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        let refusal = "larger than a mebibyte, so no settings";
        return Err(io::Error::new(ErrorKind::FileTooLarge, refusal));
    }
    String::from_utf8(text)
        .map_err(|error| io::Error::new(ErrorKind::InvalidData, error.utf8_error()))
}

fn is_absent(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// The settings in `text`, in its order.
pub(in crate::cli) fn parse(text: &str, path: &Path) -> Result<Vec<Entry>, Error> {
    let text = text.trim_start_matches('\u{feff}');
    let table = DeTable::parse(text).map_err(|error| {
        let place = error.span().map_or(String::new(), |span| {
            format!("line {}: ", line(text, &span))
        });
        Error::file(path, &format_args!("{place}{}", error.message()))
    })?;
    let mut file = File {
        text,
        path: Rc::new(path.to_owned()),
        entries: Vec::new(),
    };
    let known = keys();
    let known: Vec<&str> = known.iter().map(|(key, _)| &**key).collect();
    for (key, value) in in_order(table.get_ref()) {
        file.check(key, &known, "")?;
        match value.get_ref() {
            DeValue::Table(options) if **key.get_ref() == *OPTION => file.add_options(options)?,
            _ => file.add(key, key.get_ref(), value, "")?,
        }
    }
    Ok(file.entries)
}

/// The line that a place is on, from 1.
fn line(text: &str, span: &Range<usize>) -> usize {
    let before = text.as_bytes().iter().take(span.start);
    before.filter(|&&byte| byte == b'\n').count() + 1
}

type Key<'i> = Spanned<std::borrow::Cow<'i, str>>;

fn in_order<'t, 'i>(table: &'t DeTable<'i>) -> Vec<(&'t Key<'i>, &'t Spanned<DeValue<'i>>)> {
    let mut pairs: Vec<_> = table.iter().collect();
    pairs.sort_by_key(|(key, _)| key.span().start);
    pairs
}

/// A file as far as it is read.
struct File<'t> {
    text: &'t str,
    path: Rc<PathBuf>,
    entries: Vec<Entry>,
}

impl File<'_> {
    fn add_options(&mut self, options: &DeTable<'_>) -> Result<(), Error> {
        let known = Params::KEYS.map(|(key, _)| key);
        for (key, value) in in_order(options) {
            self.check(key, &known, " in [option]")?;
            self.add(key, OPTION, value, &format!("{}=", key.get_ref()))?;
        }
        Ok(())
    }

    fn check(&self, key: &Key<'_>, known: &[&str], place: &str) -> Result<(), Error> {
        let name = &**key.get_ref();
        if known.contains(&name) {
            return Ok(());
        }
        let hint = hint(name, known.iter().copied());
        Err(self.bad(&key.span(), &format!("unknown key `{name}`{place}{hint}")))
    }

    fn add(
        &mut self,
        at: &Key<'_>,
        key: &str,
        value: &Spanned<DeValue<'_>>,
        prefix: &str,
    ) -> Result<(), Error> {
        let text = match value.get_ref() {
            DeValue::String(text) => text.to_string(),
            DeValue::Integer(number) if number.radix() == 10 => number.as_str().to_owned(),
            DeValue::Float(number) => number.as_str().to_owned(),
            DeValue::Boolean(value) => value.to_string(),
            other => {
                let message = format!("{}: {} is no value for it", at.get_ref(), other.type_str());
                return Err(self.bad(&value.span(), &message));
            }
        };
        self.entries.push(Entry {
            key: key.to_owned(),
            value: format!("{prefix}{text}").into(),
            origin: Origin::File {
                path: Rc::clone(&self.path),
                line: line(self.text, &at.span()),
            },
        });
        Ok(())
    }

    fn bad(&self, span: &Range<usize>, reason: &str) -> Error {
        let line = line(self.text, span);
        Error::file(&self.path, &format_args!("line {line}: {reason}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Entry>, Error> {
        parse(text, Path::new("a.toml"))
    }

    #[test]
    fn a_value_is_the_text_of_a_flag() {
        let text = "# mine\nsize = 13\nkomi = -0.5\nrules = \"cgos\"\n\ntime='5s'\nponder = true\nseed = 1_000\n\
            [option]\nchoice = \"mean\"\nalpha = 0.5\n";
        let entries = read(text).unwrap();
        let found: Vec<_> = entries
            .iter()
            .map(|entry| {
                (
                    &*entry.key,
                    entry.value.to_str().unwrap(),
                    entry.origin.to_string(),
                )
            })
            .collect();
        let expected = [
            ("size", "13", 2),
            ("komi", "-0.5", 3),
            ("rules", "cgos", 4),
            ("time", "5s", 6),
            ("ponder", "true", 7),
            ("seed", "1000", 8),
            ("option", "choice=mean", 10),
            ("option", "alpha=0.5", 11),
        ];
        let expected =
            expected.map(|(key, value, line)| (key, value, format!("a.toml, line {line}")));
        assert_eq!(found, expected);
    }

    #[test]
    fn an_error_tells_file_line_key_and_the_nearest_key() {
        for (text, expected) in [
            (
                "size = 9\n\nplayout = 5\n",
                "line 3: unknown key `playout`, did you mean `playouts`?",
            ),
            (
                "never_resign = true",
                "line 1: unknown key `never_resign`, did you mean `never-resign`?",
            ),
            ("xyzzy = 1", "line 1: unknown key `xyzzy`"),
            (
                "[option]\nexplor = 1",
                "line 2: unknown key `explor` in [option], did you mean `exploration`?",
            ),
            (
                "[options]\nalpha = 1",
                "line 1: unknown key `options`, did you mean `option`?",
            ),
            ("size = [9]", "line 1: size: array is no value for it"),
            ("size = 0x9", "line 1: size: integer is no value for it"),
            (
                "option = \"a=1\"\n[size]\n",
                "line 2: size: table is no value for it",
            ),
            ("size = 9\nsize = 13\n", "line 2: "),
            ("size = 9\nsize\n", "line 2: "),
            ("\u{feff}size = = 9", "line 1: "),
        ] {
            let error = read(text).unwrap_err();
            let expected = format!("a.toml: {expected}");
            assert!(error.to_string().starts_with(&expected), "{text}: {error}");
            assert_eq!(error.exit_code(), 3);
        }
    }

    #[test]
    fn the_file_is_where_it_is_said_to_be_or_where_programs_have_theirs() {
        let home = [("HOME", "/home/me")];
        let xdg = [("HOME", "/home/me"), ("XDG_CONFIG_HOME", "/settings")];
        let relative = [("HOME", "/home/me"), ("XDG_CONFIG_HOME", "settings")];
        let none = [("HOME", "/home/me"), (CONFIG, "")];
        let named = [("HOME", "/home/me"), (CONFIG, "b.toml")];
        let usual = |path: &str| Location::Usual(path.into());
        for (flag, variables, expected) in [
            (None, &[][..], Location::Nowhere),
            (None, &home, usual("/home/me/.config/tao-go/config.toml")),
            (None, &xdg, usual("/settings/tao-go/config.toml")),
            (
                None,
                &relative,
                usual("/home/me/.config/tao-go/config.toml"),
            ),
            (None, &none, Location::Nowhere),
            (None, &named, Location::Named("b.toml".into())),
            (Some("a.toml"), &named, Location::Named("a.toml".into())),
        ] {
            let found = Location::find(flag.map(Path::new), |name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.into())
            });
            assert_eq!(found, expected, "{flag:?} {variables:?}");
        }
    }
}
