//! What is said about a board, whatever its size: colors, points, moves, symmetries. A position is that of a
//! [`Game`](crate::game::Game).

mod color;
mod coord;
mod symmetry;

pub use color::{ByColor, Color, ParseColorError};
pub use coord::{Coord, MAX_SIZE, MIN_SIZE, Move, ParseVertexError};
pub use symmetry::Symmetry;

/// Why a move is illegal by the stones and the simple ko alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalPlay {
    /// A stone already stands there.
    #[error("{0} is occupied")]
    Occupied(Coord),
    /// The move retakes the ko at once.
    #[error("{0} retakes the ko")]
    Ko(Coord),
    /// The stone and its chain would have no liberty.
    #[error("{0} is suicide")]
    Suicide(Coord),
}

/// Why a text is not a valid diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseDiagramError(pub(crate) String);
