//! Simulated games: how many, and how they choose their moves.

use serde::{Deserialize, Serialize};

use crate::playout::{Ordered, Tactical};

/// Simulated games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayoutParams {
    /// How playouts choose their moves. Default: tactical.
    pub policy: PlayoutPolicy,
    /// Visits of the root, each with a playout or an evaluation by the network, when the request has no limit; at least 1.
    /// Default: 2 000 with the network, else 10 000.
    pub count: u64,
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
