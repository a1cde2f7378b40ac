//! How a move is looked for.

use serde::{Deserialize, Serialize};

use crate::alphabeta::AlphaBeta;

/// How a move is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// By a tree of simulations. Default.
    Uct,
    /// By alpha-beta with a plain evaluation, for which the player of the engine does not ask the search. The parameters of
    /// trees and simulations then change nothing; a playout is an evaluation.
    AlphaBeta(AlphaBeta),
}
