//! `tao-go config`: the settings in force, and a file to start from. Either is a file of settings itself.

use std::fmt::Write as _;
use std::io::Write;

use clap::Args;

use super::error::{Error, Exit};
use super::settings::{Entry, Location, OPTION, Sources, USUAL, Usual, keys};
use crate::search::Params;

/// Print the settings in force, and where each of them was made
#[derive(Clone, Copy, Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub(super) struct ConfigArgs {
    /// Print a file with the settings as they are where none is made
    #[arg(long)]
    dump_default: bool,
}

const EXAMPLES: &str = "\
Examples:
  mkdir -p ~/.config/tao-go && tao-go config --dump-default > ~/.config/tao-go/config.toml
  tao-go config --config other.toml --time 5s
  TAO_GO_THREADS=2 tao-go config | grep threads
";

impl ConfigArgs {
    /// Whether it is not the settings in force that are wanted.
    pub(super) const fn wants_default(self) -> bool {
        self.dump_default
    }
}

/// Prints the settings in force.
///
/// # Errors
///
/// Returns [`Error::Stream`] when the output fails.
pub(super) fn show(sources: &Sources, mut output: impl Write) -> Result<(), Error> {
    let found = |key: &str| {
        sources
            .assignments
            .iter()
            .rev()
            .find(|entry| entry.key == key)
    };
    let mut text = match &sources.location {
        Location::Named(path) => format!("# File: {}\n", path.display()),
        Location::Usual(path) if path.exists() => format!("# File: {}\n", path.display()),
        Location::Usual(path) => format!("# File: {}, which is not there\n", path.display()),
        Location::Nowhere => "# File: none\n".to_owned(),
    };
    for (key, usual) in USUAL {
        let line = match (found(key), usual) {
            (Some(entry), _) => told(key, &entry.value.to_string_lossy(), &entry.origin),
            (None, Usual::Value(value)) => told(key, value, &"default"),
            (None, Usual::Unset(_)) => format!("# {key} is not set"),
        };
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "\n[{OPTION}]");
    for entry in options_in_force(&sources.assignments) {
        let assignment = entry.value.to_string_lossy();
        if let Some((key, value)) = assignment.split_once('=') {
            let line = told(key.trim(), value.trim(), &entry.origin);
            let _ = writeln!(text, "{line}");
        }
    }
    output.write_all(text.as_bytes())?;
    Ok(output.flush()?)
}

/// The search settings, of several changes of one only the last.
fn options_in_force(entries: &[Entry]) -> impl Iterator<Item = &Entry> {
    let options = entries.iter().enumerate();
    options.filter_map(|(i, entry)| {
        let name = entry.option()?;
        let later = &entries[i + 1..];
        (!later.iter().any(|entry| entry.option() == Some(name))).then_some(entry)
    })
}

/// A setting, and where it comes from.
fn told(key: &str, value: &str, origin: &dyn std::fmt::Display) -> String {
    format!("{:<32}# {origin}", format!("{key} = {}", written(value)))
}

/// Prints a file that changes nothing.
///
/// # Errors
///
/// Returns [`Error::Stream`] when the output fails.
pub(super) fn dump(mut output: impl Write) -> Result<Exit, Error> {
    output.write_all(default_file().as_bytes())?;
    output.flush()?;
    Ok(Exit::Done)
}

/// The file with every setting that has a value, and the others as comments.
fn default_file() -> String {
    let mut text = "# Settings of Tao Go. Options of the command line and variables of the environment go before\n\
        # them; the variable of never-resign, for one, is TAO_GO_NEVER_RESIGN.\n"
        .to_owned();
    for (key, help) in keys() {
        let Some((_, usual)) = USUAL.iter().find(|(known, _)| *known == key) else {
            continue;
        };
        let help = help.split(" [default: ").next().unwrap_or_default();
        let line = match usual {
            Usual::Value(value) => format!("{key} = {}", written(value)),
            Usual::Unset(value) => format!("# {key} = {}", written(value)),
        };
        let _ = write!(text, "\n# {help}\n{line}\n");
    }
    let _ = writeln!(
        text,
        "\n# Search settings, which change the preset.\n[{OPTION}]"
    );
    for (key, takes) in Params::KEYS {
        let _ = writeln!(text, "# {key} = ...  # {takes}");
    }
    text
}

/// A value as TOML has it.
fn written(value: &str) -> String {
    let is_number = value
        .parse::<i64>()
        .is_ok_and(|number| number.to_string() == value)
        || value
            .parse::<f64>()
            .is_ok_and(|number| number.is_finite() && format!("{number:?}") == value);
    if is_number || ["true", "false"].contains(&value) {
        return value.to_owned();
    }
    let mut text = "\"".to_owned();
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text + "\""
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::settings::{Settings, parse, parse_file};
    use super::*;

    fn read(text: &str) -> Settings {
        parse(&parse_file(text, Path::new("config.toml")).unwrap()).unwrap()
    }

    /// All that the settings do, as text.
    fn effect(settings: &Settings) -> String {
        let (game, engine) = (settings.game.begin(), settings.engine.settings());
        let theme = settings.terminal.theme(crate::cli::Palette::Plain);
        format!("{:?} {:?} {theme:?}", game.unwrap(), engine.unwrap())
    }

    #[test]
    fn the_default_file_changes_nothing() {
        let settings = read(&default_file());
        assert_eq!(effect(&settings), effect(&Settings::default()));
        assert_ne!(effect(&settings), effect(&read("size = 13")));
    }

    #[test]
    fn the_comments_of_the_default_file_are_settings() {
        let file = default_file();
        let (settings, options) = file.split_once("\n[option]\n").unwrap();
        for (key, usual) in USUAL {
            let Usual::Unset(value) = usual else { continue };
            let line = format!("{key} = {}", written(value));
            assert!(settings.contains(&format!("\n# {line}\n")), "{line}");
            read(&line);
        }
        for (key, _) in Params::KEYS {
            assert!(options.contains(&format!("# {key} = ")), "{key}");
        }
    }

    #[test]
    fn the_usual_values_are_those_of_the_help() {
        let known = keys();
        let known = known.iter().filter(|(key, _)| key != OPTION);
        for ((key, help), (expected, usual)) in known.zip(USUAL) {
            assert_eq!(key, expected);
            if let Usual::Value(value) = usual {
                assert!(
                    help.ends_with(&format!("[default: {value}]")),
                    "{key}: {help}"
                );
            }
        }
        assert_eq!(keys().len(), USUAL.len() + 1);
    }

    #[test]
    fn a_value_is_written_as_it_is_read() {
        for (value, expected) in [
            ("9", "9"),
            ("-0.5", "-0.5"),
            ("007", "\"007\""),
            ("5s", "\"5s\""),
            ("inf", "\"inf\""),
            ("true", "true"),
            ("a \"b\" \\c\t", "\"a \\\"b\\\" \\\\c\\u0009\""),
        ] {
            assert_eq!(written(value), expected);
            let text = format!("log-file = {expected}");
            let entries = parse_file(&text, Path::new("a.toml")).unwrap();
            assert_eq!(entries[0].value.to_str(), Some(value));
        }
    }
}
