//! Regions of a finished board whose owner is clear.

use super::judge::{CLEAR_FROM, Owners};
use tao_rules::board::{AnyBoard, Color, PointSet};
use tao_rules::game::MAX_SHARED;

/// Whether a region is small, or one color alone surrounds it and owns it, as far as the owners are known.
pub(super) fn is_decided(rest: &AnyBoard, region: PointSet<6>, owners: Option<&Owners>) -> bool {
    let border = region.neighbors();
    let keeps = |color: Color| {
        border.intersects(&rest.stones(color))
            && !border.intersects(&rest.stones(!color))
            && owners.is_none_or(|owners| owners.share(color, region) >= CLEAR_FROM)
    };
    region.len() <= MAX_SHARED || Color::BOTH.into_iter().any(keeps)
}
