//! What a leaf is worth, and what a move is worth before its first visit.

use serde::{Deserialize, Serialize};

/// What evaluates a leaf, and what is expected of a move before its first visit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvaluationParams {
    /// What evaluates a leaf. Default: the network.
    pub kind: EvaluationKind,
    /// What a move is worth before its first visit. Default: none, as the network gives priors of its own.
    pub priors: Priors,
    /// Weight of the points ahead beside the result in the value of a leaf, in [0, 1]. With a small weight, games are won by
    /// more points and lost by fewer. Default: 0. `KataGo` has 0.1 to 0.4, but for values in [-1, 1].
    pub lead_weight: f64,
    /// Whether points ahead are worth less the more there are. If not, a lead is worth its share of the largest one, so that
    /// with the weight 1 the mean of the points decides. Default: true.
    pub lead_saturates: bool,
    /// Weight in [0, 1] of the mean error of earlier evaluations of similar positions, which is taken off the value of a leaf.
    /// Without effect where the selection uses AMAF results. Default: 0.6; 0 without a network. From `KataGo`, where it is
    /// called subtree value bias correction and has the weight 0.45.
    pub value_bias: f64,
}

/// What evaluates a leaf. Without a network for the board, evaluation and selection are those of
/// [`Params::PLAYOUTS`](super::Params::PLAYOUTS), except for [`lead_weight`](EvaluationParams::lead_weight) and
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
