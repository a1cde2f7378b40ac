//! Seki: living groups without two eyes, which share their last liberties.

use crate::board::{AnyBoard, Color, PointSet};

/// Most empty points between two groups in seki. A larger region that is not one side's is not finished.
pub const MAX_SHARED: usize = 4;

/// Maximum number of points of the only eye of a group in seki: three may become two eyes.
const MAX_EYE: usize = 2;

/// The stones and eyes of the groups in seki, on a finished board without dead stones. A group is a connected set of stones and
/// owned points of one color. In a seki it has one small eye or none, its other liberties are in small neutral regions, and one of
/// these regions also touches an enemy group of this kind.
#[must_use]
pub fn in_seki(board: &AnyBoard) -> PointSet<6> {
    let owned = board.owned();
    let neutral = board.empty() & !(owned[Color::Black] | owned[Color::White]);
    let is_weak = |group: &PointSet<6>| {
        let eyes = *group & board.empty();
        let liberties = group.neighbors() & neutral;
        let mut shared = liberties.flood(&neutral).regions();
        !liberties.is_empty()
            && shared.all(|region| region.len() <= MAX_SHARED)
            && eyes.len() <= MAX_EYE
            && eyes.regions().count() <= 1
    };
    let weak = owned.map(|owned| {
        owned
            .regions()
            .filter(is_weak)
            .fold(PointSet::EMPTY, |all, group| all | group)
    });
    let is_contested = |region: &PointSet<6>| {
        let border = region.neighbors();
        weak.0.iter().all(|weak| border.intersects(weak))
    };
    let contested = neutral.regions().filter(is_contested);
    let border = contested.fold(PointSet::EMPTY, |all, region| all | region.neighbors());
    let [black, white] = weak.0.map(|weak| (weak & border).flood(&weak));
    black | white
}
