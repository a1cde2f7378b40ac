//! Players as they are written on the command line.

use std::str::FromStr;
use std::time::Duration;

use crate::engine::{EngineSettings, Resign};
use crate::matches::{Contestant, Program};
use crate::search::{Params, SetParamError};

use super::command_line::{BadCommand, CommandLine};

/// What marks a command line that does not look like one.
const COMMAND: &str = "gtp:";

/// A player as it was written: a preset with changes, or a GTP command.
#[derive(Clone, Debug)]
pub(super) struct Player {
    text: String,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Engine(Box<Params>),
    Command(CommandLine),
}

/// What one side may use for a move, where it differs from the other side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    pub(super) playouts: Option<u64>,
    pub(super) time: Option<Duration>,
}

/// A text that is no player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadPlayer {
    #[error(
        "no preset `{name}`; known are {}, and a command needs a blank, a slash or `{COMMAND}` before it",
        Params::preset_names().collect::<Vec<_>>().join(", ")
    )]
    UnknownPreset { name: String },
    #[error("`{0}`: write KEY=VALUE")]
    NoAssignment(String),
    #[error(transparent)]
    Setting(#[from] SetParamError),
    #[error(transparent)]
    Command(#[from] BadCommand),
}

/// A number of playouts for a player that cannot be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a GTP program must be told by its own command line")]
pub(super) struct NoPlayouts;

impl FromStr for Player {
    type Err = BadPlayer;

    /// `gtp:` marks a command; so do a blank and a slash, which no preset with changes has.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let command = text
            .strip_prefix(COMMAND)
            .or_else(|| text.contains([' ', '/', '\\']).then_some(text));
        let kind = match command {
            Some(command) => Kind::Command(command.parse()?),
            None => Kind::Engine(Box::new(parse_preset(text)?)),
        };
        Ok(Self {
            text: text.to_owned(),
            kind,
        })
    }
}

fn parse_preset(text: &str) -> Result<Params, BadPlayer> {
    let (name, changes) = text.split_once(':').unwrap_or((text, ""));
    let mut params = Params::preset(name).ok_or_else(|| BadPlayer::UnknownPreset {
        name: name.to_owned(),
    })?;
    for change in changes.split(',').filter(|change| !change.is_empty()) {
        let assignment = change.split_once('=');
        let (key, value) = assignment.ok_or_else(|| BadPlayer::NoAssignment(change.to_owned()))?;
        params.set(key.trim(), value.trim())?;
    }
    Ok(params)
}

impl Player {
    /// The player with its limits, and a description of both. A clock for the game stands in for the playouts that the
    /// search makes without any limit.
    ///
    /// # Errors
    ///
    /// When a program is to make a number of playouts.
    pub(super) fn contestant(
        &self,
        base: &EngineSettings,
        limits: Limits,
        main_time: Option<Duration>,
    ) -> Result<(Contestant, String), NoPlayouts> {
        let time = limits.time.or(base.time_per_move);
        match &self.kind {
            Kind::Command(_) if limits.playouts.is_some() => Err(NoPlayouts),
            Kind::Command(command) => {
                let program = Program {
                    time_per_move: time,
                    ..command.program()
                };
                let label = self.label(None, program.told_time());
                Ok((Contestant::Program(program), label))
            }
            Kind::Engine(params) => {
                let playouts = limits.playouts.or(base.playouts);
                let settings = EngineSettings {
                    params: (**params).clone(),
                    playouts,
                    time_per_move: time,
                    ..base.clone()
                };
                let is_limited = playouts.is_some() || time.is_some() || main_time.is_some();
                let mut label =
                    self.label(playouts.or((!is_limited).then_some(params.playouts)), time);
                if base.resign == Resign::Never {
                    label += ", never resigns";
                }
                Ok((Contestant::Engine(Box::new(settings)), label))
            }
        }
    }

    fn label(&self, playouts: Option<u64>, time: Option<Duration>) -> String {
        let playouts = playouts.map(|playouts| format!(", {playouts} playouts a move"));
        let time = time.map(|time| format!(", {} s a move", time.as_secs_f64()));
        [Some(self.text.clone()), playouts, time]
            .into_iter()
            .flatten()
            .collect()
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
            let player: Player = text.parse().unwrap();
            let Kind::Command(command) = player.kind else {
                panic!("{text} is no command");
            };
            let Program {
                program, arguments, ..
            } = command.program();
            let found: Vec<_> = [program].into_iter().chain(arguments).collect();
            assert_eq!(found, words);
        }
    }

    #[test]
    fn a_preset_may_be_changed() {
        let player: Player = "plain-uct:exploration=1.0,expand-after=8".parse().unwrap();
        let Kind::Engine(params) = player.kind else {
            panic!("it is a preset");
        };
        let mut expected = Params::PLAIN_UCT;
        expected.set("exploration", "1").unwrap();
        expected.set("expand-after", "8").unwrap();
        assert_eq!(*params, expected);
    }

    #[test]
    fn bad_players_are_told_what_is_wrong() {
        for (text, expected) in [
            (
                "plain-utc",
                "no preset `plain-utc`; known are default, alpha-amaf, tao-go-2010, plain-uct, and a command",
            ),
            ("plain-uct:exploration", "`exploration`: write KEY=VALUE"),
            ("plain-uct:c=1", "unknown setting `c`"),
            ("gtp:", "a command is missing"),
            ("gtp:'gnugo", "a quote is not closed"),
        ] {
            let error = text.parse::<Player>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }
}
