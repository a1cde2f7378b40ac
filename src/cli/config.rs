//! `tao-go config`: the effective settings, or a file with the defaults. The text of either is a file of settings.

use std::fmt::{Display, Write as _};
use std::io::Write;

use clap::Args;
use serde_json::Value;

use super::printable::shown;
use super::settings::{Assignment, OPTION, Setting, Settings, search_settings};
use super::{Context, Error};
use tao_engine::raw::search::{Audience, Param, Params};

/// Print all settings and where each was made
#[derive(Clone, Copy, Debug, Args)]
#[command(after_long_help = format!("{EXAMPLES}{SEARCH_SETTINGS}{}", search_settings(Audience::User)))]
pub struct ConfigArgs {
    /// Print a file with the defaults instead
    #[arg(long)]
    dump_default: bool,
    /// Print the lists of docs/settings.md instead
    #[arg(long, hide = true, conflicts_with = "dump_default")]
    markdown: bool,
}

impl ConfigArgs {
    /// The text that no setting changes, if it is asked for.
    pub(super) fn fixed_text(self) -> Option<String> {
        let default_file = self.dump_default.then(default_file);
        default_file.or_else(|| self.markdown.then(markdown))
    }
}

const EXAMPLES: &str = "\
Examples:
  mkdir -p ~/.config/tao-go && tao-go config --dump-default > ~/.config/tao-go/config.toml
  tao-go config --config other.toml --time 5s
  TAO_GO_THREADS=2 tao-go config | grep threads
";

const SEARCH_SETTINGS: &str = "
Search settings:
  For `--option`, and for the table `[option]` of a file, which `--dump-default` writes with all defaults.

";

pub(super) fn show(context: &mut Context) -> Result<(), Error> {
    let sources = &context.sources;
    // Reports bad values of search settings.
    sources.effective.engine.params()?;
    let mut text = match &sources.file {
        None => "# File: none\n".to_owned(),
        Some(file) if file.is_named || file.path.exists() => {
            format!("# File: {}\n", shown(&file.path))
        }
        Some(file) => format!("# File: {}, which does not exist\n", shown(&file.path)),
    };
    let is_option = |key: &str| {
        let mut options = sources.assignments.iter().filter_map(Assignment::option);
        options.any(|(name, _)| name == key)
    };
    for Setting { key, default, .. } in Settings::list() {
        let set = sources.assignments.iter().rfind(|set| set.key == key);
        let line = match (set, default) {
            _ if key == OPTION => continue,
            (Some(set), _) => line(&key, &set.value.to_string_lossy(), &set.origin),
            (None, Some(value)) if !is_option(&key) => line(&key, &value, &"default"),
            (None, _) => format!("# {key} is not set"),
        };
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text, "\n[{OPTION}]");
    for (i, set) in sources.assignments.iter().enumerate() {
        let mut later = sources.assignments[i + 1..].iter();
        if let Some((name, value)) = set.option()
            && !later.any(|later| later.option().is_some_and(|(other, _)| other == name))
        {
            let _ = writeln!(text, "{}", line(name, value, &set.origin));
        }
    }
    Ok(context.output.write_all(text.as_bytes())?)
}

fn line(key: &str, value: &str, origin: &impl Display) -> String {
    format!("{:<32}# {origin}", format!("{key} = {}", to_toml(value)))
}

/// Returns the text of a file of settings with every default, and with the settings that have none as comments. A search setting
/// that does not apply to the default preset has `...` for its value.
fn default_file() -> String {
    let mut text = "# Settings of Tao Go. Options of the command line and variables of the environment go before\n\
        # them; the variable of never-resign, for one, is TAO_GO_NEVER_RESIGN.\n"
        .to_owned();
    for setting in Settings::list() {
        let Setting { key, help, .. } = setting;
        let line = match (setting.default, setting.example) {
            (Some(value), _) => format!("{key} = {}", to_toml(&value)),
            (None, Some(value)) => format!("# {key} = {}", to_toml(value)),
            (None, None) => continue,
        };
        let help = help.split(" [default: ").next().unwrap_or_default();
        let _ = write!(text, "\n# {help}\n{line}\n");
    }
    text += "\n# Search settings, which change the preset.\n[option]\n";
    for param in Param::all_for(Audience::User) {
        let Param {
            name, values, help, ..
        } = param;
        let value = default_value(param).map_or_else(|| "...".to_owned(), |value| to_toml(&value));
        let _ = writeln!(text, "# {name} = {value}  # {help}: {values}");
    }
    text
}

/// The value in the default preset, if it applies there. The default number of threads is that of the processors.
fn default_value(param: &Param) -> Option<String> {
    let value = Params::default().get(param.name);
    value.filter(|_| param.name != "threads")
}

/// Returns the lists of `docs/settings.md`.
fn markdown() -> String {
    let mut text = String::new();
    for Setting { key, help, .. } in Settings::list() {
        let _ = writeln!(text, "- `{key}`: {help}");
    }
    text += "\n";
    for param in Param::all_for(Audience::User) {
        let Param {
            name, values, help, ..
        } = param;
        let default = default_value(param).map(|value| format!(" [default: {value}]"));
        let _ = writeln!(
            text,
            "- `{name}`: {help}; {values}{}",
            default.unwrap_or_default()
        );
    }
    text
}

/// A value of a flag as a value in TOML.
fn to_toml(value: &str) -> String {
    let is_number = value
        .parse::<i64>()
        .is_ok_and(|number| number.to_string() == value)
        || value
            .parse::<f64>()
            .is_ok_and(|number| number.is_finite() && format!("{number:?}") == value);
    if is_number || ["true", "false"].contains(&value) {
        return value.to_owned();
    }
    // A JSON string is also a TOML string, but JSON does not escape DEL and the control characters after it.
    let mut text = String::new();
    for c in Value::from(value).to_string().chars() {
        match c {
            '\u{7f}'..='\u{9f}' => {
                let _ = write!(text, "\\u{:04x}", u32::from(c));
            }
            c => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::engine::engine_settings;
    use super::super::settings::{effective, parse_file};
    use super::*;

    fn read(text: &str) -> Settings {
        effective(&parse_file(text, Path::new("config.toml")).unwrap()).unwrap()
    }

    /// Everything that the settings affect, as text.
    fn effect(settings: &Settings) -> String {
        let (game, engine) = (settings.game.begin(), engine_settings(&settings.engine));
        let theme = settings.terminal.theme(crate::cli::Palette::Plain);
        format!("{:?} {:?} {theme:?}", game.unwrap(), engine.unwrap())
    }

    #[test]
    fn the_default_file_changes_nothing() {
        let settings = read(&default_file());
        assert_eq!(effect(&settings), effect(&Settings::default()));
        assert_ne!(effect(&settings), effect(&read("size = 13")));
        assert_eq!(settings.game.komi, None, "it depends on the handicap");
    }

    #[test]
    fn the_examples_of_the_default_file_are_settings() {
        for setting in Settings::list() {
            if let Some(value) = setting.example {
                read(&format!("{} = {}", setting.key, to_toml(value)));
            }
        }
        for key in Params::names(Audience::User) {
            assert!(default_file().contains(&format!("\n# {key} = ")), "{key}");
        }
    }

    #[test]
    fn the_search_settings_of_the_default_file_are_the_defaults() {
        let file = default_file();
        let (settings, options) = file.split_once("[option]\n").unwrap();
        let lines = options.lines().filter_map(|line| line.strip_prefix("# "));
        let options: Vec<&str> = lines.filter(|line| !line.contains(" = ... ")).collect();
        let known =
            Params::names(Audience::User).filter(|name| Params::default().get(name).is_some());
        assert_eq!(options.len() + 1, known.count(), "all but the threads");
        let uncommented = format!("{settings}[option]\n{}\n", options.join("\n"));
        let found = read(&uncommented);
        assert_eq!(
            effect(&found),
            effect(&Settings::default()),
            "{uncommented}"
        );
    }

    #[test]
    fn every_setting_but_the_search_settings_has_a_default_or_an_example() {
        for setting in Settings::list() {
            let has_line = setting.default.is_some() || setting.example.is_some();
            assert_eq!(has_line, setting.key != OPTION, "{setting:?}");
        }
    }

    #[test]
    fn the_document_has_the_lists_of_settings() {
        let document = include_str!("../../docs/settings.md");
        for list in markdown().trim_end().split("\n\n") {
            assert!(
                document.contains(&format!("\n\n{list}\n\n")),
                "docs/settings.md is not what `tao-go config --markdown` prints: {list}"
            );
        }
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
            ("a \"b\" \\c\t\u{7f}", "\"a \\\"b\\\" \\\\c\\t\\u007f\""),
            ("\u{9b}2J", "\"\\u009b2J\""),
        ] {
            assert_eq!(to_toml(value), expected);
            let text = format!("log-file = {expected}");
            let assignments = parse_file(&text, Path::new("a.toml")).unwrap();
            assert_eq!(assignments[0].value.to_str(), Some(value));
        }
    }
}
