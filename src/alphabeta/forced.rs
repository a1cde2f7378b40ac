//! Forced moves, which are looked for before the search: where chains can be captured or saved, read to the end.

use super::node::Node;
use crate::board::{Board, PointSet};
use crate::candidates::reader::{Verdict, read_chains};

/// A chain of fewer stones forces nobody.
const MIN_STONES: usize = 3;

/// Positions after which a chain is given up.
const NODES: u32 = 1_000;

/// What reading says of the moves of a position.
#[derive(Debug)]
pub(super) struct Forced<const W: usize> {
    /// The moves to choose from: they capture or save what the next move decides; none where nothing is urgent.
    pub(super) urgent: PointSet<W>,
    /// The moves that try it in vain.
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

/// The last liberties of chains: what captures is not in vain.
fn captures<const W: usize>(board: &Board<W>) -> PointSet<W> {
    let mut captures = PointSet::EMPTY;
    for chain in board.chains(board.in_atari()) {
        captures |= chain.liberties;
    }
    captures
}
