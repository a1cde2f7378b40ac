//! Every tunable of the search, and the named settings of them.

use super::prior::Priors;
use crate::candidates::LineRules;
use crate::playout::{Ordered, Switch, Tactical};

/// The settings of a search. [`Params::preset`] has the named ones, [`Params::set`] changes one by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// How a child is chosen on the way down.
    pub selection: Selection,
    /// What a child is worth before its first visit.
    pub first_play: FirstPlay,
    /// Visits of a leaf before the one that gives it children. At least 1; larger saves memory, smaller looks deeper. They
    /// double with each quarter of `memory` that is taken.
    pub expand_after: u32,
    /// Which child of the root is played.
    pub choice: Choice,
    /// Which points are looked at, in the tree and by random moves of ordered playouts.
    pub lines: LineRules,
    /// Whether equal points of a symmetric position are looked at once.
    pub symmetry: Switch,
    /// Percent of the board that must be empty for a pass not to be worth a look. At most 100. The thesis's tree
    /// knows no pass; without it the engine would fill its own seki. No 9x9 game ends before half the board is full.
    pub pass_below: usize,
    /// What a move is worth before anybody has tried it.
    pub priors: Priors,
    /// How a simulated game is played.
    pub policy: PlayoutPolicy,
    /// Simulations for a move when the request sets no limit.
    pub playouts: u64,
    /// Whether a [`Searcher`](super::Searcher) goes on with the part of the last tree that lies above the new position. The
    /// thesis begins each move anew.
    pub reuse: Switch,
    /// Whether what two passes prove is handed on towards the root, and a proven root ends the search.
    pub solver: Switch,
    /// Mebibytes that a program with one search may take, from 9 up: 8 are for the program itself, and the tree has one at
    /// least. When it has them it grows no more, and the search goes on with the leaves it has.
    pub memory: usize,
    /// Threads that search, at most [`MAX_THREADS`](Self::MAX_THREADS). With more than one, the seed does not decide all.
    pub threads: usize,
}

/// How a child is chosen on the way down. Values are win rates of the side that moves, in [0, 1].
///
/// Source: Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Selection {
    /// `mean + c sqrt(ln N / n)`, `N` visits of the parent and `n` of the child.
    Ucb1 {
        /// Larger explores more. At least 0.
        c: f64,
    },
    /// `mean + c sqrt(ln N / n * min(1/4, variance + sqrt(2 ln N / n)))`: explores a child less the clearer its results are.
    Ucb1Tuned {
        /// 1 in the source. At least 0.
        c: f64,
    },
    /// A blend of the mean and of the mean of simulations in which the move came later, plus the bonus of UCB1.
    Rave {
        /// Larger explores more. At least 0; 0 in Pachi, Fuego and michi.
        c: f64,
        /// Visits after which both means weigh the same. Above 0.
        equivalence: f64,
    },
    /// `alpha amaf + (1 - alpha) ucb1`: a blend like that of `Rave` that stays the same however often the child was visited.
    ///
    /// Source: Helmbold and Parker-Wood, "All-Moves-As-First Heuristics in Monte-Carlo Go", 2009.
    AlphaAmaf {
        /// Weight of the mean of simulations in which the move came later, in [0, 1].
        alpha: f64,
        /// Larger explores more. At least 0.
        c: f64,
    },
}

impl Selection {
    /// Whether simulations in which a move came later are counted for it.
    pub(super) const fn uses_amaf(self) -> bool {
        matches!(self, Self::Rave { .. } | Self::AlphaAmaf { .. })
    }
}

/// What a child is worth before its first visit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstPlay {
    /// More than any visited child: every child is tried once, in random order, before any is tried twice.
    /// The thesis writes 10000 + 1000 random for it.
    RandomFirst,
    /// This much: a child that does better is visited again before all its siblings were tried.
    Urgency(f64),
}

/// Which child of the root is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one with most visits.
    Visits,
    /// The one with the highest mean.
    Mean,
}

/// How a simulated game is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayoutPolicy {
    /// Every legal move that fills no own eye is equally likely.
    Uniform,
    /// Escape, shape, attack, random: the first rule that has a move decides.
    Ordered(Ordered),
    /// Answers to what the last stones threaten, with certain rates.
    Tactical(Tactical),
}

/// Presets by name, best first: the first is the default.
const PRESETS: [(&str, Params); 4] = [
    ("default", Params::DEFAULT),
    ("alpha-amaf", Params::ALPHA_AMAF),
    ("tao-go-2010", Params::TAO_GO_2010),
    ("plain-uct", Params::PLAIN_UCT),
];

impl Params {
    /// Most threads of a search.
    pub const MAX_THREADS: usize = 1024;

    /// Most [`memory`](Self::memory), in mebibytes: what any number of nodes can take.
    pub const MAX_MEMORY: usize = 128 * 1024;

    /// The strongest settings so far.
    pub const DEFAULT: Self = Self {
        selection: Selection::Rave {
            c: 0.0,
            equivalence: 3000.0,
        },
        first_play: FirstPlay::RandomFirst,
        expand_after: 1,
        choice: Choice::Visits,
        lines: LineRules::Off,
        symmetry: Switch::On,
        pass_below: 50,
        priors: Priors::LEARNED,
        policy: PlayoutPolicy::Tactical(Tactical::DEFAULT),
        playouts: 10_000,
        reuse: Switch::On,
        solver: Switch::On,
        memory: 512,
        threads: 1,
    };

    /// The engine of the thesis, as it is written; README, "Notes on the thesis", has what it leaves open.
    pub const TAO_GO_2010: Self = Self {
        selection: Selection::Ucb1Tuned { c: 1.0 },
        first_play: FirstPlay::RandomFirst,
        expand_after: 2,
        choice: Choice::Visits,
        lines: LineRules::Thesis {
            first_line_after: 10,
            second_line_after: 5,
        },
        symmetry: Switch::On,
        pass_below: 50,
        priors: Priors::NONE,
        policy: PlayoutPolicy::Ordered(Ordered::THESIS),
        playouts: 10_000,
        reuse: Switch::Off,
        solver: Switch::Off,
        memory: 512,
        threads: 1,
    };

    /// The engine of the thesis with alpha-AMAF, as in its companion paper on dots and boxes, and nothing else changed.
    ///
    /// The paper has two more parameters: a node's children count only after a minimum of simulations, which is
    /// `expand_after`, and the node itself is simulated up to a maximum, which here is the same number, for a node of
    /// UCT hands every later simulation on to a child. It also merges runs of forced moves into one; no move of Go is forced.
    pub const ALPHA_AMAF: Self = Self {
        selection: Selection::AlphaAmaf {
            alpha: 0.75,
            c: 0.5,
        },
        ..Self::TAO_GO_2010
    };

    /// Textbook UCT: every legal move, uniform playouts, the move with the best win rate.
    pub const PLAIN_UCT: Self = Self {
        selection: Selection::Ucb1 { c: 1.5 },
        first_play: FirstPlay::RandomFirst,
        expand_after: 1,
        choice: Choice::Mean,
        lines: LineRules::Off,
        symmetry: Switch::Off,
        pass_below: 50,
        priors: Priors::NONE,
        policy: PlayoutPolicy::Uniform,
        playouts: 10_000,
        reuse: Switch::Off,
        solver: Switch::Off,
        memory: 512,
        threads: 1,
    };

    /// The settings with this name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        Self::presets()
            .find(|(known, _)| *known == name)
            .map(|(_, params)| params)
    }

    /// The names that [`preset`](Self::preset) knows, the default first.
    pub fn preset_names() -> impl Iterator<Item = &'static str> {
        Self::presets().map(|(name, _)| name)
    }

    /// Every preset with its name, the default first.
    pub fn presets() -> impl Iterator<Item = (&'static str, Self)> {
        PRESETS.into_iter()
    }
}

impl Default for Params {
    /// The first preset.
    fn default() -> Self {
        PRESETS[0].1.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_name_and_the_first_is_the_default() {
        let names: Vec<_> = Params::preset_names().collect();
        for name in ["alpha-amaf", "tao-go-2010", "plain-uct"] {
            assert!(names.contains(&name), "{name}");
        }
        assert_eq!(Params::preset(names[0]), Some(Params::default()));
        assert_eq!(Params::preset("fuego"), None);
    }
}
