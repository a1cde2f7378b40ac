//! Parameters by name, for command lines and protocols.

use std::fmt;

use super::field::{Field, PARENT, RANDOM_FIRST, Words};
use super::{Choice, EvaluationKind, FirstPlay, Params, PlayoutPolicy, Selection, SharingParams};
use crate::candidates::LineRules;
use crate::playout::{Ordered, Place, RuleOrder, Tactical};

/// A parameter of the search.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name, as in `-o NAME=VALUE`.
    pub name: &'static str,
    /// The values that it takes.
    pub values: Values,
    /// A description.
    pub help: &'static str,
    /// The field that holds its value; `None` if it belongs to a choice that is not made, such as `escape-below` with uniform
    /// playouts.
    field: fn(&mut Params) -> Option<&mut dyn Field>,
}

/// The values that a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// One of these words.
    Word(fn() -> Vec<&'static str>),
    /// An integer in this range, inclusive.
    Integer(u64, u64),
    /// A number in this range, inclusive.
    Number(f64, f64),
    /// `random-first`, `parent`, or a number of at least 0.
    FirstPlay,
}

use Values::{Integer, Number, Word};

/// The words of a choice.
const fn words<T: Words>() -> Values {
    Word(|| T::WORDS.iter().map(|&(word, _)| word).collect())
}

const SWITCH: Values = words::<bool>();
const PERCENT: Values = Integer(0, 100);
const MAX: u64 = u64::MAX;

impl Values {
    fn allows(self, value: &str) -> bool {
        let is_number = |low: f64, high: f64| {
            let number = value.parse::<f64>();
            number.is_ok_and(|number| number.is_finite() && (low..=high).contains(&number))
        };
        match self {
            Word(words) => words().contains(&value),
            Integer(low, high) => value
                .parse()
                .is_ok_and(|number| (low..=high).contains(&number)),
            Number(low, high) => is_number(low, high),
            Self::FirstPlay => {
                [RANDOM_FIRST, PARENT].contains(&value) || is_number(0.0, f64::INFINITY)
            }
        }
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Word(words) => match &words()[..] {
                [words @ .., last] => write!(f, "{} or {last}", words.join(", ")),
                [] => Ok(()),
            },
            Integer(low, MAX) => write!(f, "an integer of at least {low}"),
            Integer(low, high) => write!(f, "an integer from {low} to {high}"),
            Number(low, high) if high.is_infinite() => write!(f, "a number of at least {low}"),
            Number(low, high) => write!(f, "a number from {low} to {high}"),
            Self::FirstPlay => write!(f, "{RANDOM_FIRST}, {PARENT} or a number of at least 0"),
        }
    }
}

/// The parameter of a choice; returns `None` from the function if another choice is made.
macro_rules! part {
    ($place:expr, $choice:pat => $field:ident) => {
        match &mut $place {
            $choice => $field,
            _ => return None,
        }
    };
}

/// Builds the table from rows `NAME, VALUES, HELP, params => FIELD;` where `FIELD` may use `?`.
macro_rules! table {
    ($($name:literal, $values:expr, $help:literal, $params:ident => $field:expr;)*) => {
        &[$(Param { name: $name, values: $values, help: $help, field: |$params| Some($field) }),*]
    };
}

static TABLE: &[Param] = table! {
    "evaluation", words::<EvaluationKind>(),
        "what evaluates a position: a simulated game, or the network on boards that it knows",
        params => &mut params.evaluation.kind;
    "lead-weight", Number(0.0, 1.0), "weight of the points ahead beside the result",
        params => &mut params.evaluation.lead_weight;
    "lead-saturates", SWITCH, "whether points ahead are worth less the more there are",
        params => &mut params.evaluation.lead_saturates;
    "value-bias", Number(0.0, 1.0), "weight of the errors that the network made in similar positions of the search",
        params => &mut params.evaluation.value_bias;
    "selection", words::<Selection>(),
        "selection formula; its constants are then those of the preset that has it",
        params => &mut params.selection.formula;
    "exploration", Number(0.0, f64::INFINITY), "constant c of the selection formula",
        params => params.selection.formula.exploration();
    "rave-equivalence", Number(1.0, f64::INFINITY),
        "visits after which a move's own mean weighs as much as its AMAF mean",
        params => part!(params.selection.formula, Selection::Rave { equivalence, .. } => equivalence);
    "alpha", Number(0.0, 1.0), "weight of the AMAF mean in alpha-AMAF",
        params => part!(params.selection.formula, Selection::AlphaAmaf { alpha, .. } => alpha);
    "exploration-growth", Number(0.0, f64::INFINITY), "how much PUCT's exploration grows with the visits",
        params => part!(params.selection.formula, Selection::Puct { growth, .. } => growth);
    "first-play", Values::FirstPlay, "urgency of an unvisited child",
        params => &mut params.selection.first_play;
    "reduction", Number(0.0, 1.0), "how much less is expected of an unvisited child than of its parent",
        params => part!(params.selection.first_play, FirstPlay::Parent { reduction, .. } => reduction);
    "root-reduction", Number(0.0, 1.0), "the same at the root",
        params => part!(params.selection.first_play, FirstPlay::Parent { root_reduction, .. } => root_reduction);
    "expand-after", Integer(1, MAX), "visits of a leaf before it gets children",
        params => &mut params.tree.expand_after;
    "simulations-min", Integer(1, 1_000_000),
        "visits of a child, once it has one, before the selection formula compares it",
        params => &mut params.tree.simulations_min;
    "choice", words::<Choice>(),
        "what decides the move to play: most visits, highest mean or its highest lower bound",
        params => &mut params.selection.choice;
    "lines", words::<LineRules>(), "whether points of the low lines, or all with `near`, wait for stones near",
        params => &mut params.tree.lines;
    "first-line-after", Integer(0, MAX), "moves of the game before the first line is looked at",
        params => part!(params.tree.lines, LineRules::Thesis { first_line_after, .. } => first_line_after);
    "second-line-after", Integer(0, MAX), "moves of the game before the second line is looked at",
        params => part!(params.tree.lines, LineRules::Thesis { second_line_after, .. } => second_line_after);
    "near-distance", Integer(1, 18), "most rows and columns to a stone with `near`",
        params => part!(params.tree.lines, LineRules::Near { distance } => distance);
    "symmetry", SWITCH, "whether symmetric moves are looked at once",
        params => &mut params.selection.symmetry;
    "pass-below", PERCENT, "percent of the board empty below which a pass is looked at",
        params => &mut params.selection.pass_below;
    "prior-even", Integer(0, 1000), "visits, half of them won, that every move starts with",
        params => &mut params.evaluation.priors.even;
    "prior-model", Integer(0, 1000), "wins of a move that the move model is certain of",
        params => &mut params.evaluation.priors.model;
    "policy", words::<PlayoutPolicy>(), "how playouts choose their moves",
        params => &mut params.playouts.policy;
    "escape-below", Integer(0, MAX), "liberties that make an own chain safe; 0: no escapes",
        params => &mut params.ordered()?.escape_below;
    "attack-below", Integer(0, MAX), "liberties that make an enemy chain safe; 0: no attacks",
        params => &mut params.ordered()?.attack_below;
    "shapes", SWITCH, "whether playouts look for shapes",
        params => &mut params.ordered()?.shapes;
    "order", words::<RuleOrder>(),
        "first rule of playouts: escape, then shape, then attack; or shape, then escape or attack",
        params => &mut params.ordered()?.order;
    "escape-place", words::<Place>(), "which own chains may escape: those beside the last move, or any",
        params => &mut params.ordered()?.escape_place;
    "shape-place", words::<Place>(), "where playouts look for shapes: around the last move, or anywhere",
        params => &mut params.ordered()?.shape_place;
    "attack-place", words::<Place>(), "which enemy chains are attacked: those at the last move, or any",
        params => &mut params.ordered()?.attack_place;
    "keep-seki", SWITCH, "whether shapes and random moves put no own stones in atari for nothing, as in a seki",
        params => &mut params.ordered()?.protected.seki;
    "keep-false-eyes", SWITCH, "whether random moves fill no false eye that its chain needs to live",
        params => &mut params.ordered()?.protected.false_eyes;
    "rate-atari", PERCENT, "percent of turns in which an atari is answered",
        params => &mut params.tactical()?.atari;
    "rate-defense", PERCENT, "percent of turns in which own chains with two liberties are defended",
        params => &mut params.tactical()?.defense;
    "rate-attack", PERCENT, "percent of turns in which enemy chains with two liberties are put in atari",
        params => &mut params.tactical()?.attack;
    "rate-nakade", PERCENT, "percent of turns in which vital points of eyes are played",
        params => &mut params.tactical()?.nakade;
    "rate-shape", PERCENT, "percent of turns in which a 3x3 shape at the last stone is played",
        params => &mut params.tactical()?.shape;
    "rate-old-shape", PERCENT, "percent of turns in which a 3x3 shape at the own stone before is played",
        params => &mut params.tactical()?.old_shape;
    "rate-capture", PERCENT, "percent of turns in which captures anywhere are made",
        params => &mut params.tactical()?.capture;
    "rate-self-atari", PERCENT, "percent of turns in which pointless random self-ataris are dropped",
        params => &mut params.tactical()?.self_atari;
    "ladder-stones", Integer(0, 255), "stones from which on a chain is not extended into a ladder; 0: none is read",
        params => &mut params.tactical()?.ladder_stones;
    "playouts", Integer(1, MAX), "visits or playouts for a move without another limit",
        params => &mut params.playouts.count;
    "reuse", SWITCH, "whether a search goes on with the tree of the one before",
        params => &mut params.tree.reuse;
    "solver", SWITCH, "whether games that end in the tree prove moves won or lost",
        params => &mut params.tree.solver;
    "solve-below", Integer(0, 362),
        "open points below which the exact result is looked for before the search; 0: neither that nor reading",
        params => &mut params.tree.solve_below;
    "memory", Integer(1, Params::MAX_MEMORY as u64),
        "MiB that the program may take: 13 for itself, 1 for every 8 threads above 16, the rest, but at least 1, for the search",
        params => &mut params.machine.memory;
    "share-milliseconds", Integer(1, 60_000), "milliseconds after which the ranks of a cluster share what they found",
        params => &mut params.sharing.milliseconds;
    "share-percent", Number(0.01, 100.0), "percent of the root's visits that a node needs for its children to be shared",
        params => &mut params.sharing.percent;
    "share-depth", Integer(0, SharingParams::MAX_DEPTH as u64), "moves from the root to the lowest nodes that are shared",
        params => &mut params.sharing.depth;
    "threads", Integer(1, Params::MAX_THREADS as u64), "threads that search",
        params => &mut params.machine.threads;
};

impl Params {
    /// All parameters.
    #[must_use]
    pub const fn table() -> &'static [Param] {
        TABLE
    }

    /// The names of all parameters.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|param| param.name)
    }

    /// Changes the parameter with this name.
    ///
    /// # Errors
    /// When there is none, the value does not fit, or the parameter belongs to a choice that is not made.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SetParamError> {
        let unknown = || SetParamError::UnknownName {
            name: name.to_owned(),
        };
        let param = find(name).ok_or_else(unknown)?;
        if (param.field)(self).is_none() {
            let (name, needs) = (param.name, self.choices_with(param).join(" or "));
            return Err(SetParamError::NotInUse { name, needs });
        }
        let bad_value = SetParamError::BadValue {
            name: param.name,
            value: value.to_owned(),
            takes: param.values.to_string(),
        };
        let field = (param.field)(self).filter(|_| param.values.allows(value));
        field.and_then(|field| field.set(value)).ok_or(bad_value)
    }

    /// The choices, such as `policy=ordered`, each of which would bring a parameter into use that is not in use now.
    fn choices_with(&self, param: &Param) -> Vec<String> {
        let mut choices = Vec::new();
        for choice in TABLE {
            let Word(words) = choice.values else {
                continue;
            };
            for word in words() {
                let mut params = self.clone();
                (choice.field)(&mut params).and_then(|field| field.set(word));
                if (param.field)(&mut params).is_some() {
                    choices.push(format!("{}={word}", choice.name));
                }
            }
        }
        choices
    }

    /// The value of the parameter with this name; `None` if there is none, or if it belongs to a choice that is not made.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<String> {
        let mut copy = self.clone();
        (find(name)?.field)(&mut copy).map(|field| field.get())
    }

    /// Whether every value is in its range. The parameters in a message may come from another version of the program, which may
    /// have other ranges.
    pub fn are_allowed(&self) -> bool {
        let mut params = self.clone();
        TABLE.iter().all(|param| {
            let value = (param.field)(&mut params).map(|field| field.get());
            value.is_none_or(|value| param.values.allows(&value))
        })
    }
}

impl Params {
    const fn ordered(&mut self) -> Option<&mut Ordered> {
        Some(part!(self.playouts.policy, PlayoutPolicy::Ordered(policy) => policy))
    }

    const fn tactical(&mut self) -> Option<&mut Tactical> {
        Some(part!(self.playouts.policy, PlayoutPolicy::Tactical(policy) => policy))
    }
}

fn find(name: &str) -> Option<&'static Param> {
    TABLE.iter().find(|param| param.name == name)
}

/// Why [`Params::set`] changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetParamError {
    /// There is no such parameter.
    #[error("unknown setting `{name}`; known are {}", Params::names().collect::<Vec<_>>().join(", "))]
    UnknownName {
        /// The name.
        name: String,
    },
    /// The parameter belongs to a choice that is not made.
    #[error("the setting `{name}` belongs to {needs}, which must come before it")]
    NotInUse {
        /// Name of the parameter.
        name: &'static str,
        /// The choices that it belongs to.
        needs: String,
    },
    /// The parameter does not take the value.
    #[error("bad value `{value}` for `{name}`, which takes {takes}")]
    BadValue {
        /// Name of the parameter.
        name: &'static str,
        /// The refused value.
        value: String,
        /// The values that it takes.
        takes: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params::TreeParams;

    const NEAR: Params = Params {
        tree: TreeParams {
            lines: LineRules::NEAR,
            ..Params::PLAIN_UCT.tree
        },
        ..Params::PLAIN_UCT
    };

    const PRESETS: [Params; 7] = [
        NEAR,
        Params::NETWORK,
        Params::TAO_GO_2010_TUNED,
        Params::TAO_GO_2010,
        Params::PLAIN_UCT,
        Params::PLAYOUTS,
        Params::ALPHA_AMAF,
    ];

    #[test]
    fn every_parameter_changes_some_preset() {
        for param in Params::table() {
            let value = match param.name {
                "selection" => "ucb1",
                "choice" => "visits",
                "lines" | "symmetry" | "shapes" | "reuse" | "solver" | "lead-saturates" => "off",
                "keep-seki" | "keep-false-eyes" => "on",
                "escape-place" | "shape-place" | "attack-place" => "near",
                "order" => "shape-first",
                "policy" => "uniform",
                "first-play" => "1.1",
                "alpha" | "lead-weight" | "value-bias" | "reduction" | "root-reduction" => "0.7",
                "evaluation" => "playout",
                _ => "7",
            };
            let is_changed = |base: &Params| {
                let mut params = base.clone();
                params.set(param.name, value).is_ok()
                    && params != *base
                    && params.get(param.name).as_deref() == Some(value)
            };
            assert!(PRESETS.iter().any(is_changed), "{}", param.name);
        }
    }

    #[test]
    fn a_formula_comes_with_the_constants_of_its_preset() {
        let mut params = Params::PLAYOUTS;
        params.set("selection", "puct").unwrap();
        assert_eq!(params.selection.formula, Params::NETWORK.selection.formula);
        params.set("exploration", "0.7").unwrap();
        params.set("selection", "puct").unwrap();
        assert_eq!(params.get("exploration").as_deref(), Some("0.7"));
    }

    #[test]
    fn the_values_of_a_preset_restore_it() {
        for preset in PRESETS {
            for mut params in PRESETS {
                for param in Params::table() {
                    if let Some(value) = preset.get(param.name) {
                        params.set(param.name, &value).unwrap();
                    }
                }
                assert_eq!(params, preset);
            }
        }
    }

    #[test]
    fn bad_values_are_refused_and_change_nothing() {
        for (name, value) in [
            ("exploration", "-1"),
            ("exploration", "nan"),
            ("exploration", "inf"),
            ("first-play", "inf"),
            ("reduction", "0.1"),
            ("exploration-growth", "0.1"),
            ("alpha", "0.5"),
            ("pass-below", "101"),
            ("expand-after", "0"),
            ("expand-after", "4294967296"),
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
            assert!(params.set(name, value).is_err(), "{name} {value}");
            assert_eq!(params, Params::TAO_GO_2010);
        }
        for alpha in ["-0.1", "1.1", "nan"] {
            assert!(Params::ALPHA_AMAF.clone().set("alpha", alpha).is_err());
        }
        assert!(Params::PLAIN_UCT.clone().set("escape-below", "3").is_err());
        assert_eq!(Params::PLAIN_UCT.get("escape-below"), None);
        let error = Params::PLAIN_UCT.clone().set("choice", "best").unwrap_err();
        assert_eq!(
            error.to_string(),
            "bad value `best` for `choice`, which takes visits, mean or lower-bound"
        );
    }

    #[test]
    fn a_setting_that_is_not_in_use_names_the_choices_that_have_it() {
        for (name, value, needs) in [
            ("order", "shape-first", "policy=ordered"),
            ("rate-atari", "50", "policy=tactical"),
            ("near-distance", "2", "lines=near"),
            ("alpha", "0.5", "selection=alpha-amaf"),
        ] {
            let error = Params::PLAIN_UCT.clone().set(name, value).unwrap_err();
            let expected =
                format!("the setting `{name}` belongs to {needs}, which must come before it");
            assert_eq!(error.to_string(), expected);
        }
    }
}
