//! How a move is looked for.

use serde::{Deserialize, Serialize};

use crate::alphabeta::AlphaBeta;

/// How a move is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Method {
    /// By a tree of simulations. Default.
    Uct,
    /// By alpha-beta with a simple evaluation, which the player of the engine runs instead of this search. The parameters of
    /// trees and simulations then have no effect, and playouts count evaluations.
    AlphaBeta(AlphaBeta),
}
