//! The values of parameters as text.

use std::mem::discriminant;

use super::{Choice, EvaluationKind, FirstPlay, Params, PlayoutPolicy, Selection};
use crate::candidates::LineRules;
use crate::playout::{Ordered, Place, RuleOrder, Tactical};

/// A parameter's value as text.
pub(super) trait Field {
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
pub(super) trait Words: Copy + PartialEq + 'static {
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

impl Words for RuleOrder {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("escape-first", Self::EscapeFirst),
        ("shape-first", Self::ShapeFirst),
    ];
}

impl Words for Place {
    const WORDS: &'static [(&'static str, Self)] =
        &[("near", Self::Near), ("anywhere", Self::Anywhere)];
}

impl Words for Choice {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("visits", Self::Visits),
        ("mean", Self::Mean),
        ("lower-bound", Self::LowerBound),
    ];
}

impl Words for EvaluationKind {
    const WORDS: &'static [(&'static str, Self)] =
        &[("playout", Self::Playout), ("network", Self::Network)];
}

impl Words for Selection {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("ucb1", Params::PLAIN_UCT.selection.formula),
        ("ucb1-tuned", Params::TAO_GO_2010_TUNED.selection.formula),
        ("rave", Params::PLAYOUTS.selection.formula),
        ("alpha-amaf", Params::ALPHA_AMAF.selection.formula),
        ("puct", Params::NETWORK.selection.formula),
    ];
}

impl Words for LineRules {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("on", Params::TAO_GO_2010_TUNED.tree.lines),
        ("off", Self::Off),
        ("near", Self::NEAR),
    ];
}

impl Words for PlayoutPolicy {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("uniform", Self::Uniform),
        ("ordered", Self::Ordered(Ordered::TUNED)),
        ("tactical", Self::Tactical(Tactical::DEFAULT)),
    ];
}

pub(super) const RANDOM_FIRST: &str = "random-first";
pub(super) const PARENT: &str = "parent";

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
