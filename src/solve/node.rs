//! A position of the search.

use super::keys::StoneKeys;
use crate::board::{Board, Color};

/// A position with what matters for its future, but its history.
#[derive(Clone, Debug)]
pub(super) struct ProofNode<const W: usize> {
    pub(super) board: Board<W>,
    pub(super) keys: StoneKeys,
    pub(super) to_move: Color,
    pub(super) after_pass: bool,
}

/// Why a move is not searched.
#[derive(Clone, Copy, Debug)]
pub(super) enum NoMove {
    /// The stones do not allow it, or the simple ko does not.
    Illegal,
    /// It repeats the position after so many moves from the root, or one on every path if the number is
    /// [`NOTHING`](super::proof::NOTHING). A ko rule forbids that, or it closes a cycle.
    Repeats(u16),
}
