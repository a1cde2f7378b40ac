//! Settings by name, for command lines and protocols.

use std::fmt::Display;
use std::str::FromStr;

use super::params::{Choice, FirstPlay, Params, PlayoutPolicy, Selection};
use super::prior::Priors;
use crate::candidates::LineRules;
use crate::playout::{Ordered, Switch, Tactical};

impl Params {
    /// Names of the single settings, for [`set`](Self::set), with what each takes.
    pub const KEYS: [(&'static str, &'static str); 31] = [
        ("selection", "ucb1, ucb1-tuned, rave or alpha-amaf"),
        (
            "exploration",
            "the constant c of the selection formula, at least 0",
        ),
        (
            "rave-equivalence",
            "visits after which a move's own mean weighs as much as that of the games in which it came later, at least 1",
        ),
        (
            "alpha",
            "share of the games in which a move came later in what it is worth, from 0 to 1",
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
            "prior-even",
            "games, half of them won, that every move starts with",
        ),
        (
            "prior-model",
            "won games for a move that the learned model is certain of",
        ),
        (
            "policy",
            "uniform, ordered or tactical: how simulated games are played",
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
            "rate-atari",
            "percent of the turns in which an atari is answered",
        ),
        (
            "rate-defence",
            "percent of the turns in which own chains with two liberties are defended",
        ),
        (
            "rate-attack",
            "percent of the turns in which enemy chains with two liberties are put in atari",
        ),
        (
            "rate-nakade",
            "percent of the turns in which vital points of eyes are played",
        ),
        (
            "rate-shape",
            "percent of the turns in which a 3x3 shape at the last stone is played",
        ),
        (
            "rate-old-shape",
            "percent of the turns in which the same at the own stone before",
        ),
        (
            "rate-capture",
            "percent of the turns in which captures anywhere are made",
        ),
        (
            "rate-self-atari",
            "percent of the turns in which pointless random self-ataris are dropped",
        ),
        (
            "playouts",
            "simulations for a move without another limit, at least 1",
        ),
        (
            "reuse",
            "on or off: whether a search goes on with the tree of the one before",
        ),
        (
            "solver",
            "on or off: whether games that end in the tree prove moves won or lost",
        ),
        (
            "memory",
            "MiB that the program may take: 8 for itself, the rest, but at least 1, for the tree",
        ),
        ("threads", "threads that search, 1 to 1024"),
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
            "selection" | "exploration" | "rave-equivalence" | "alpha" => {
                self.set_selection(key, value)?;
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
            "reuse" => self.reuse = switch(value)?,
            "solver" => self.solver = switch(value)?,
            "memory" => {
                self.memory = at_least(value, 1).filter(|&memory| memory <= Self::MAX_MEMORY)?;
            }
            "threads" => {
                self.threads = at_least(value, 1).filter(|&count| count <= Self::MAX_THREADS)?;
            }
            "lines" | "first-line-after" | "second-line-after" => self.set_lines(key, value)?,
            _ if key.starts_with("prior-") => {
                *self.priors.of(key)? = at_least(value, 0).filter(|&games| games <= 1000)?;
            }
            _ => self.set_policy(key, value)?,
        }
        Some(())
    }

    fn set_selection(&mut self, key: &str, value: &str) -> Option<()> {
        let c = *self.exploration();
        match (key, &mut self.selection) {
            ("selection", selection) => {
                *selection = match value {
                    "ucb1" => Selection::Ucb1 { c },
                    "ucb1-tuned" => Selection::Ucb1Tuned { c },
                    "rave" => Selection::Rave {
                        c,
                        equivalence: 3000.0,
                    },
                    "alpha-amaf" => Selection::AlphaAmaf { alpha: 0.75, c },
                    _ => return None,
                };
            }
            ("exploration", _) => {
                *self.exploration() = at_least(value, 0.0).filter(|c: &f64| c.is_finite())?;
            }
            ("rave-equivalence", Selection::Rave { equivalence, .. }) => {
                *equivalence = at_least(value, 1.0).filter(|k: &f64| k.is_finite())?;
            }
            ("alpha", Selection::AlphaAmaf { alpha, .. }) => {
                *alpha = at_least(value, 0.0).filter(|alpha| *alpha <= 1.0)?;
            }
            _ => return None,
        }
        Some(())
    }

    const fn exploration(&mut self) -> &mut f64 {
        let (Selection::Ucb1 { c }
        | Selection::Ucb1Tuned { c }
        | Selection::Rave { c, .. }
        | Selection::AlphaAmaf { c, .. }) = &mut self.selection;
        c
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
                    ("ordered", same @ PlayoutPolicy::Ordered(_))
                    | ("tactical", same @ PlayoutPolicy::Tactical(_)) => same,
                    ("ordered", _) => PlayoutPolicy::Ordered(Ordered::THESIS),
                    ("tactical", _) => PlayoutPolicy::Tactical(Tactical::DEFAULT),
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
            (_, PlayoutPolicy::Tactical(tactical)) => {
                *tactical.rate(key)? = at_least(value, 0).filter(|&percent| percent <= 100)?;
            }
            _ => return None,
        }
        Some(())
    }
}

impl Tactical {
    /// The rate that a key stands for.
    fn rate(&mut self, key: &str) -> Option<&mut u8> {
        Some(match key {
            "rate-atari" => &mut self.atari,
            "rate-defence" => &mut self.defence,
            "rate-attack" => &mut self.attack,
            "rate-nakade" => &mut self.nakade,
            "rate-shape" => &mut self.shape,
            "rate-old-shape" => &mut self.old_shape,
            "rate-capture" => &mut self.capture,
            "rate-self-atari" => &mut self.self_atari,
            _ => return None,
        })
    }
}

impl Priors {
    /// The figure that a key stands for.
    fn of(&mut self, key: &str) -> Option<&mut u16> {
        Some(match key {
            "prior-even" => &mut self.even,
            "prior-model" => &mut self.model,
            _ => return None,
        })
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
    fn every_key_changes_a_setting_of_some_preset() {
        let bases = [
            Params::TAO_GO_2010,
            Params::PLAIN_UCT,
            Params::DEFAULT,
            Params::ALPHA_AMAF,
        ];
        for (key, _) in Params::KEYS {
            let value = match key {
                "selection" => "ucb1",
                "choice" => "visits",
                "lines" | "symmetry" | "shapes" | "reuse" | "solver" => "off",
                "policy" => "uniform",
                "first-play" => "1.1",
                "alpha" => "0.7",
                _ => "7",
            };
            let is_changed = |base: &Params| {
                let mut params = base.clone();
                params.set(key, value).is_ok() && params != *base
            };
            assert!(bases.iter().any(is_changed), "{key}");
        }
    }

    #[test]
    fn bad_settings_are_refused_and_change_nothing() {
        for (key, value) in [
            ("exploration", "-1"),
            ("exploration", "nan"),
            ("exploration", "inf"),
            ("first-play", "inf"),
            ("alpha", "0.5"),
            ("pass-below", "101"),
            ("expand-after", "0"),
            ("playouts", "0"),
            ("memory", "0"),
            ("threads", "0"),
            ("threads", "1025"),
            ("reuse", "yes"),
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
        for alpha in ["-0.1", "1.1", "nan"] {
            assert!(Params::ALPHA_AMAF.clone().set("alpha", alpha).is_err());
        }
        assert!(Params::PLAIN_UCT.clone().set("escape-below", "3").is_err());
        let error = Params::PLAIN_UCT.clone().set("choice", "best").unwrap_err();
        assert_eq!(
            error.to_string(),
            "bad value `best` for `choice`, which takes visits or mean"
        );
    }
}
