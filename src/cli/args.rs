//! The command line.

use std::env;
use std::ffi::OsString;
use std::io::Write;
use std::iter;
use std::path::{Path, PathBuf};

use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args as _, ColorChoice, CommandFactory, FromArgMatches, Parser, ValueEnum};

use tao_engine::raw::search::Audience;

use super::kata;
use super::language::{Language, in_chinese};
use super::logging::{OTHER, Verbosity};
use super::printable::{printable, quoted, shown};
use super::settings::{
    Assignment, OPTION, Settings, flag_assignments, option, value_in_file, variable,
};
use super::{Context, Endpoint, Error, Exit};

/// The commands of a program.
pub trait Program: clap::Subcommand + Send {
    /// Name of the program.
    const NAME: &'static str;
    /// What it is, in one line.
    const ABOUT: &'static str;
    /// End of the short help.
    const AFTER_HELP: &'static str;
    /// End of the long help.
    const AFTER_LONG_HELP: &'static str;

    /// For whom its search settings are.
    const AUDIENCE: Audience = Audience::User;

    /// The command that runs if none is given.
    fn default_for(source: Endpoint) -> Option<Self>;

    /// Whether several ranks may make the searches of the command together.
    fn searches_on_ranks(&self) -> bool {
        false
    }

    /// Whether the command prints text for people, and not what another program may read.
    fn prints_text(&self) -> bool;

    /// Runs the command if it works even with bad settings; `None` for any other.
    fn print(&self, settings: &Settings, out: &mut dyn Write) -> Option<Result<(), Error>>;

    /// Runs any other command.
    ///
    /// # Errors
    ///
    /// Those of the command.
    fn run(self, context: &mut Context) -> Result<Exit, Error>;
}

/// The command line of a program.
#[derive(Clone, Debug, Parser)]
#[command(name = P::NAME, about = P::ABOUT, long_about = P::ABOUT, version, after_long_help = P::AFTER_LONG_HELP, after_help = P::AFTER_HELP)]
pub struct Cli<P: Program> {
    #[command(subcommand)]
    pub(super) command: Option<P>,
    #[command(flatten)]
    pub(super) options: Options,
    /// The settings as text.
    #[arg(skip)]
    pub(super) flag_assignments: Vec<Assignment>,
}

/// The options that every command takes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct Options {
    #[command(flatten)]
    pub settings: Settings,
    #[command(flatten)]
    pub verbosity: Verbosity,
    /// File of settings in place of the default one, which `tao-go config` names
    #[arg(long, value_name = "FILE", global = true, help_heading = OTHER, hide_short_help = true)]
    pub config: Option<PathBuf>,
}

impl<P: Program> Cli<P> {
    /// Parses a command line that begins with the name of the program.
    ///
    /// # Errors
    ///
    /// Returns an error, or the help or version text, for the caller to print.
    pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        let arguments = canonical::<P>(arguments);
        // All commands take longer to set up than the line to parse, so most of them wait until clap prints help or an error.
        if let Ok(cli) = Self::parse_with(Self::parser_of_named(&arguments), &arguments) {
            return Ok(cli);
        }
        Self::parse_with(arranged(Self::parser(&arguments)), &arguments).map_err(|error| {
            // The error message quotes arguments, so parse them again with control characters escaped.
            let words = arguments.iter().map(|word| shown(Path::new(word)).into());
            let words: Vec<OsString> = words.collect();
            let escaped = Self::parse_with(arranged(Self::parser(&words)), &words);
            escaped.err().unwrap_or_else(|| {
                let text = error.render().to_string();
                let text = text.trim_start_matches("error: ");
                clap::Error::raw(error.kind(), printable(text))
            })
        })
    }

    /// Whether the command prints text for people, and not what another program may read.
    pub fn prints_text(&self, source: Endpoint) -> bool {
        match self.command.as_ref() {
            None => source == Endpoint::Terminal,
            Some(command) => command.prints_text(),
        }
    }

    /// Returns the help that these arguments ask for, translated into Chinese; `None` if they ask for no help or for it in English.
    /// `error` is what [`Self::read`] returned for them.
    pub fn chinese_help(arguments: &[OsString], error: &clap::Error) -> Option<String> {
        let is_help = error.kind() == ErrorKind::DisplayHelp;
        if !is_help || language(arguments) == Language::En {
            return None;
        }
        Self::unwrapped_help(arguments).map(|help| in_chinese(&help))
    }

    /// Returns the help without wrapped lines, because a text that clap has wrapped is not found in the table of translations.
    pub(super) fn unwrapped_help(arguments: &[OsString]) -> Option<String> {
        let arguments = canonical::<P>(arguments.iter().cloned());
        let parser = arranged(Self::parser(&arguments).term_width(0));
        let help = Self::parse_with(parser, &arguments).err()?;
        Some(help.render().ansi().to_string())
    }

    fn parser(words: &[OsString]) -> clap::Command {
        with_search_settings::<P>(Self::command()).color(colors(words))
    }

    /// The parser without commands that no word names.
    fn parser_of_named(words: &[OsString]) -> clap::Command {
        let named = |command: &&clap::Command| {
            let mut names = iter::once(command.get_name()).chain(command.get_all_aliases());
            names.any(|name| words.iter().any(|word| word == name))
        };
        let all = P::augment_subcommands(clap::Command::new(P::NAME));
        let command = Options::augment_args(clap::Command::new(P::NAME));
        with_search_settings::<P>(command.subcommands(all.get_subcommands().filter(named).cloned()))
    }

    fn parse_with(parser: clap::Command, words: &[OsString]) -> Result<Self, clap::Error> {
        let matches = parser.try_get_matches_from(words).map_err(with_advice)?;
        Ok(Self {
            flag_assignments: flag_assignments(&matches),
            ..Self::from_arg_matches(&matches)?
        })
    }
}

/// Lets the option for search settings take those of the program.
fn with_search_settings<P: Program>(command: clap::Command) -> clap::Command {
    let options = option(P::AUDIENCE, P::AUDIENCE);
    command.mut_arg(OPTION, |arg| arg.value_parser(options))
}

/// Commands that no setting changes.
const WITHOUT_SETTINGS: [&str; 3] = ["completions", "man", "version"];

/// Arranges the help: `--help` and `--version` come at the end, and commands that no setting changes do not show the settings.
fn arranged(mut command: clap::Command) -> clap::Command {
    // Adds the options for help and the global options to the subcommands.
    command.build();
    command = with_help_at_the_end(command);
    for name in WITHOUT_SETTINGS {
        if command.find_subcommand(name).is_none() {
            continue;
        }
        command = command.mut_subcommand(name, |command| {
            command.mut_args(|argument| {
                let is_setting = argument.is_global_set();
                argument.hide(is_setting)
            })
        });
    }
    command
}

fn with_help_at_the_end(command: clap::Command) -> clap::Command {
    let command = command.mut_args(|argument| match argument.get_id().as_str() {
        "help" | "version" => argument.help_heading(OTHER),
        _ => argument,
    });
    command.mut_subcommands(with_help_at_the_end)
}

/// Whether help and errors are in color, which clap must know before it parses the command line.
pub fn colors(arguments: &[OsString]) -> ColorChoice {
    let when = value_of(arguments, "colors");
    let when = when.and_then(|when| <ColorChoice as ValueEnum>::from_str(&when, false).ok());
    when.unwrap_or_default()
}

/// The language of the help, which is printed before the settings are read.
fn language(arguments: &[OsString]) -> Language {
    let config = value_of(arguments, "config").map(PathBuf::from);
    let name = value_of(arguments, "lang").or_else(|| value_in_file(config.as_deref(), "lang"));
    let language = name.and_then(|name| Language::from_str(&name, false).ok());
    language.unwrap_or_else(Language::of_locale)
}

/// Returns the value of an option before clap parses the command line: the last one given, else the one of its environment
/// variable.
fn value_of(arguments: &[OsString], key: &str) -> Option<String> {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let words: Vec<_> = words.collect();
    let flag = words.iter().enumerate().rev().find_map(|(i, word)| {
        let value = word.strip_prefix("--")?.strip_prefix(key)?;
        let value = value.strip_prefix('=').map(str::to_owned);
        value.or_else(|| words.get(i + 1).map(ToString::to_string))
    });
    let value = flag.or_else(|| env::var(variable(key)).ok());
    value.filter(|value| !value.is_empty())
}

/// The arguments as clap takes them: those of other engines are replaced with ours.
fn canonical<P: Program>(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    with_values(with_our_options(with_command::<P>(arguments)))
}

/// Replaces the options by which other engines start a protocol with our command: `--gtp`, and GNU Go's `--mode gtp`, `--mode gmp`
/// and `--mode sgmp`. If another command is given, the options stay, and clap refuses them.
fn with_command<P: Program>(arguments: impl IntoIterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = arguments.into_iter().collect();
    let found =
        (1..arguments.len()).find_map(|index| Some((index, protocol_option(&arguments[index..])?)));
    let Some((index, (length, words @ [command, options @ ..]))) = found else {
        return arguments;
    };
    let program = Cli::<P>::command();
    let mut given = arguments.iter().skip(1);
    let other = given.find(|word| program.find_subcommand(word).is_some());
    if other.is_some_and(|other| other != command) {
        return arguments;
    }
    arguments.drain(index..index + length);
    let place = (1..arguments.len()).find(|&place| arguments[place] == *command);
    let (place, added) = place.map_or((1, words), |place| (place + 1, options));
    arguments.splice(place..place, added.iter().map(OsString::from));
    arguments
}

/// Replaces the options of `katago analysis`, which begin with one hyphen, with our own.
fn with_our_options(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let is_kata = |word: &OsString| kata::NAMES.iter().any(|name| word == name);
    let command = arguments.iter().position(is_kata);
    let options = command.map_or(&mut [][..], |command| &mut arguments[command..]);
    for option in options {
        if let Some(ours) = option.to_str().and_then(kata::our_option) {
            *option = ours.into();
        }
    }
    arguments
}

/// Joins a long option and the negative value after it, as in `--time -5s`, so that clap does not take the value for an option. No
/// option begins with a digit.
fn with_values(arguments: Vec<OsString>) -> Vec<OsString> {
    let is_long = |word: &str| word.starts_with("--") && word.len() > 2 && !word.contains('=');
    let is_negative = |word: &str| {
        let rest = word.strip_prefix('-').unwrap_or_default();
        rest.starts_with(|first: char| first.is_ascii_digit() || first == '.')
    };
    let mut joined: Vec<OsString> = Vec::new();
    for argument in arguments {
        let is_value = argument.to_str().is_some_and(is_negative);
        match joined.last_mut() {
            Some(option) if is_value && option.to_str().is_some_and(is_long) => {
                option.push("=");
                option.push(argument);
            }
            _ => joined.push(argument),
        }
    }
    joined
}

/// Adds advice to an error about an unknown command: where a command has moved to, or the commands for a record.
fn with_advice(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else {
        return error;
    };
    let path = Path::new(word);
    let is_record = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
    let advice = if let Some(command) = command_of_lab(word, &error) {
        vec![format!(
            "`{command}` is a command of `tao-lab` now: cargo run --release -p tao-lab -- {command}"
        )]
    } else if is_record || path.is_file() {
        let file = quoted(path);
        vec![
            format!("`tao-go analyze {file}` finds the mistakes of a game"),
            format!("`tao-go play {file}` goes on with it"),
        ]
    } else {
        return error;
    };
    let advice = advice.into_iter().map(StyledStr::from).collect();
    error.remove(ContextKind::SuggestedSubcommand);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(advice));
    error
}

/// Returns the command of `tao-lab` that an unknown command was, before it moved there from `tao-go`.
fn command_of_lab(word: &str, error: &clap::Error) -> Option<String> {
    let usage = error.get(ContextKind::Usage)?.to_string();
    if usage.contains(" book ") {
        let has_moved = ["build", "grow", "import", "check", "merge", "export"].contains(&word);
        has_moved.then(|| format!("book {word}"))
    } else {
        let has_moved = ["match", "selfplay", "learn"].contains(&word);
        has_moved.then(|| word.to_owned())
    }
}

/// The number of leading arguments that start a protocol, and the command that does the same.
fn protocol_option(arguments: &[OsString]) -> Option<(usize, &'static [&'static str])> {
    let [option, value] = [0, 1].map(|index| arguments.get(index).and_then(|text| text.to_str()));
    let (length, mode) = match (option?, value) {
        ("--gtp", _) => (1, "gtp"),
        ("--mode", Some(mode)) => (2, mode),
        (option, _) => (1, option.strip_prefix("--mode=")?),
    };
    let command: &[&str] = match mode {
        "gtp" => &["gtp"],
        "gmp" => &["gmp"],
        "sgmp" => &["gmp", "--simplified"],
        _ => return None,
    };
    Some((length, command))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::TaoGo;

    fn canonical_line(line: &str) -> String {
        let arguments = canonical::<TaoGo>(line.split(' ').map(OsString::from));
        let words: Vec<_> = arguments.iter().filter_map(|word| word.to_str()).collect();
        words.join(" ")
    }

    #[test]
    fn the_protocol_options_of_other_engines_work() {
        for (given, expected) in [
            ("tao-go", "tao-go"),
            ("tao-go gtp --size 9", "tao-go gtp --size 9"),
            ("tao-go --gtp", "tao-go gtp"),
            ("tao-go gtp --gtp --size 9", "tao-go gtp --size 9"),
            ("tao-go --mode gtp", "tao-go gtp"),
            (
                "tao-go --quiet --mode=gmp --color white",
                "tao-go gmp --quiet --color white",
            ),
            (
                "tao-go --mode sgmp --size 9",
                "tao-go gmp --simplified --size 9",
            ),
            ("tao-go -v gmp --mode sgmp", "tao-go -v gmp --simplified"),
            ("tao-go --mode ascii", "tao-go --mode ascii"),
            ("tao-go genmove --mode gtp", "tao-go genmove --mode gtp"),
            ("tao-go gmp --mode gtp", "tao-go gmp --mode gtp"),
            (
                "tao-go analysis -model a -config b.cfg -v",
                "tao-go analysis --model a --kata-config b.cfg -v",
            ),
            (
                "tao-go kata -override-config a=b",
                "tao-go kata --override-config a=b",
            ),
            ("tao-go gtp -config b.cfg", "tao-go gtp -config b.cfg"),
            ("--gtp", "--gtp"), // the name of the program
            ("tao-go --mode", "tao-go --mode"),
        ] {
            assert_eq!(canonical_line(given), expected);
        }
    }
}
