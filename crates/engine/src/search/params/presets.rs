//! The presets.

use super::{
    Choice, EvaluationKind, EvaluationParams, FirstPlay, MachineParams, Params, PlayoutParams,
    PlayoutPolicy, Priors, Selection, SelectionParams, SharingParams, TreeParams,
};
use crate::candidates::LineRules;
use crate::playout::{Ordered, Tactical};

/// Presets by name, best first: the first is the default.
const PRESETS: [(&str, Params); 6] = [
    ("default", Params::NETWORK),
    ("playouts", Params::PLAYOUTS),
    ("alpha-amaf", Params::ALPHA_AMAF),
    ("tao-go-2010-tuned", Params::TAO_GO_2010_TUNED),
    ("tao-go-2010", Params::TAO_GO_2010),
    ("plain-uct", Params::PLAIN_UCT),
];

impl Params {
    /// The strongest settings with a network, for the boards that it knows: see [`EvaluationKind`].
    pub const NETWORK: Self = Self {
        evaluation: EvaluationParams {
            kind: EvaluationKind::Network,
            priors: Priors::NONE,
            lead_weight: 0.0,
            lead_saturates: true,
            value_bias: 0.6,
        },
        selection: SelectionParams {
            formula: Selection::Puct {
                c: 0.5,
                growth: 0.225,
            },
            first_play: FirstPlay::PARENT,
            choice: Choice::LowerBound,
            symmetry: false,
            pass_below: 100,
        },
        playouts: PlayoutParams {
            count: 2_000,
            ..Self::PLAYOUTS.playouts
        },
        ..Self::PLAYOUTS
    };

    /// The strongest settings without a network.
    pub const PLAYOUTS: Self = Self {
        evaluation: EvaluationParams {
            kind: EvaluationKind::Playout,
            priors: Priors::LEARNED,
            lead_weight: 0.0,
            lead_saturates: true,
            value_bias: 0.0,
        },
        selection: SelectionParams {
            formula: Selection::Rave {
                c: 0.0,
                equivalence: 3000.0,
            },
            first_play: FirstPlay::RandomFirst,
            choice: Choice::Visits,
            symmetry: true,
            pass_below: 50,
        },
        tree: TreeParams {
            expand_after: 1,
            simulations_min: 1,
            lines: LineRules::Off,
            reuse: true,
            solver: true,
            solve_below: 15,
        },
        playouts: PlayoutParams {
            policy: PlayoutPolicy::Tactical(Tactical::DEFAULT),
            count: 10_000,
        },
        sharing: SharingParams::DEFAULT,
        machine: MachineParams::DEFAULT,
    };

    /// The engine of the thesis, without its known faults. Where the thesis can be read in two ways, this is the reading that
    /// wins more games.
    pub const TAO_GO_2010_TUNED: Self = Self {
        evaluation: EvaluationParams {
            kind: EvaluationKind::Playout,
            priors: Priors::NONE,
            lead_weight: 0.0,
            lead_saturates: true,
            value_bias: 0.0,
        },
        selection: SelectionParams {
            formula: Selection::Ucb1Tuned { c: 1.0 },
            ..Self::PLAYOUTS.selection
        },
        tree: TreeParams {
            expand_after: 2,
            lines: LineRules::Thesis {
                first_line_after: 10,
                second_line_after: 5,
            },
            reuse: false,
            solver: false,
            solve_below: 0,
            ..Self::PLAYOUTS.tree
        },
        playouts: PlayoutParams {
            policy: PlayoutPolicy::Ordered(Ordered::TUNED),
            ..Self::PLAYOUTS.playouts
        },
        ..Self::PLAYOUTS
    };

    /// The engine of the thesis to the letter. `docs/lab/thesis.md` has the passages, and tells what they leave open.
    pub const TAO_GO_2010: Self = Self {
        selection: SelectionParams {
            // The constant UCTK, which the known text leaves open: sqrt(1/5), as in published code that has the same function
            // names.
            formula: Selection::Ucb1 { c: 0.44 },
            pass_below: 0,
            ..Self::TAO_GO_2010_TUNED.selection
        },
        playouts: PlayoutParams {
            policy: PlayoutPolicy::Ordered(Ordered::THESIS),
            ..Self::TAO_GO_2010_TUNED.playouts
        },
        ..Self::TAO_GO_2010_TUNED
    };

    /// The engine of the thesis with alpha-AMAF, as in its companion paper on dots and boxes: `value = alpha amaf + (1 - alpha)
    /// uct`, where an `alpha` of 0 is UCT and 1 is AMAF. Other parts of the paper are parameters of their own: a child with
    /// fewer than `simulations_min` visits goes first, and a node with `expand_after` visits gets children.
    pub const ALPHA_AMAF: Self = Self {
        selection: SelectionParams {
            formula: Selection::AlphaAmaf {
                alpha: 0.75,
                c: 0.5,
            },
            ..Self::TAO_GO_2010_TUNED.selection
        },
        ..Self::TAO_GO_2010_TUNED
    };

    /// Textbook UCT: every legal move, uniform playouts, the move with the best win rate.
    pub const PLAIN_UCT: Self = Self {
        selection: SelectionParams {
            formula: Selection::Ucb1 { c: 1.5 },
            choice: Choice::Mean,
            symmetry: false,
            ..Self::TAO_GO_2010_TUNED.selection
        },
        tree: TreeParams {
            expand_after: 1,
            lines: LineRules::Off,
            ..Self::TAO_GO_2010_TUNED.tree
        },
        playouts: PlayoutParams {
            policy: PlayoutPolicy::Uniform,
            ..Self::TAO_GO_2010_TUNED.playouts
        },
        ..Self::TAO_GO_2010_TUNED
    };

    /// The preset with this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        Self::presets()
            .find(|(known, _)| *known == name)
            .map(|(_, params)| params)
    }

    /// The names of all presets, the default first.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        Self::presets().map(|(name, _)| name)
    }

    /// All presets with their names, the default first.
    pub fn presets() -> impl Iterator<Item = (&'static str, Self)> {
        PRESETS.into_iter()
    }
}

impl Default for Params {
    fn default() -> Self {
        Self::NETWORK
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_name_and_the_first_is_the_default() {
        let names: Vec<_> = Params::preset_names().collect();
        for name in [
            "playouts",
            "alpha-amaf",
            "tao-go-2010-tuned",
            "tao-go-2010",
            "plain-uct",
        ] {
            assert!(names.contains(&name), "{name}");
        }
        assert_eq!(Params::preset(names[0]), Some(Params::default()));
        assert_eq!(Params::preset("fuego"), None);
    }

    #[test]
    fn the_preset_of_the_thesis_has_the_values_of_its_text() {
        for (name, value) in [
            ("selection", "ucb1"),
            ("first-play", "random-first"),
            ("choice", "visits"),
            ("reuse", "off"),
            ("solver", "off"),
            ("symmetry", "on"),
            ("pass-below", "0"),
            ("first-line-after", "10"),
            ("second-line-after", "5"),
            ("order", "escape-first"),
            ("escape-below", "4"),
            ("escape-place", "anywhere"),
            ("shapes", "on"),
            ("shape-place", "anywhere"),
            ("attack-below", "4"),
            ("attack-place", "anywhere"),
            ("keep-seki", "off"),
            ("keep-false-eyes", "off"),
        ] {
            let known = Params::TAO_GO_2010.get(name);
            assert_eq!(known.as_deref(), Some(value), "{name}");
        }
    }
}
