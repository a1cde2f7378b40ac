//! Every tunable of the search, and the presets.

mod field;
mod table;

pub use table::{Param, SetParamError, Values};

use super::sharing::Sharing;
use super::simulation::Priors;
use crate::candidates::LineRules;
use crate::playout::{Ordered, Tactical};

/// The parameters of a search. [`Params::preset`] finds a preset, [`Params::set`] changes a parameter by name.
#[derive(Clone, Debug, PartialEq)]
pub struct Params {
    /// What evaluates a leaf.
    pub evaluation: EvaluationKind,
    /// Weight of the points ahead beside the result in the value of a leaf, in [0, 1]: with a little, games are won by
    /// more points and lost by fewer. `KataGo` has 0.1 to 0.4, but of values in [-1, 1].
    pub lead_weight: f64,
    /// The selection formula.
    pub selection: Selection,
    /// Urgency of an unvisited child.
    pub first_play: FirstPlay,
    /// Visits of a leaf before it gets children, at least 1. They double with each full quarter of the tree.
    pub expand_after: u32,
    /// Simulations that a child gets once it has one, before the formula compares it with others; at least 1. The minimum of
    /// a program for dots and boxes; its maximum, from which on a node hands on to its children, is `expand_after`.
    pub simulations_min: u32,
    /// Which child of the root is played.
    pub choice: Choice,
    /// The points to look at, in the tree and by random moves of ordered playouts.
    pub lines: LineRules,
    /// Whether symmetric moves are looked at once.
    pub symmetry: bool,
    /// Whether an atari and its only answer count as one step: below the root, the other replies are not looked at. Off: the
    /// best reply may be elsewhere. The dots-and-boxes program merges runs of moves in the same way.
    pub merge_forced: bool,
    /// Percent of the board empty below which a pass is looked at, at most 100. The thesis's tree knows no pass; without it
    /// the engine would fill its own seki. No 9x9 game ends before half the board is full.
    pub pass_below: usize,
    /// What a move is thought to be worth before its first visit.
    pub priors: Priors,
    /// How playouts choose their moves.
    pub policy: PlayoutPolicy,
    /// Simulations for a move when the request has no limit.
    pub playouts: u64,
    /// Whether a [`Searcher`](super::Searcher) keeps the tree below the new position. The thesis begins each move anew.
    pub reuse: bool,
    /// Whether exact results after two passes prove moves above them. A proven root ends the search.
    pub solver: bool,
    /// Open points, which neither side owns unconditionally, below which the player looks for the exact result before it
    /// searches; 0 for never.
    pub solve_below: usize,
    /// Mebibytes for a program with one search: 12 for itself, at least 1 for the tree and, with a network, its evaluations.
    /// A full tree grows no more.
    pub memory: usize,
    /// What ranks of a cluster share of their trees.
    pub sharing: Sharing,
    /// Threads that search, at most [`MAX_THREADS`](Self::MAX_THREADS). Only one thread is deterministic.
    pub threads: usize,
}

/// What evaluates a leaf. Without a network for the board, a search has the parameters [`Params::PLAYOUTS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EvaluationKind {
    /// A simulated game.
    Playout,
    /// A network, which also gives the priors.
    Network,
    /// Both; the network gives the priors.
    Blend {
        /// Weight of the simulated game in the value, in [0, 1]. 0.5 in the first `AlphaGo`.
        playout: f64,
    },
}

/// The selection formula. Means are win rates of the side that moves, in [0, 1].
/// Source: Auer, Cesa-Bianchi and Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", 2002.
#[derive(Clone, Copy, Debug, PartialEq)]
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
        /// Larger explores more. At least 0; 0.5 to 0.55 in the literature, whose means in [-1, 1] double it.
        c: f64,
        /// How much more is explored with many visits. At least 0; 0.225 in `KataGo`.
        growth: f64,
    },
}

impl Selection {
    pub(super) const fn uses_amaf(self) -> bool {
        matches!(self, Self::Rave { .. } | Self::AlphaAmaf { .. })
    }

    const fn exploration(&mut self) -> &mut f64 {
        let (Self::Ucb1 { c }
        | Self::Ucb1Tuned { c }
        | Self::Rave { c, .. }
        | Self::AlphaAmaf { c, .. }
        | Self::Puct { c, .. }) = self;
        c
    }
}

/// Urgency of an unvisited child.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FirstPlay {
    /// Before any child is visited twice, each is visited once, in random order. The thesis writes 10000 + 1000 random.
    RandomFirst,
    /// This much: a better child is visited again before all its siblings are.
    Urgency(f64),
    /// The parent's mean minus `reduction sqrt(v)`, where `v` is the prior probability of all visited children: the more
    /// of them were tried, the less is expected of the rest. `KataGo` has 0.1, and at the root 0.05.
    Parent {
        /// The reduction below the root, in [0, 1].
        reduction: f64,
        /// The reduction at the root, in [0, 1].
        root_reduction: f64,
    },
}

impl FirstPlay {
    const PARENT: Self = Self::Parent {
        reduction: 0.1,
        root_reduction: 0.05,
    };
}

/// Which child of the root is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The one with most visits.
    Visits,
    /// The one with the highest mean.
    Mean,
    /// The one with the highest [lower bound](super::MoveStats::lower_bound), among those with at least 15 % of the most
    /// visits. `KataGo`'s share.
    LowerBound,
}

/// How playouts choose their moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayoutPolicy {
    /// All legal moves that fill no own eye are equally likely.
    Uniform,
    /// Escape, shape, attack, random: the first rule that has a move decides.
    Ordered(Ordered),
    /// Replies to the last moves' threats, each kind at its rate.
    Tactical(Tactical),
}

/// Mebibytes of [`Params::memory`] that the program has resident before its first search, on x86-64 Linux.
const PROGRAM_MEBIBYTES: usize = 12;

/// One part in so many of the memory for a search with a network is for its evaluations.
const CACHE_PART: usize = 8;

/// One part in so many of the memory for a search is for its exact result, but no more than `MAX_SOLVE_BYTES`.
const SOLVE_PART: usize = 16;

/// Enough for what the player lets the solver look at.
const MAX_SOLVE_BYTES: usize = 2 * super::MEBIBYTE;

/// Presets by name, best first: the first is the default.
const PRESETS: [(&str, Params); 5] = [
    ("default", Params::NETWORK),
    ("playouts", Params::PLAYOUTS),
    ("alpha-amaf", Params::ALPHA_AMAF),
    ("tao-go-2010", Params::TAO_GO_2010),
    ("plain-uct", Params::PLAIN_UCT),
];

impl Params {
    /// Largest number of [`threads`](Self::threads).
    pub const MAX_THREADS: usize = 1024;

    /// Largest [`memory`](Self::memory): no tree has nodes for more.
    pub const MAX_MEMORY: usize = 128 * 1024;

    /// The strongest settings with a network, which plays 9x9 only: see [`EvaluationKind`].
    pub const NETWORK: Self = Self {
        evaluation: EvaluationKind::Network,
        selection: Selection::Puct {
            c: 0.5,
            growth: 0.225,
        },
        first_play: FirstPlay::PARENT,
        choice: Choice::LowerBound,
        symmetry: false,
        pass_below: 100,
        priors: Priors::NONE,
        playouts: 2_000,
        ..Self::PLAYOUTS
    };

    /// The strongest settings without a network.
    pub const PLAYOUTS: Self = Self {
        evaluation: EvaluationKind::Playout,
        lead_weight: 0.0,
        selection: Selection::Rave {
            c: 0.0,
            equivalence: 3000.0,
        },
        first_play: FirstPlay::RandomFirst,
        expand_after: 1,
        simulations_min: 1,
        choice: Choice::Visits,
        lines: LineRules::Off,
        symmetry: true,
        merge_forced: false,
        pass_below: 50,
        priors: Priors::LEARNED,
        policy: PlayoutPolicy::Tactical(Tactical::DEFAULT),
        playouts: 10_000,
        reuse: true,
        solver: true,
        solve_below: 15,
        memory: 512,
        sharing: Sharing::DEFAULT,
        threads: 1,
    };

    /// The engine of the thesis as written; "Notes on the thesis" in `docs/development.md` tells what it leaves open.
    pub const TAO_GO_2010: Self = Self {
        evaluation: EvaluationKind::Playout,
        lead_weight: 0.0,
        selection: Selection::Ucb1Tuned { c: 1.0 },
        first_play: FirstPlay::RandomFirst,
        expand_after: 2,
        simulations_min: 1,
        choice: Choice::Visits,
        lines: LineRules::Thesis {
            first_line_after: 10,
            second_line_after: 5,
        },
        symmetry: true,
        merge_forced: false,
        pass_below: 50,
        priors: Priors::NONE,
        policy: PlayoutPolicy::Ordered(Ordered::THESIS),
        playouts: 10_000,
        reuse: false,
        solver: false,
        solve_below: 0,
        memory: 512,
        sharing: Sharing::DEFAULT,
        threads: 1,
    };

    /// The engine of the thesis with alpha-AMAF, as in its companion paper on dots and boxes: `value = alpha amaf +
    /// (1 - alpha) uct`, where 0 is UCT and 1 is AMAF. Other parts of the paper are parameters of their own: a child with
    /// fewer than `simulations_min` visits goes first, a node with `expand_after` hands on to a child, and runs of moves
    /// that belong together are one step (`merge_forced`).
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
        expand_after: 1,
        choice: Choice::Mean,
        lines: LineRules::Off,
        symmetry: false,
        policy: PlayoutPolicy::Uniform,
        ..Self::TAO_GO_2010
    };

    /// Bytes for the tree.
    pub(super) fn tree_bytes(&self) -> usize {
        self.search_bytes() - self.cache_bytes() - self.solve_bytes()
    }

    /// Bytes for the table with which the exact result is looked for.
    #[must_use]
    pub fn solve_bytes(&self) -> usize {
        if self.solve_below == 0 {
            return 0;
        }
        (self.search_bytes() / SOLVE_PART).min(MAX_SOLVE_BYTES)
    }

    /// Bytes for evaluations by a network.
    pub(super) fn cache_bytes(&self) -> usize {
        match self.evaluation {
            EvaluationKind::Playout => 0,
            EvaluationKind::Network | EvaluationKind::Blend { .. } => {
                self.search_bytes() / CACHE_PART
            }
        }
    }

    /// Bytes of [`memory`](Self::memory) that are left for a search.
    #[must_use]
    pub fn search_bytes(&self) -> usize {
        let mebibytes = self.memory.saturating_sub(PROGRAM_MEBIBYTES).max(1);
        mebibytes.saturating_mul(super::MEBIBYTE)
    }

    /// Whether moves have a prior probability.
    pub(super) fn has_priors(&self) -> bool {
        self.priors.model > 0 || self.evaluation != EvaluationKind::Playout
    }

    /// These parameters with the memory and the threads of others, which depend on the machine.
    #[must_use]
    pub fn with_machine_of(self, other: &Self) -> Self {
        Self {
            memory: other.memory,
            threads: other.threads,
            ..self
        }
    }

    /// These parameters for a board without a network: what suits a network alone is as in [`PLAYOUTS`](Self::PLAYOUTS).
    /// The number of playouts is too, if it is that of [`NETWORK`](Self::NETWORK).
    pub(super) fn without_network(&self) -> Self {
        let playouts = self.playouts;
        Self {
            lead_weight: self.lead_weight,
            expand_after: self.expand_after,
            simulations_min: self.simulations_min,
            lines: self.lines,
            merge_forced: self.merge_forced,
            policy: self.policy,
            playouts: if playouts == Self::NETWORK.playouts {
                Self::PLAYOUTS.playouts
            } else {
                playouts
            },
            reuse: self.reuse,
            solver: self.solver,
            solve_below: self.solve_below,
            sharing: self.sharing,
            ..Self::PLAYOUTS.with_machine_of(self)
        }
    }

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
        PRESETS[0].1.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_found_by_name_and_the_first_is_the_default() {
        let names: Vec<_> = Params::preset_names().collect();
        for name in ["playouts", "alpha-amaf", "tao-go-2010", "plain-uct"] {
            assert!(names.contains(&name), "{name}");
        }
        assert_eq!(Params::preset(names[0]), Some(Params::default()));
        assert_eq!(Params::preset("fuego"), None);
    }

    #[test]
    fn without_a_network_what_does_not_depend_on_it_stays() {
        assert_eq!(Params::NETWORK.without_network(), Params::PLAYOUTS);
        let changed = |params: &Params| Params {
            lead_weight: 0.1,
            reuse: false,
            playouts: 7,
            threads: 3,
            ..params.clone()
        };
        let expected = changed(&Params::PLAYOUTS);
        assert_eq!(changed(&Params::NETWORK).without_network(), expected);
    }
}
