//! Errors of a game.

use super::Game;
use crate::board::{Coord, IllegalPlay, MAX_SIZE, MIN_SIZE};

/// Why [`Game::play`](super::Game::play) refused a move: the first of these reasons that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The board is too small to have the point.
    #[error("{0} is off the board")]
    OffBoard(Coord),
    /// The board refuses the move: occupied, simple ko or suicide.
    #[error(transparent)]
    Board(#[from] IllegalPlay),
    /// The move would repeat an earlier position.
    #[error("{0} repeats an earlier position")]
    Superko(Coord),
}

/// An unsupported board size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unacceptable size {0}: not between {MIN_SIZE} and {MAX_SIZE}")]
pub struct BadSize(pub usize);

/// A komi beyond what a game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unacceptable komi: not between -{MAX_KOMI} and {MAX_KOMI}", MAX_KOMI = Game::MAX_KOMI)]
pub struct BadKomi;

/// Stones that are off the board, twice on a point, or without a liberty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("impossible position")]
pub struct BadSetUp;
