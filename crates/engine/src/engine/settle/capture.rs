//! Whether a chain that looks dead can be captured without risk.

use tao_rules::board::{AnyBoard, Color, Point, PointSet};

/// Whether the enemy can capture `stones`, a chain of `color`, by moves in a row while the owner passes. The enemy plays only on
/// the liberties of the chain and of the chains of `color` that share one with it, and makes no self-atari. It cannot capture a
/// chain in seki or with two eyes.
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
