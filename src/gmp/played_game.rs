//! A game as it is told to whoever keeps records.

use crate::board::Color;
use crate::game::{Game, Remaining, TimeControl};

/// A game of a conversation when it ends, or is broken off. If moves are taken back then, it is told again later.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Number of the game in the conversation, from 1.
    pub number: u64,
    /// The game.
    pub game: Game,
    /// Our color.
    pub color: Color,
    /// The color of the peer if it has resigned.
    pub resigned: Option<Color>,
    /// Our time.
    pub control: TimeControl,
    /// What we had left after each of our moves, with the number of moves of the game then; empty without a limit.
    pub times: Vec<(usize, Remaining)>,
}
