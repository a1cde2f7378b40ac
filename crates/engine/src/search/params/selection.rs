//! Which moves of a position are looked at, which is visited next, and which is played.

use serde::{Deserialize, Serialize};

/// Which moves are looked at, visited and played.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SelectionParams {
    /// The selection formula. Default: PUCT with the network, else RAVE.
    pub formula: Selection,
    /// Urgency of an unvisited child. Default: the parent's with the network, else random first.
    pub first_play: FirstPlay,
    /// Which child of the root is played. Default: the lower bound with the network, else most visits.
    pub choice: Choice,
    /// Whether symmetric moves are looked at once. Default: no with the network, else yes.
    pub symmetry: bool,
    /// Percent of the board empty below which a pass is looked at, at most 100. Default: 100 with the network, else 50. The
    /// tree of the thesis has no passes; without passes the engine would fill its own seki. No 9x9 game ends before half the
    /// board is full.
    pub pass_below: usize,
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
