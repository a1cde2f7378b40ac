//! Shapes of a finished board: seki, and regions whose owner is clear.

use super::judge::{CLEAR_FROM, Owners};
use crate::board::{AnyBoard, Color, PointSet};

/// Most empty points between two chains in seki. A larger region that is not one side's is not finished.
const MAX_SEKI_REGION: usize = 4;

/// The connected parts of an area.
pub(super) fn regions(area: PointSet<6>) -> impl Iterator<Item = PointSet<6>> {
    let mut left = area;
    std::iter::from_fn(move || {
        let region = PointSet::only(left.first()?).flood(&area);
        left &= !region;
        Some(region)
    })
}

/// Whether a region is small, or one color alone surrounds it and owns it, as far as the owners are known.
pub(super) fn is_decided(rest: &AnyBoard, region: PointSet<6>, owners: Option<&Owners>) -> bool {
    let border = region.neighbors();
    let keeps = |color: Color| {
        border.intersects(&rest.stones(color))
            && !border.intersects(&rest.stones(!color))
            && owners.is_none_or(|owners| owners.share(color, region) >= CLEAR_FROM)
    };
    region.len() <= MAX_SEKI_REGION || Color::BOTH.into_iter().any(keeps)
}

/// Whether neither a living chain nor an enemy beside the same empty points has other liberties.
pub(super) fn is_seki(rest: &AnyBoard, color: Color, stones: PointSet<6>) -> bool {
    let Some(shared) = only_shared_points(rest, stones) else {
        return false;
    };
    let enemies = rest.stones(!color) & shared.neighbors();
    enemies
        .iter()
        .filter_map(|point| rest.chain(point))
        .any(|enemy| only_shared_points(rest, enemy.stones).is_some())
}

/// The empty regions beside a chain, if all are small and both colors touch each.
fn only_shared_points(rest: &AnyBoard, stones: PointSet<6>) -> Option<PointSet<6>> {
    let mut liberties = stones.neighbors() & rest.empty();
    let mut shared = PointSet::EMPTY;
    while let Some(liberty) = liberties.first() {
        let region = rest.region(PointSet::only(liberty));
        let border = region.neighbors();
        let is_shared = Color::BOTH
            .iter()
            .all(|&color| border.intersects(&rest.stones(color)));
        if !is_shared || region.len() > MAX_SEKI_REGION {
            return None;
        }
        shared |= region;
        liberties &= !region;
    }
    Some(shared)
}
