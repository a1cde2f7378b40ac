//! The values of parameters as text.

use super::{Choice, EvaluationKind, FirstPlay, Params, PlayoutPolicy, Selection};
use crate::candidates::LineRules;
use crate::playout::{Ordered, RuleOrder, Tactical};

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

/// Implements [`Field`] for an enum by the words of its values.
macro_rules! word_field {
    ($field:ty, $self:ident, { $($pattern:pat => $word:literal => $value:expr,)* }) => {
        impl Field for $field {
            fn get(&self) -> String {
                match self {
                    $($pattern => $word.to_owned(),)*
                }
            }

            fn set(&mut $self, value: &str) -> Option<()> {
                *$self = match value {
                    $($word => $value,)*
                    _ => return None,
                };
                Some(())
            }
        }
    };
}

word_field!(bool, self, {
    true => "on" => true,
    false => "off" => false,
});

word_field!(RuleOrder, self, {
    RuleOrder::EscapeFirst => "escape-first" => RuleOrder::EscapeFirst,
    RuleOrder::ShapeFirst => "shape-first" => RuleOrder::ShapeFirst,
});

word_field!(Choice, self, {
    Choice::Visits => "visits" => Choice::Visits,
    Choice::Mean => "mean" => Choice::Mean,
    Choice::LowerBound => "lower-bound" => Choice::LowerBound,
});

word_field!(EvaluationKind, self, {
    EvaluationKind::Playout => "playout" => EvaluationKind::Playout,
    EvaluationKind::Network => "network" => EvaluationKind::Network,
    EvaluationKind::Blend { .. } => "blend" => EvaluationKind::Blend { playout: 0.5 },
});

// Where the same choice is made again, it keeps its figures.

word_field!(Selection, self, {
    Selection::Ucb1 { .. } => "ucb1" => match *self {
        same @ Selection::Ucb1 { .. } => same,
        _ => Params::PLAIN_UCT.selection.formula,
    },
    Selection::Ucb1Tuned { .. } => "ucb1-tuned" => match *self {
        same @ Selection::Ucb1Tuned { .. } => same,
        _ => Params::TAO_GO_2010.selection.formula,
    },
    Selection::Rave { .. } => "rave" => match *self {
        same @ Selection::Rave { .. } => same,
        _ => Params::PLAYOUTS.selection.formula,
    },
    Selection::AlphaAmaf { .. } => "alpha-amaf" => match *self {
        same @ Selection::AlphaAmaf { .. } => same,
        _ => Params::ALPHA_AMAF.selection.formula,
    },
    Selection::Puct { .. } => "puct" => match *self {
        same @ Selection::Puct { .. } => same,
        _ => Params::NETWORK.selection.formula,
    },
});

word_field!(LineRules, self, {
    LineRules::Off => "off" => LineRules::Off,
    LineRules::Thesis { .. } => "on" => match *self {
        same @ LineRules::Thesis { .. } => same,
        _ => Params::TAO_GO_2010.tree.lines,
    },
    LineRules::Near { .. } => "near" => match *self {
        same @ LineRules::Near { .. } => same,
        _ => LineRules::NEAR,
    },
});

word_field!(PlayoutPolicy, self, {
    PlayoutPolicy::Uniform => "uniform" => PlayoutPolicy::Uniform,
    PlayoutPolicy::Ordered(_) => "ordered" => match *self {
        same @ PlayoutPolicy::Ordered(_) => same,
        _ => PlayoutPolicy::Ordered(Ordered::THESIS),
    },
    PlayoutPolicy::Tactical(_) => "tactical" => match *self {
        same @ PlayoutPolicy::Tactical(_) => same,
        _ => PlayoutPolicy::Tactical(Tactical::DEFAULT),
    },
});

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
