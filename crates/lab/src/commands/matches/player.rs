//! Parses players as they are written on the command line.

use std::iter;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::alphabeta::AlphaBeta;
use crate::matches::{Competitor, Program};
use tao_engine::raw::EngineSettings;
use tao_engine::raw::book::BookSource;
use tao_engine::raw::search::{Audience, Params};
use tao_engine::{Level, ParseLevelError, Resign};
use tao_go::cli::engine::read_book_source;
use tao_go::cli::settings::set_param_message;

/// The name of the classical player, which is no preset of the engine.
const ALPHA_BETA: &str = "alpha-beta";

/// Prefix of a command line that has neither a blank nor a slash.
const COMMAND_PREFIX: &str = "gtp:";

/// A player: a preset with changes, or a GTP command.
#[derive(Clone, Debug)]
pub(super) struct PlayerSpec {
    /// As the user wrote it.
    pub(super) text: String,
    kind: PlayerKind,
}

#[derive(Clone, Debug)]
enum PlayerKind {
    /// A preset with changes, or the classical player.
    Engine {
        params: Box<Params>,
        alpha_beta: Option<AlphaBeta>,
        /// The player's own book in place of the one of `--book`.
        book: Option<BookSource>,
        level: Level,
    },
    Program(Program),
}

impl FromStr for PlayerSpec {
    type Err = String;

    /// Parses a command if the text has the prefix `gtp:`, or a blank or a slash, which no preset with changes has.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let command = text
            .strip_prefix(COMMAND_PREFIX)
            .or_else(|| text.contains([' ', '/', '\\']).then_some(text));
        let kind = match command {
            Some(command) => PlayerKind::Program(command.parse()?),
            None => parse_preset(text)?,
        };
        let text = text.to_owned();
        Ok(Self { text, kind })
    }
}

fn parse_preset(text: &str) -> Result<PlayerKind, String> {
    let (name, changes) = text.split_once(':').unwrap_or((text, ""));
    let mut alpha_beta = (name == ALPHA_BETA).then_some(AlphaBeta::DEFAULT);
    let params = match alpha_beta {
        Some(_) => Some(AlphaBeta::params()),
        None => Params::preset(name),
    };
    let mut params = params.ok_or_else(|| {
        let names = Params::preset_names().chain(iter::once(ALPHA_BETA));
        let known = names.collect::<Vec<_>>().join(", ");
        format!(
            "no preset `{name}`; presets are {known}; a command needs a space, a slash or the prefix `{COMMAND_PREFIX}`"
        )
    })?;
    let (mut book, mut level) = (None, Level::FULL);
    for change in changes.split(',').filter(|change| !change.is_empty()) {
        let Some((key, value)) = change.split_once('=') else {
            return Err(format!("`{change}`: write KEY=VALUE"));
        };
        let (key, value) = (key.trim(), value.trim());
        match key {
            "book" => {
                let source = read_book_source(Path::new(value));
                book = Some(source.map_err(|error| error.to_string())?);
            }
            "level" => {
                let parsed = value.parse();
                level = parsed.map_err(|error: ParseLevelError| error.to_string())?;
            }
            _ => {
                let set = alpha_beta.as_mut().and_then(|own| own.set(key, value));
                set.unwrap_or_else(|| {
                    let set = params.set(Audience::Lab, key, value);
                    set.map_err(|error| set_param_message(Audience::Lab, &error))
                })?;
            }
        }
    }
    Ok(PlayerKind::Engine {
        params: Box::new(params),
        alpha_beta,
        book,
        level,
    })
}

impl PlayerSpec {
    /// The player with its limits for each move, which are those in `base` unless given, and a description of both. An
    /// engine without any limit or clock makes its default number of playouts.
    ///
    /// # Errors
    /// A message when a program has a number of playouts.
    pub(super) fn competitor(
        &self,
        base: &EngineSettings,
        playouts: Option<u64>,
        time_per_move: Option<Duration>,
        main_time: Option<Duration>,
    ) -> Result<(Competitor, String), &'static str> {
        let time_per_move = time_per_move.or(base.time_per_move);
        match &self.kind {
            PlayerKind::Program(_) if playouts.is_some() => {
                Err("a GTP program sets its playouts on its own command line")
            }
            PlayerKind::Program(program) => {
                let mut program = program.clone();
                program.time_per_move = time_per_move;
                let description = self.description(None, program.sent_time_per_move());
                Ok((Competitor::Program(program), description))
            }
            PlayerKind::Engine {
                params,
                alpha_beta,
                book,
                level,
            } => {
                let other_search = alpha_beta.map(|search| Arc::new(search) as _);
                let playouts = playouts.or(base.playouts);
                let settings = EngineSettings {
                    params: (**params).clone(),
                    other_search,
                    book: book.clone().unwrap_or_else(|| base.book.clone()),
                    level: *level,
                    playouts,
                    time_per_move,
                    ..base.clone()
                };
                let is_unlimited = playouts.is_none() && time_per_move.or(main_time).is_none();
                let playouts = playouts.or(is_unlimited.then_some(params.playouts.count));
                let mut description = self.description(playouts, time_per_move);
                if base.resign == Resign::Never {
                    description += ", never resigns";
                }
                Ok((Competitor::Engine(Box::new(settings)), description))
            }
        }
    }

    fn description(&self, playouts: Option<u64>, time: Option<Duration>) -> String {
        let playouts = playouts.map_or(String::new(), |count| format!(", {count} playouts a move"));
        let time = time.map_or(String::new(), |time| {
            format!(", {} s a move", time.as_secs_f64())
        });
        format!("{}{playouts}{time}", self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blank_a_slash_or_a_mark_makes_a_command() {
        for (text, words) in [
            ("gnugo --mode gtp", &["gnugo", "--mode", "gtp"][..]),
            ("./engine", &["./engine"]),
            ("gtp:gnugo", &["gnugo"]),
            ("gtp:'my engine' -x 'a b'", &["my engine", "-x", "a b"]),
        ] {
            let player: PlayerSpec = text.parse().unwrap();
            let PlayerKind::Program(Program {
                program, arguments, ..
            }) = player.kind
            else {
                panic!("{text} is no command");
            };
            let found: Vec<_> = [program].into_iter().chain(arguments).collect();
            assert_eq!(found, words);
        }
    }

    #[test]
    fn a_preset_may_have_changes() {
        let player: PlayerSpec = "plain-uct:exploration=1.0,expand-after=8".parse().unwrap();
        let PlayerKind::Engine {
            params,
            alpha_beta,
            book,
            level,
        } = player.kind
        else {
            panic!("it is a preset");
        };
        assert!(alpha_beta.is_none());
        let mut expected = Params::PLAIN_UCT;
        expected.set(Audience::Lab, "exploration", "1").unwrap();
        expected.set(Audience::Lab, "expand-after", "8").unwrap();
        assert_eq!(*params, expected);
        assert!(book.is_none());
        assert_eq!(level, Level::FULL);
    }

    #[test]
    fn the_classical_player_has_settings_of_its_own_and_those_of_presets() {
        let player: PlayerSpec = "alpha-beta:depth=4,memory=64,width=20,level=3"
            .parse()
            .unwrap();
        let settings = EngineSettings::default();
        let (competitor, _) = player.competitor(&settings, None, None, None).unwrap();
        let Competitor::Engine(settings) = competitor else {
            panic!("it is an engine");
        };
        let mut expected = AlphaBeta::params();
        expected.set(Audience::Lab, "memory", "64").unwrap();
        assert_eq!(settings.params, expected);
        assert_eq!(settings.level.to_string(), "3");
        let expected = AlphaBeta {
            depth: 4,
            width: 20,
            ..AlphaBeta::DEFAULT
        };
        let search = settings.other_search.map(|search| format!("{search:?}"));
        assert_eq!(search, Some(format!("{expected:?}")));
        let error = "alpha-beta:depth=0".parse::<PlayerSpec>().unwrap_err();
        assert!(
            error.starts_with("write a whole number from 1 to "),
            "{error}"
        );
    }

    #[test]
    fn a_preset_may_have_a_book() {
        let book = |text: &str| match text.parse::<PlayerSpec>().unwrap().kind {
            PlayerKind::Engine { book, .. } => book,
            PlayerKind::Program(_) => panic!("{text} is a preset"),
        };
        assert!(matches!(book("default:book=none"), Some(BookSource::None)));
        let built_in = book("default:threads=2,book=built-in");
        assert!(matches!(built_in, Some(BookSource::BuiltIn)));
        assert!(book("default:threads=2").is_none());
        let error = "default:book=no-such-file"
            .parse::<PlayerSpec>()
            .unwrap_err();
        assert!(error.starts_with("no-such-file: "), "{error}");
    }

    #[test]
    fn errors_say_what_is_wrong_with_a_player() {
        for (text, expected) in [
            (
                "plain-utc",
                "no preset `plain-utc`; presets are default, playouts, alpha-amaf, tao-go-2010-tuned, tao-go-2010, plain-uct, alpha-beta; a command",
            ),
            ("plain-uct:exploration", "`exploration`: write KEY=VALUE"),
            ("plain-uct:c=1", "unknown setting `c`"),
            ("default:level=27", "a level is a number from 1 to 26"),
            (
                "plain-uct:choise=mean",
                "unknown setting `choise`, did you mean `choice`?",
            ),
            ("gtp:", "a command is missing"),
            ("gtp:'gnugo", "a quote is not closed"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
