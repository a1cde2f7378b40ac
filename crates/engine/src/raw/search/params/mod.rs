//! Every tunable of the search, in groups, and the presets.

mod rows;
mod text;

pub use rows::{
    Audience, EvaluationParams, MachineParams, Params, PlayoutParams, SelectionParams,
    SharingParams, TreeParams,
};
pub use text::{Param, SetParamError, Values};

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::MEBIBYTE;
use super::biases::BIAS_BYTES;
use crate::playout::{Ordered, Tactical};
use rows::PRESETS;

/// What evaluates a leaf. Without a network for the board, evaluation and selection are those of
/// [`Params::PLAYOUTS`], except for [`lead_weight`](EvaluationParams::lead_weight) and
/// [`lead_saturates`](EvaluationParams::lead_saturates).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EvaluationKind {
    /// A simulated game.
    Playout,
    /// A network, which also gives the priors.
    Network,
}

/// How much a probability is worth in visits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Priors {
    /// Visits, half of them won, that every move starts with, in [0, 1000]: without them a move that loses its first game is
    /// never tried again.
    pub even: u16,
    /// Wins for a move of probability 1, in [0, 1000]; a move of probability `p` gets `sqrt(p)` times as many, as in Pachi.
    /// With 0 the move model is not used.
    pub model: u16,
}

impl Priors {
    /// No priors.
    pub const NONE: Self = Self { even: 0, model: 0 };

    /// The priors of the `playouts` preset: `even` is the figure of michi and Pachi; for `model`, 60 and 120 are as good, and
    /// 30 and 240 are worse.
    pub const LEARNED: Self = Self {
        even: 10,
        model: 80,
    };
}

/// The selection formula. Means are win rates of the side that moves, in [0, 1].
/// Source: Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Selection {
    /// `mean + c sqrt(ln N / n)`, `N` visits of the parent and `n` of the child.
    Ucb1 {
        /// Larger explores more. At least 0.
        c: f64,
    },
    /// `mean + c sqrt(ln N / n * min(1/4, variance + sqrt(2 ln N / n)))`: less exploration of clear results.
    Ucb1Tuned {
        /// 1 in the source. At least 0.
        c: f64,
    },
    /// A blend of mean and AMAF mean, plus the bonus of UCB1.
    Rave {
        /// Larger explores more. At least 0; 0 in Pachi, Fuego and michi.
        c: f64,
        /// Visits after which both means weigh the same. At least 1.
        equivalence: f64,
    },
    /// `alpha amaf + (1 - alpha) ucb1`: a blend whose weights do not change with the visits.
    /// Source: Helmbold and Parker-Wood, "All-Moves-As-First Heuristics in Monte-Carlo Go", 2009.
    AlphaAmaf {
        /// Weight of the AMAF mean, in [0, 1].
        alpha: f64,
        /// Larger explores more. At least 0.
        c: f64,
    },
    /// `mean + (c + growth ln((N + 500) / 500)) p sqrt(N) / (1 + n)` with the prior probability `p` of the child.
    /// Sources: Silver et al., "Mastering the game of Go without human knowledge", 2017; the growth is `KataGo`'s.
    Puct {
        /// Larger explores more. At least 0; 0.5 to 0.55 in the literature, where it is twice as large for means in [-1, 1].
        c: f64,
        /// How much more is explored with many visits. At least 0; 0.225 in `KataGo`.
        growth: f64,
    },
}

impl Selection {
    pub const fn uses_amaf(self) -> bool {
        matches!(self, Self::Rave { .. } | Self::AlphaAmaf { .. })
    }

    pub(super) const fn exploration(&mut self) -> &mut f64 {
        let (Self::Ucb1 { c }
        | Self::Ucb1Tuned { c }
        | Self::Rave { c, .. }
        | Self::AlphaAmaf { c, .. }
        | Self::Puct { c, .. }) = self;
        c
    }
}

/// Urgency of an unvisited child.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum FirstPlay {
    /// Before any child is visited twice, each is visited once, in random order. The thesis gives unvisited children the
    /// urgency `10000 + 1000 * rand()`.
    RandomFirst,
    /// This fixed urgency: a child with a higher urgency is visited again before all its siblings have been visited.
    Urgency(f64),
    /// The parent's mean minus `reduction sqrt(v)`, where `v` is the sum of the prior probabilities of the visited children:
    /// the more of them were tried, the less is expected of the rest. `KataGo` has 0.1, and at the root 0.05.
    Parent {
        /// The reduction below the root, in [0, 1].
        reduction: f64,
        /// The reduction at the root, in [0, 1].
        root_reduction: f64,
    },
}

impl FirstPlay {
    pub(super) const PARENT: Self = Self::Parent {
        reduction: 0.1,
        root_reduction: 0.05,
    };
}

/// Which child of the root is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Choice {
    /// The one with most visits.
    Visits,
    /// The one with the highest mean.
    Mean,
    /// The one with the highest [lower bound](crate::search::MoveStats::lower_bound), among those with at least 15 % of the most
    /// visits. `KataGo`'s share.
    LowerBound,
}

/// How playouts choose their moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum PlayoutPolicy {
    /// All legal moves that fill no own eye are equally likely.
    Uniform,
    /// Escape, shape, attack, random: the first rule that has a move decides.
    Ordered(Ordered),
    /// Replies to the last moves' threats, each kind at its rate.
    Tactical(Tactical),
}

impl SharingParams {
    /// Largest [`depth`](Self::depth).
    pub const MAX_DEPTH: usize = 14;

    /// The time between two rounds.
    pub const fn period(&self) -> Duration {
        Duration::from_millis(self.milliseconds)
    }

    /// Visits that a node needs for its children to be shared, if the root has `root` visits.
    #[expect(clippy::cast_sign_loss, reason = "a share of visits")]
    pub fn least_visits(&self, root: u32) -> u32 {
        ((f64::from(root) * self.percent / 100.0).ceil() as u32).max(1)
    }
}

impl Params {
    /// The preset with this name.
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

    /// Whether moves have a prior probability.
    pub(super) fn has_priors(&self) -> bool {
        self.evaluation.priors.model > 0 || self.evaluation.kind != EvaluationKind::Playout
    }

    /// These parameters with the memory and the threads of others.
    pub fn with_machine_of(self, other: &Self) -> Self {
        Self {
            machine: other.machine,
            ..self
        }
    }

    /// Whether values of leaves are corrected by the errors in similar positions. The nodes then keep evaluations where others keep
    /// AMAF results.
    pub(super) fn corrects_values(&self) -> bool {
        self.evaluation.value_bias > 0.0 && !self.selection.formula.uses_amaf()
    }

    /// These parameters for a board without a network: evaluation and selection are those of [`PLAYOUTS`](Self::PLAYOUTS),
    /// except for the weight of points ahead and whether it saturates. The number of playouts is that of `PLAYOUTS` too, unless
    /// it was changed.
    pub(super) fn without_network(&self) -> Self {
        let mut params = Self {
            evaluation: EvaluationParams {
                lead_weight: self.evaluation.lead_weight,
                lead_saturates: self.evaluation.lead_saturates,
                ..Self::PLAYOUTS.evaluation
            },
            selection: Self::PLAYOUTS.selection,
            ..self.clone()
        };
        if self.playouts.count == Self::NETWORK.playouts.count {
            params.playouts.count = Self::PLAYOUTS.playouts.count;
        }
        params
    }
}

/// Mebibytes of [`memory`](MachineParams::memory) that the program has resident beside its searches, on x86-64 Linux, with up to
/// `FREE_THREADS` threads.
const PROGRAM_MEBIBYTES: usize = 13;

/// Threads whose memory is part of `PROGRAM_MEBIBYTES`.
const FREE_THREADS: usize = 16;

/// Bytes for each further thread: with a network, 16 threads had up to 164 KiB each, and 256 threads had 100 KiB each.
const THREAD_BYTES: usize = 128 << 10;

/// 1/8 of the memory for a search with a network is for its evaluations.
const CACHE_DIVISOR: usize = 8;

/// 1/16 of the memory for a search is for its exact result, but no more than `MAX_SOLVE_BYTES`.
const SOLVE_DIVISOR: usize = 16;

/// Enough for what the player lets the solver look at.
const MAX_SOLVE_BYTES: usize = 2 * MEBIBYTE;

impl Params {
    /// Largest number of [`threads`](MachineParams::threads).
    pub const MAX_THREADS: usize = 1024;

    /// Largest [`memory`](MachineParams::memory): a tree cannot have enough nodes to use more.
    pub const MAX_MEMORY: usize = 128 * 1024;

    /// Bytes of the memory that the program and its threads leave for a search.
    pub fn search_bytes(&self) -> usize {
        let threads = self.machine.threads.saturating_sub(FREE_THREADS) * THREAD_BYTES;
        let mebibytes = self.machine.memory.saturating_sub(PROGRAM_MEBIBYTES);
        let bytes = mebibytes.saturating_mul(MEBIBYTE);
        bytes.saturating_sub(threads).max(MEBIBYTE)
    }

    /// Bytes for the tree.
    pub fn tree_bytes(&self) -> usize {
        let biases = if self.corrects_values() {
            BIAS_BYTES
        } else {
            0
        };
        self.search_bytes() - self.cache_bytes() - self.solve_bytes() - biases
    }

    /// Bytes for evaluations by a network.
    pub fn cache_bytes(&self) -> usize {
        match self.evaluation.kind {
            EvaluationKind::Playout => 0,
            EvaluationKind::Network => self.search_bytes() / CACHE_DIVISOR,
        }
    }

    /// Bytes for the table of the solver that looks for the exact result.
    pub fn solve_bytes(&self) -> usize {
        if self.tree.solve_below == 0 {
            return 0;
        }
        (self.search_bytes() / SOLVE_DIVISOR).min(MAX_SOLVE_BYTES)
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
    fn without_a_network_what_does_not_depend_on_it_stays() {
        assert_eq!(Params::NETWORK.without_network(), Params::PLAYOUTS);
        let changed = |params: &Params| {
            let mut params = params.clone();
            params.evaluation.lead_weight = 0.1;
            params.tree.reuse = false;
            params.playouts.count = 7;
            params.machine.threads = 3;
            params
        };
        let expected = changed(&Params::PLAYOUTS);
        assert_eq!(changed(&Params::NETWORK).without_network(), expected);
    }

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
            ("play-out", "on"),
            ("strict-wins", "on"),
            ("whole-time", "on"),
            ("lines", "on"),
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
