//! Whether a chain that looks dead can be captured without risk.

use crate::board::{AnyBoard, Color, Point, PointSet};

/// Whether the enemy of these stones, a chain of `color`, can capture it by moves in a row, while its owner passes, none of them
/// a self-atari: on its liberties, or on those of chains of `color` that share one with it. In a seki, and against two eyes, it
/// cannot.
pub(super) fn is_capturable(board: &AnyBoard, color: Color, stones: PointSet<6>) -> bool {
    let mut board = board.clone();
    loop {
        let liberties = stones.neighbors() & board.empty();
        if liberties.len() <= 1 || !board.stones(color).intersects(&stones) {
            return true;
        }
        let beside = board.chains(liberties.neighbors() & board.stones(color));
        let shared = beside.fold(PointSet::EMPTY, |all, chain| all | chain.liberties);
        let mut safe = liberties
            .iter()
            .chain(&(shared & !liberties))
            .filter_map(|point| after_safe_move(&board, !color, point));
        match safe.next() {
            Some(next) => board = next,
            None => return false,
        }
    }
}

/// The board after a move that leaves its chain more than one liberty; `None` if it is illegal or a self-atari.
fn after_safe_move(board: &AnyBoard, color: Color, point: Point<6>) -> Option<AnyBoard> {
    let mut next = board.clone();
    next.pass();
    next.play(color, point).ok()?;
    let is_safe = next.chain(point)?.liberties.len() > 1;
    is_safe.then_some(next)
}
