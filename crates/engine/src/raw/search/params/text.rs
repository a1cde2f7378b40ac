//! Parameters as text, for command lines and protocols.

use std::fmt;
use std::mem::discriminant;

use super::rows::{Audience, TABLE};
use super::{Choice, EvaluationKind, FirstPlay, Params, PlayoutPolicy, Selection};
use crate::candidates::LineRules;
use crate::playout::{Ordered, Place, RuleOrder, Tactical};

/// A parameter of the search.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// The name, as in `-o NAME=VALUE`.
    pub name: &'static str,
    /// Who may change it.
    pub audience: Audience,
    /// The values that it takes.
    pub values: Values,
    /// A description.
    pub help: &'static str,
    /// The description in Chinese, for users.
    pub chinese: Option<&'static str>,
    /// The place of its value; `None` if it belongs to a choice that is not made, such as `escape-below` with uniform
    /// playouts.
    pub(super) field: fn(&mut Params) -> Option<&mut dyn Field>,
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
pub(super) const fn words<T: Words>() -> Values {
    Word(|| T::WORDS.iter().map(|&(word, _)| word).collect())
}

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

    /// The text of [`Display`](fmt::Display), in Chinese.
    pub fn in_chinese(self) -> String {
        match self {
            Word(words) => match &words()[..] {
                [words @ .., last] => format!("{} 或 {last}", words.join("、")),
                [] => String::new(),
            },
            Integer(low, u64::MAX) => format!("至少为 {low} 的整数"),
            Integer(low, high) => format!("{low} 到 {high} 的整数"),
            Number(low, high) if high.is_infinite() => format!("至少为 {low} 的数"),
            Number(low, high) => format!("{low} 到 {high} 的数"),
            Self::FirstPlay => format!("{RANDOM_FIRST}、{PARENT} 或至少为 0 的数"),
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
            Integer(low, u64::MAX) => write!(f, "an integer of at least {low}"),
            Integer(low, high) => write!(f, "an integer from {low} to {high}"),
            Number(low, high) if high.is_infinite() => write!(f, "a number of at least {low}"),
            Number(low, high) => write!(f, "a number from {low} to {high}"),
            Self::FirstPlay => write!(f, "{RANDOM_FIRST}, {PARENT} or a number of at least 0"),
        }
    }
}

/// A parameter's value as text.
pub trait Field {
    /// The value, as [`set`](Self::set) takes it.
    fn get(&self) -> String;

    /// Sets an allowed value; `None` if the type cannot hold it.
    fn set(&mut self, value: &str) -> Option<()>;
}

macro_rules! number_fields {
    ($($number:ty)*) => {
        $(impl Field for $number {
            fn get(&self) -> String {
                self.to_string()
            }

            fn set(&mut self, value: &str) -> Option<()> {
                *self = value.parse().ok()?;
                Some(())
            }
        })*
    };
}

number_fields!(u8 u16 u32 u64 usize f64);

/// A choice with a word for each of its values.
pub trait Words: Copy + PartialEq + 'static {
    /// The words, each with the value that it stands for. The numbers in that value can be changed by other parameters.
    const WORDS: &'static [(&'static str, Self)];

    /// Whether the same word stands for both values.
    fn has_word_of(&self, other: &Self) -> bool {
        discriminant(self) == discriminant(other)
    }
}

impl<T: Words> Field for T {
    fn get(&self) -> String {
        let mut words = T::WORDS.iter();
        let own = words.find(|(_, value)| self.has_word_of(value));
        debug_assert!(own.is_some(), "every value has a word");
        own.map_or_else(String::new, |&(word, _)| word.to_owned())
    }

    /// A choice that is made again keeps its numbers.
    fn set(&mut self, value: &str) -> Option<()> {
        let (_, chosen) = T::WORDS.iter().find(|(word, _)| *word == value)?;
        if !self.has_word_of(chosen) {
            *self = *chosen;
        }
        Some(())
    }
}

impl Words for bool {
    const WORDS: &'static [(&'static str, Self)] = &[("on", true), ("off", false)];

    fn has_word_of(&self, other: &Self) -> bool {
        self == other
    }
}

macro_rules! words {
    ($($choice:ident { $($word:literal = $value:expr),* })*) => {
        $(impl Words for $choice {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $value)),*];
        })*
    };
}

words! {
    RuleOrder { "escape-first" = Self::EscapeFirst, "shape-first" = Self::ShapeFirst }
    Place { "near" = Self::Near, "anywhere" = Self::Anywhere }
    Choice { "visits" = Self::Visits, "mean" = Self::Mean, "lower-bound" = Self::LowerBound }
    EvaluationKind { "playout" = Self::Playout, "network" = Self::Network }
    Selection {
        "ucb1" = Params::PLAIN_UCT.selection.formula,
        "ucb1-tuned" = Params::TAO_GO_2010_TUNED.selection.formula,
        "rave" = Params::PLAYOUTS.selection.formula,
        "alpha-amaf" = Params::ALPHA_AMAF.selection.formula,
        "puct" = Params::NETWORK.selection.formula
    }
    LineRules { "on" = Params::TAO_GO_2010_TUNED.tree.lines, "off" = Self::Off, "near" = Self::NEAR }
    PlayoutPolicy {
        "uniform" = Self::Uniform,
        "ordered" = Self::Ordered(Ordered::TUNED),
        "tactical" = Self::Tactical(Tactical::DEFAULT)
    }
}

const RANDOM_FIRST: &str = "random-first";
const PARENT: &str = "parent";

impl Field for FirstPlay {
    fn get(&self) -> String {
        match self {
            Self::RandomFirst => RANDOM_FIRST.to_owned(),
            Self::Urgency(urgency) => urgency.to_string(),
            Self::Parent { .. } => PARENT.to_owned(),
        }
    }

    fn set(&mut self, value: &str) -> Option<()> {
        *self = match value {
            RANDOM_FIRST => Self::RandomFirst,
            PARENT => Self::PARENT,
            _ => Self::Urgency(value.parse().ok()?),
        };
        Some(())
    }
}

impl Params {
    /// The names of the parameters that this audience may change.
    pub fn names(audience: Audience) -> impl Iterator<Item = &'static str> {
        Param::all_for(audience).map(|param| param.name)
    }

    /// Changes the parameter with this name for this audience.
    ///
    /// # Errors
    /// When there is none, it is for another audience, the value does not fit, or the parameter belongs to a choice that is not
    /// made.
    pub fn set(
        &mut self,
        audience: Audience,
        name: &str,
        value: &str,
    ) -> Result<(), SetParamError> {
        let param = find(audience, name)?;
        if (param.field)(self).is_none() {
            let needs = self.choices_with(param).join(" or ");
            return Err(SetParamError::Refused(format!(
                "the setting `{name}` belongs to {needs}, which must come before it"
            )));
        }
        let takes = param.values;
        let field = (param.field)(self).filter(|_| takes.allows(value));
        let set = field.and_then(|field| field.set(value));
        let problem = || format!("bad value `{value}` for `{name}`, which takes {takes}");
        set.ok_or_else(|| SetParamError::Refused(problem()))
    }

    /// Checks that this audience may change the parameter with this name.
    ///
    /// # Errors
    /// When there is none, or it is for another audience.
    pub fn check_name(audience: Audience, name: &str) -> Result<(), SetParamError> {
        find(audience, name).map(drop)
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
    pub fn get(&self, name: &str) -> Option<String> {
        let mut copy = self.clone();
        let param = TABLE.iter().find(|param| param.name == name)?;
        (param.field)(&mut copy).map(|field| field.get())
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

impl Param {
    /// The parameters that this audience may change.
    pub fn all_for(audience: Audience) -> impl Iterator<Item = &'static Self> {
        TABLE.iter().filter(move |param| param.is_for(audience))
    }

    fn is_for(&self, audience: Audience) -> bool {
        self.audience == Audience::User || audience == Audience::Lab
    }
}

fn find(audience: Audience, name: &str) -> Result<&'static Param, SetParamError> {
    let param = TABLE.iter().find(|param| param.name == name);
    match param {
        None => Err(SetParamError::UnknownName(name.to_owned())),
        Some(param) if param.is_for(audience) => Ok(param),
        Some(param) => Err(SetParamError::OnlyInLab(param.name)),
    }
}

/// Why [`Params::set`] changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetParamError {
    /// There is no parameter with this name.
    #[error("unknown setting `{0}`")]
    UnknownName(String),
    /// The parameter with this name is for experiments.
    #[error(
        "the setting `{0}` is for experiments: only `tao-lab` takes it, as in `PRESET:{0}=VALUE`"
    )]
    OnlyInLab(&'static str),
    /// The parameter belongs to a choice that is not made, or does not take the value.
    #[error("{0}")]
    Refused(String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::params::TreeParams;
    use Audience::{Lab, User};

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
        for param in TABLE {
            let value = match param.name {
                "selection" => "ucb1",
                "choice" => "visits",
                "lines" | "symmetry" | "shapes" | "reuse" | "solver" | "lead-saturates"
                | "strict-wins" | "play-out" | "whole-time" => "off",
                "keep-seki" | "keep-false-eyes" | "merge-forced" => "on",
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
                params.set(Lab, param.name, value).is_ok()
                    && params != *base
                    && params.get(param.name).as_deref() == Some(value)
            };
            assert!(PRESETS.iter().any(is_changed), "{}", param.name);
        }
    }

    #[test]
    fn a_formula_comes_with_the_constants_of_its_preset() {
        let mut params = Params::PLAYOUTS;
        params.set(Lab, "selection", "puct").unwrap();
        assert_eq!(params.selection.formula, Params::NETWORK.selection.formula);
        params.set(Lab, "exploration", "0.7").unwrap();
        params.set(Lab, "selection", "puct").unwrap();
        assert_eq!(params.get("exploration").as_deref(), Some("0.7"));
    }

    #[test]
    fn the_values_of_a_preset_restore_it() {
        for preset in PRESETS {
            for mut params in PRESETS {
                for param in TABLE {
                    if let Some(value) = preset.get(param.name) {
                        params.set(Lab, param.name, &value).unwrap();
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
            assert!(params.set(Lab, name, value).is_err(), "{name} {value}");
            assert_eq!(params, Params::TAO_GO_2010);
        }
        for alpha in ["-0.1", "1.1", "nan"] {
            assert!(Params::ALPHA_AMAF.clone().set(Lab, "alpha", alpha).is_err());
        }
        assert!(
            Params::PLAIN_UCT
                .clone()
                .set(Lab, "escape-below", "3")
                .is_err()
        );
        assert_eq!(Params::PLAIN_UCT.get("escape-below"), None);
        let error = Params::PLAIN_UCT
            .clone()
            .set(Lab, "choice", "best")
            .unwrap_err();
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
            ("alpha", "0.5", "selection=alpha-amaf"),
        ] {
            let error = Params::PLAIN_UCT.clone().set(Lab, name, value).unwrap_err();
            let expected =
                format!("the setting `{name}` belongs to {needs}, which must come before it");
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn users_may_change_few_parameters() {
        assert!(Params::names(User).count() <= 30);
        for param in TABLE {
            let is_for_users = param.is_for(User);
            assert_eq!(param.chinese.is_some(), is_for_users, "{}", param.name);
        }
        let mut params = Params::TAO_GO_2010;
        let error = params.set(User, "shapes", "off").unwrap_err();
        assert_eq!(error, SetParamError::OnlyInLab("shapes"));
        assert_eq!(params, Params::TAO_GO_2010);
        params.set(User, "choice", "mean").unwrap();
        assert_ne!(params, Params::TAO_GO_2010);
    }
}
