//! Fills territory whose owner is known, so that only what is in doubt is left to read.

use crate::solve::Life;
use tao_rules::board::{AnyBoard, Board, Color, Point, PointSet};

/// A region that one side surrounds and owns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Territory {
    pub(super) owner: Color,
    /// Empty points and dead stones.
    pub(super) points: PointSet<6>,
}

/// Maximum number of pairs of eyes that are tried for a territory: if any pair works, one of the first does.
const MAX_PAIRS: usize = 100;

/// Returns the board with each territory filled by its owner except for two eyes, which keep the surrounding stones alive whatever
/// happens. A territory without room for two eyes stays as it is.
pub(super) fn fill(board: &AnyBoard, territories: &[Territory]) -> AnyBoard {
    let mut filled = board.clone();
    for territory in territories {
        if let Some(next) = with_two_eyes(&filled, territory) {
            filled = next;
        }
    }
    filled
}

/// The board with a territory filled but for two eyes; `None` without room for them.
pub(super) fn with_two_eyes(board: &AnyBoard, territory: &Territory) -> Option<AnyBoard> {
    let &Territory { owner, points } = territory;
    let mut eyes: Vec<Point<6>> = points.iter().collect();
    // An eye at a point with few neighbors in the territory leaves the rest of the territory connected.
    eyes.sort_by_key(|&eye| (PointSet::around(eye) & points).len());
    let pairs = eyes
        .iter()
        .enumerate()
        .flat_map(|(i, &one)| eyes[i + 1..].iter().map(move |&other| (one, other)));
    let apart = pairs.filter(|&(one, other)| !PointSet::around(one).contains(other));
    apart.take(MAX_PAIRS).find_map(|(one, other)| {
        let eyes = PointSet::only(one) | PointSet::only(other);
        let next = with_stones(board, owner, points, points & !eyes)?;
        let life = Life::of(&next, owner);
        let border = points.neighbors() & board.stones(owner);
        let is_alive = (border & !life.stones).is_empty() && (eyes & !life.territory).is_empty();
        is_alive.then_some(next)
    })
}

/// The board with `stones` of `owner` as the only ones on `points`.
fn with_stones(
    board: &AnyBoard,
    owner: Color,
    points: PointSet<6>,
    stones: PointSet<6>,
) -> Option<AnyBoard> {
    let others = board.all_stones();
    let others = others.filter(|&(_, coord)| !points.contains(Point::new(coord)));
    let added = stones.iter().map(|point| (owner, point.coord()));
    Board::set_up(board.size(), others.chain(added))
}
