//! Forced moves, which are looked for before the search: moves that capture or save chains, read to the end.

use super::node::Node;
use tao_engine::candidates::reader::{Verdict, read_chains};
use tao_rules::board::{Board, PointSet};

/// Fewest stones of a chain for which moves are urgent.
const MIN_STONES: usize = 3;

/// Most positions to read for a chain.
const NODES: u32 = 1_000;

/// The result of reading the chains of a position.
#[derive(Debug)]
pub(super) struct Forced<const W: usize> {
    /// The moves that capture or save a large chain whose fate the next move decides. If there are any, the player chooses
    /// among them.
    pub(super) urgent: PointSet<W>,
    /// The moves that try to capture or save a chain, of any size, in vain.
    pub(super) vain: PointSet<W>,
}

impl<const W: usize> Forced<W> {
    /// Reads chain by chain, until time is over.
    pub(super) fn of(node: &Node<W>, is_late: impl Fn() -> bool) -> Self {
        let chains = read_chains(&node.board, node.to_move, NODES);
        let chains: Vec<_> = chains.take_while(|_| !is_late()).collect();
        let verdict_of = |min_stones| -> Verdict<W> {
            let large = chains
                .iter()
                .filter(|(stones, _)| stones.len() >= min_stones);
            large.map(|&(_, verdict)| verdict).collect()
        };
        Self {
            urgent: verdict_of(MIN_STONES).work,
            vain: verdict_of(1).fail & !captures(&node.board),
        }
    }
}

/// The last liberties of all chains in atari. Moves there may capture something, so they are not in vain.
fn captures<const W: usize>(board: &Board<W>) -> PointSet<W> {
    let mut captures = PointSet::EMPTY;
    for chain in board.chains(board.in_atari()) {
        captures |= chain.liberties;
    }
    captures
}
