//! A game as it is told to whoever keeps records.

use crate::table::Table;

/// A game of a conversation when it ends, or is broken off. If moves are taken back then, it is told again later.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Number of the game in the conversation, from 1.
    pub number: u64,
    /// The game.
    pub table: Table,
}
