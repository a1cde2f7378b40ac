//! Checks by reading that a territory holds, before it is taken for granted.

use super::fill::{Territory, fill, with_two_eyes};
use super::read::{ReadLimit, best_play};
use crate::solve::Life;
use tao_rules::board::{AnyBoard, ByColor, PointSet};

/// A territory without enemy stones holds in any case if it has at least this many points.
const SAFE_FROM: usize = 6;

/// Maximum number of positions that are read for one territory.
const NODES: u64 = 2_000;

/// Returns the territories that hold even if the other side moves first in them and owns what is open elsewhere.
pub(super) fn holding(
    board: &AnyBoard,
    territories: &[Territory],
    limit: ReadLimit,
) -> Vec<Territory> {
    let limit = ReadLimit {
        nodes: limit.nodes.min(NODES),
        ..limit
    };
    let checked = territories.iter().enumerate();
    checked
        .filter(|&(index, _)| holds(board, territories, index, limit))
        .map(|(_, territory)| *territory)
        .collect()
}

fn holds(board: &AnyBoard, territories: &[Territory], index: usize, limit: ReadLimit) -> bool {
    let Territory { owner, points } = territories[index];
    if points.len() >= SAFE_FROM && (points & !board.empty()).is_empty() {
        return true;
    }
    let others = [&territories[..index], &territories[index + 1..]].concat();
    let mut filled = fill(board, &others);
    let ByColor([black, white]) = ByColor::from_fn(|color| Life::of(&filled, color).points());
    if (points & !(black | white)).is_empty() {
        return true;
    }
    let border = filled.chains(points.neighbors() & filled.stones(owner));
    let border = border.fold(PointSet::EMPTY, |all, chain| all | chain.stones);
    let all = PointSet::full(board.size());
    for points in (all & !black & !white & !points & !border).regions() {
        let lost = Territory {
            owner: !owner,
            points,
        };
        if let Some(next) = with_two_eyes(&filled, &lost) {
            filled = next;
        }
    }
    filled.pass();
    best_play(&filled, !owner, 0.0, limit)
        .is_some_and(|reading| (points & !reading.end.owned()[owner]).is_empty())
}
