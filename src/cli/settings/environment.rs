//! Settings as variables of the environment: `TAO_GO_NEVER_RESIGN=true` is `--never-resign`.

use std::ffi::OsString;

use crate::cli::error::Error;

use super::entry::{Entry, Origin};
use super::{OPTION, hint, keys};

/// What the names of all our variables begin with.
const PREFIX: &str = "TAO_GO_";

/// The variable that names the file of settings.
pub(super) const CONFIG: &str = "TAO_GO_CONFIG";

/// The variable for a setting.
pub(in crate::cli) fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.to_ascii_uppercase().replace('-', "_"))
}

/// The settings among these variables. An empty one is none; `TAO_GO_OPTION` has a list, `KEY=VALUE,KEY=VALUE`.
///
/// # Errors
///
/// Returns [`Error::Usage`] for a variable that looks like one of ours and is none.
pub(super) fn read(
    variables: impl IntoIterator<Item = (OsString, OsString)>,
) -> Result<Vec<Entry>, Error> {
    let names: Vec<(String, String)> = keys()
        .into_iter()
        .map(|(key, _)| (variable(&key), key))
        .collect();
    let mut entries = Vec::new();
    for (name, value) in variables {
        let Some(name) = name.to_str().filter(|name| name.starts_with(PREFIX)) else {
            continue;
        };
        if name == CONFIG || value.is_empty() {
            continue;
        }
        let Some((_, key)) = names.iter().find(|(known, _)| known == name) else {
            let known = names.iter().map(|(known, _)| &**known).chain([CONFIG]);
            let hint = hint(name, known);
            return Err(Error::Usage(format!(
                "unknown environment variable `{name}`{hint}"
            )));
        };
        entries.extend(values(key, value).into_iter().map(|value| Entry {
            key: key.clone(),
            value,
            origin: Origin::Variable(name.to_owned()),
        }));
    }
    // The system has them in any order.
    entries.sort_by(|one, other| one.key.cmp(&other.key));
    Ok(entries)
}

fn values(key: &str, value: OsString) -> Vec<OsString> {
    match value.to_str() {
        Some(list) if key == OPTION => list.split(',').map(OsString::from).collect(),
        _ => vec![value],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(variables: &[(&str, &str)]) -> Result<Vec<(String, OsString)>, Error> {
        let variables = variables.iter();
        let entries = read(variables.map(|(name, value)| (name.into(), value.into())))?;
        let pairs = entries.into_iter().map(|entry| (entry.key, entry.value));
        Ok(pairs.collect())
    }

    #[test]
    fn a_variable_is_named_after_its_setting() {
        let entries = read_all(&[
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
        assert_eq!(entries.unwrap(), expected);
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
            let error = read_all(&[(name, "1")]).unwrap_err();
            assert!(error.to_string().contains(expected), "{error}");
            assert_eq!(error.exit_code(), 2);
        }
    }
}
