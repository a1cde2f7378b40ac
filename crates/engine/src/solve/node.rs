//! A position of the search.

use super::keys::StoneKeys;
use tao_rules::board::{Board, Color};

/// A position with all that matters for its future except the history.
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
    /// The stones or the simple ko do not allow it.
    Illegal,
    /// It repeats the position this many moves after the root, or a position on every path if the number is
    /// [`NOTHING`](super::proof::NOTHING). A ko rule forbids the move, or it closes a cycle.
    Repeats(u16),
}
