//! A game that has ended, for a record.

use crate::table::Table;

/// A game of a conversation when it ends, or is broken off. If moves are taken back then, it is reported again later.
#[derive(Clone, Debug)]
pub struct EndedGame {
    /// Number of the game in the conversation, from 1.
    pub number: u64,
    /// The game.
    pub table: Table,
}
