//! Settings by name, for command lines and protocols.

use std::fmt::Display;
use std::str::FromStr;

use super::params::{Choice, FirstPlay, Params, PlayoutPolicy, Selection};
use crate::candidates::LineRules;
use crate::playout::{Ordered, Switch};

impl Params {
    /// Names of the single settings, for [`set`](Self::set), with what each takes.
    pub const KEYS: [(&'static str, &'static str); 15] = [
        ("selection", "ucb1 or ucb1-tuned"),
        (
            "exploration",
            "the constant c of the selection formula, at least 0",
        ),
        (
            "first-play",
            "random-first, or the value of an unvisited child",
        ),
        (
            "expand-after",
            "visits of a leaf before it gets children, at least 1",
        ),
        ("choice", "visits or mean"),
        (
            "lines",
            "on or off: whether low points wait for stones near",
        ),
        (
            "first-line-after",
            "moves before the first line is looked at",
        ),
        (
            "second-line-after",
            "moves before the second line is looked at",
        ),
        ("symmetry", "on or off"),
        (
            "pass-below",
            "percent of the board empty below which passing is looked at, at most 100",
        ),
        (
            "policy",
            "uniform or ordered: how simulated games are played",
        ),
        (
            "escape-below",
            "liberties that an own chain needs to be safe, 0 to switch escapes off",
        ),
        (
            "attack-below",
            "liberties that an enemy chain needs to be left alone, 0 to switch attacks off",
        ),
        ("shapes", "on or off"),
        (
            "playouts",
            "simulations for a move without another limit, at least 1",
        ),
    ];

    /// Changes one setting by its name.
    ///
    /// # Errors
    ///
    /// When the name is none of [`KEYS`](Self::KEYS), the value does not fit, or the setting belongs to
    /// a choice that is not made (`escape-below` with uniform playouts).
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), SetParamError> {
        let Some((_, takes)) = Self::KEYS.iter().find(|(known, _)| *known == key) else {
            return Err(SetParamError::UnknownKey {
                key: key.to_owned(),
            });
        };
        self.try_set(key, value)
            .ok_or_else(|| SetParamError::BadValue {
                key: key.to_owned(),
                value: value.to_owned(),
                takes,
            })
    }

    fn try_set(&mut self, key: &str, value: &str) -> Option<()> {
        match key {
            "selection" => {
                let (Selection::Ucb1 { c } | Selection::Ucb1Tuned { c }) = self.selection;
                self.selection = match value {
                    "ucb1" => Selection::Ucb1 { c },
                    "ucb1-tuned" => Selection::Ucb1Tuned { c },
                    _ => return None,
                };
            }
            "exploration" => {
                let (Selection::Ucb1 { c } | Selection::Ucb1Tuned { c }) = &mut self.selection;
                *c = at_least(value, 0.0).filter(|c: &f64| c.is_finite())?;
            }
            "first-play" => {
                self.first_play = match value {
                    "random-first" => FirstPlay::RandomFirst,
                    _ => FirstPlay::Urgency(
                        at_least(value, 0.0).filter(|urgency: &f64| urgency.is_finite())?,
                    ),
                };
            }
            "expand-after" => self.expand_after = at_least(value, 1)?,
            "choice" => {
                self.choice = match value {
                    "visits" => Choice::Visits,
                    "mean" => Choice::Mean,
                    _ => return None,
                };
            }
            "pass-below" => {
                self.pass_below = at_least(value, 0).filter(|&percent| percent <= 100)?;
            }
            "symmetry" => self.symmetry = switch(value)?,
            "playouts" => self.playouts = at_least(value, 1)?,
            "lines" | "first-line-after" | "second-line-after" => self.set_lines(key, value)?,
            _ => self.set_policy(key, value)?,
        }
        Some(())
    }

    fn set_lines(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, &mut self.lines) {
            ("lines", lines) => {
                *lines = match (switch(value)?, *lines) {
                    (Switch::Off, _) => LineRules::Off,
                    (Switch::On, LineRules::Off) => Self::TAO_GO_2010.lines,
                    (Switch::On, thesis) => thesis,
                };
            }
            (
                "first-line-after",
                LineRules::Thesis {
                    first_line_after, ..
                },
            ) => *first_line_after = at_least(value, 0)?,
            (
                "second-line-after",
                LineRules::Thesis {
                    second_line_after, ..
                },
            ) => *second_line_after = at_least(value, 0)?,
            _ => return None,
        }
        Some(())
    }

    fn set_policy(&mut self, key: &str, value: &str) -> Option<()> {
        match (key, &mut self.policy) {
            ("policy", policy) => {
                *policy = match (value, *policy) {
                    ("uniform", _) => PlayoutPolicy::Uniform,
                    ("ordered", PlayoutPolicy::Uniform) => PlayoutPolicy::Ordered(Ordered::THESIS),
                    ("ordered", ordered) => ordered,
                    _ => return None,
                };
            }
            ("escape-below", PlayoutPolicy::Ordered(ordered)) => {
                ordered.escape_below = at_least(value, 0)?;
            }
            ("attack-below", PlayoutPolicy::Ordered(ordered)) => {
                ordered.attack_below = at_least(value, 0)?;
            }
            ("shapes", PlayoutPolicy::Ordered(ordered)) => ordered.shapes = switch(value)?,
            _ => return None,
        }
        Some(())
    }
}

/// Why [`Params::set`] changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetParamError {
    /// No setting has this name.
    #[error("unknown setting `{key}`; known are {}", list(Params::KEYS.iter().map(|(key, _)| key)))]
    UnknownKey {
        /// The name.
        key: String,
    },
    /// The value is not one of the setting's, or the setting is not in use.
    #[error("bad value `{value}` for `{key}`, which takes {takes}")]
    BadValue {
        /// Name of the setting.
        key: String,
        /// The value that was refused.
        value: String,
        /// What the setting takes.
        takes: &'static str,
    },
}

fn list(names: impl Iterator<Item = impl Display>) -> String {
    names
        .map(|name| name.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Reads a number that is at least `low`.
fn at_least<T: FromStr + PartialOrd + Copy>(value: &str, low: T) -> Option<T> {
    value.parse().ok().filter(|number| *number >= low)
}

fn switch(value: &str) -> Option<Switch> {
    match value {
        "on" => Some(Switch::On),
        "off" => Some(Switch::Off),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_changes_a_setting() {
        let values = [
            ("selection", "ucb1"),
            ("exploration", "0.7"),
            ("first-play", "1.1"),
            ("expand-after", "9"),
            ("choice", "mean"),
            ("lines", "off"),
            ("first-line-after", "3"),
            ("second-line-after", "2"),
            ("symmetry", "off"),
            ("pass-below", "70"),
            ("policy", "uniform"),
            ("escape-below", "2"),
            ("attack-below", "3"),
            ("shapes", "off"),
            ("playouts", "77"),
        ];
        assert_eq!(values.map(|(key, _)| key), Params::KEYS.map(|(key, _)| key));
        for (key, value) in values {
            let mut params = Params::TAO_GO_2010;
            assert_eq!(params.set(key, value), Ok(()));
            assert_ne!(params, Params::TAO_GO_2010, "{key}");
        }
    }

    #[test]
    fn bad_settings_are_refused_and_change_nothing() {
        for (key, value) in [
            ("exploration", "-1"),
            ("exploration", "nan"),
            ("exploration", "inf"),
            ("first-play", "inf"),
            ("pass-below", "101"),
            ("expand-after", "0"),
            ("playouts", "0"),
            ("playouts", "many"),
            ("choice", "best"),
            ("selection", "ucb2"),
            ("symmetry", "yes"),
            ("temperature", "1"),
        ] {
            let mut params = Params::TAO_GO_2010;
            assert!(params.set(key, value).is_err(), "{key} {value}");
            assert_eq!(params, Params::TAO_GO_2010);
        }
        assert!(Params::PLAIN_UCT.clone().set("escape-below", "3").is_err());
        let error = Params::PLAIN_UCT.clone().set("choice", "best").unwrap_err();
        assert_eq!(
            error.to_string(),
            "bad value `best` for `choice`, which takes visits or mean"
        );
    }
}
