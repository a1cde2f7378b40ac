//! UCT: a tree that grows where simulated games go well. [`search`] answers a [`Request`] with a [`Report`].
//!
//! A search begins in `searcher`, which has the loop of each thread. A simulation goes down the tree to a leaf (`select`), which
//! may get children on the way (`expand`), has the leaf evaluated by a playout or a network (`evaluate`), and adds the result to
//! the path (`backup`). `sharing` joins the searches of several processes.

mod backup;
mod biases;
mod descent;
mod evaluate;
mod expand;
mod halving;
mod node;
mod params;
mod report;
mod request;
mod searcher;
mod select;
mod sharing;
#[cfg(test)]
mod tests;
mod tree;

pub use crate::net::RECENT_MOVES;
pub use halving::{SequentialHalving, draw, improved_policy};
pub use node::Proof;
pub use params::{
    Audience, Choice, EvaluationKind, EvaluationParams, FirstPlay, MachineParams, Param, Params,
    PlayoutParams, PlayoutPolicy, Priors, Selection, SelectionParams, SetParamError, SharingParams,
    TreeParams, Values,
};
pub use report::{
    Detail, Ended, Exact, Lead, MoveStats, Observer, OutcomeStatistics, Ownership, Report,
    SimulationPhase, Snapshot, Spread, Statistics, candidates, ownership,
};
pub use request::{Limit, Request, Restriction, RestrictionKind, SuperkoHistory, allow_nothing};
pub use searcher::{Searcher, search};
pub use sharing::{Exchange, Period, SearchStart, Update};
pub use tree::TreeNode;

/// Bytes in a unit of [`MachineParams::memory`].
pub const MEBIBYTE: usize = 1 << 20;
