//! Settings in a TOML file: `size = 9`, and search settings in the table `[option]`.

use std::ffi::OsString;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use toml::de::{DeTable, DeValue};

use crate::cli::folders::user_folder;
use crate::cli::parsers::hint;
use crate::cli::{Error, FileResult};
use tao_engine::raw::search::{Audience, Params, SetParamError};
use tao_protocols::files;

use super::sources::{Assignment, SettingOrigin};
use super::{OPTION, Settings};

/// The variable that names the file.
pub const CONFIG: &str = "TAO_GO_CONFIG";

/// Size limit of the file. One with every setting has eight kilobytes.
const MAX_BYTES: usize = 1 << 20;

/// A file of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigFile {
    pub path: PathBuf,
    /// Whether the user named it, so that it must exist.
    pub is_named: bool,
}

impl ConfigFile {
    /// The file that `--config` names, else the one in `TAO_GO_CONFIG`, where an empty text means none, else the one in
    /// the user's folder for settings, if there is such a folder.
    pub fn find(
        flag: Option<&Path>,
        variable: impl Fn(&'static str) -> Option<OsString>,
    ) -> Option<Self> {
        let named = flag
            .map(Path::to_owned)
            .or_else(|| Some(variable(CONFIG)?.into()));
        let is_named = named.is_some();
        let path = named.or_else(|| {
            let folder = user_folder(&variable, ["XDG_CONFIG_HOME", ".config", "APPDATA"]);
            Some(folder?.join("config.toml"))
        })?;
        (!path.as_os_str().is_empty()).then_some(Self { path, is_named })
    }

    /// Returns the settings in the file, or none if it is missing and need not exist.
    ///
    /// # Errors
    ///
    /// Returns [`Error::File`] for a file that cannot be read or is not TOML, and for an unknown key.
    pub fn read(&self) -> Result<Vec<Assignment>, Error> {
        let is_missing = |error: &io::Error| {
            matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
        };
        match files::read(&self.path, MAX_BYTES) {
            Ok(bytes) => parse(&String::from_utf8(bytes).at(&self.path)?, &self.path),
            Err(error) if !self.is_named && is_missing(&error) => Ok(Vec::new()),
            Err(error) => Err(error).at(&self.path),
        }
    }
}

/// The settings in `text`, in its order; `path` is for errors.
pub fn parse(text: &str, path: &Path) -> Result<Vec<Assignment>, Error> {
    let text = text.trim_start_matches('\u{feff}');
    let line = |start| {
        let before = text.bytes().take(start);
        before.filter(|&byte| byte == b'\n').count() + 1
    };
    let error_at =
        |line: usize, reason: &str| Error::file(path, &format_args!("line {line}: {reason}"));
    let table = DeTable::parse(text).map_err(|error| {
        let line = line(error.span().map_or(0, |span| span.start));
        error_at(line, error.message())
    })?;
    let mut pairs = Vec::new();
    for (key, value) in table.get_ref() {
        match value.get_ref() {
            DeValue::Table(options) if key.get_ref() == OPTION => {
                pairs.extend(options.iter().map(|(key, value)| (key, value, true)));
            }
            _ => pairs.push((key, value, false)),
        }
    }
    pairs.sort_by_key(|(key, ..)| key.span().start);
    let settings = Settings::list().into_iter().map(|setting| setting.key);
    let settings: Vec<String> = settings.collect();
    let options: Vec<String> = Params::names(Audience::User).map(str::to_owned).collect();
    let assignments = pairs.into_iter().map(|(key, value, is_option)| {
        let (line, key) = (line(key.span().start), key.get_ref().to_string());
        let (known, table) = if is_option {
            (&options, " in [option]")
        } else {
            (&settings, "")
        };
        if !known.contains(&key) {
            let reason = match Params::check_name(Audience::User, &key) {
                Err(error @ SetParamError::OnlyInLab(_)) if is_option => error.to_string(),
                _ => format!("unknown key `{key}`{table}{}", hint(&key, known)),
            };
            return Err(error_at(line, &reason));
        }
        let value = text_of(value.get_ref())
            .map_err(|reason| error_at(line, &format!("{key}: {reason}")))?;
        let path = path.to_owned();
        let origin = SettingOrigin::File { path, line };
        Ok(if is_option {
            Assignment::new(OPTION, format!("{key}={value}"), origin)
        } else {
            Assignment::new(&key, value, origin)
        })
    });
    assignments.collect()
}

/// Returns a value in the syntax of a flag, or why it cannot be the value of a setting.
fn text_of(value: &DeValue<'_>) -> Result<String, String> {
    let kind = match value {
        DeValue::String(text) => return Ok(text.to_string()),
        DeValue::Integer(number) if number.radix() == 10 => return Ok(number.as_str().to_owned()),
        DeValue::Float(number) => return Ok(number.as_str().to_owned()),
        DeValue::Boolean(value) => return Ok(value.to_string()),
        DeValue::Integer(_) => "hexadecimal, octal or binary integer",
        other => other.type_str(),
    };
    Err(format!(
        "cannot be of type {kind}: write a decimal number, a quoted string, `true` or `false`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Assignment>, Error> {
        parse(text, Path::new("a.toml"))
    }

    #[test]
    fn a_value_has_the_syntax_of_a_flag() {
        let text = "# mine\nsize = 13\nkomi = -0.5\nrules = \"cgos\"\n\ntime='5s'\nponder = true\nseed = 1_000\n\
            [option]\nchoice = \"mean\"\nexploration = 0.5\n";
        let assignments = read(text).unwrap();
        let found: Vec<_> = assignments
            .iter()
            .map(|assignment| {
                (
                    &*assignment.key,
                    assignment.value.to_str().unwrap(),
                    assignment.origin.to_string(),
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
            ("option", "exploration=0.5", 11),
        ];
        let expected =
            expected.map(|(key, value, line)| (key, value, format!("a.toml, line {line}")));
        assert_eq!(found, expected);
    }

    #[test]
    fn an_error_names_file_line_key_and_the_nearest_key() {
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
                "[option]\nalpha = 1",
                "line 2: the setting `alpha` is for experiments: only `tao-lab` takes it",
            ),
            (
                "[option]\nother.alpha = 1",
                "line 2: unknown key `other` in [option]",
            ),
            (
                "[options]\nalpha = 1",
                "line 1: unknown key `options`, did you mean `option`?",
            ),
            ("size = [9]", "line 1: size: cannot be of type array"),
            (
                "size = 0x9",
                "line 1: size: cannot be of type hexadecimal, octal or binary integer: write a decimal",
            ),
            (
                "option = \"a=1\"\n[size]\n",
                "line 2: size: cannot be of type table",
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
    fn the_file_is_the_named_one_or_that_in_the_folder_for_settings() {
        let home = [("HOME", "/home/me")];
        let xdg = [("HOME", "/home/me"), ("XDG_CONFIG_HOME", "/settings")];
        let relative = [("HOME", "/home/me"), ("XDG_CONFIG_HOME", "settings")];
        let none = [("HOME", "/home/me"), (CONFIG, "")];
        let named = [("HOME", "/home/me"), (CONFIG, "b.toml")];
        let in_home = Some(("/home/me/.config/tao-go/config.toml", false));
        for (flag, variables, expected) in [
            (None, &[][..], None),
            (None, &home, in_home),
            (None, &xdg, Some(("/settings/tao-go/config.toml", false))),
            (None, &relative, in_home),
            (None, &none, None),
            (None, &named, Some(("b.toml", true))),
            (Some("a.toml"), &named, Some(("a.toml", true))),
        ] {
            let found = ConfigFile::find(flag.map(Path::new), |name| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| value.into())
            });
            let expected = expected.map(|(path, is_named)| ConfigFile {
                path: path.into(),
                is_named,
            });
            assert_eq!(found, expected, "{flag:?} {variables:?}");
        }
    }
}
