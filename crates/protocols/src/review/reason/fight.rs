//! Stones that died, or that live because of the move.

use super::attack::{attack, rescue};
use super::scene::{LIFE, Scene, Set, is_near, largest_group, only, stones};
use super::{Attack, Cause, Reason};

/// Least share of the lost points that stones must be, to be the reason.
const STONES_SHARE: f64 = 0.1;

/// The balance of owners from which stones could be saved.
const SAVED: f64 = 0.3;

/// Least number of stones on each side of a capturing race.
const RACERS: usize = 2;

/// Least change of the owner of stones that are not sure to die or to live, of 2 in all.
const DOUBT: f64 = 0.4;

/// Why stones changed hands; `None` if none did that matter.
pub(super) fn fight(scene: &Scene<'_>) -> Option<Reason> {
    let is_dead = |before: f64, after: f64| before > SAVED && after < -LIFE;
    let dead = scene.stones_where(scene.player, is_dead);
    let dead = largest_group(dead, scene.after.first());
    let is_spared = |before: f64, after: f64| before > LIFE && after < 0.0;
    let spared = scene.stones_where(!scene.player, is_spared);
    let spared = largest_group(spared, scene.before.first());
    if !matters(scene, dead | spared) {
        return None;
    }
    let [own, theirs] = [loses(scene, dead), spares(scene, spared)];
    let reason = if scene.lost(dead) >= scene.lost(spared) {
        own.or(theirs)
    } else {
        theirs.or(own)
    };
    let is_race = dead.neighbors().intersects(&spared) && dead.len().min(spared.len()) >= RACERS;
    if is_race && reason.is_none_or(|reason| !reason.cause.is_plain()) {
        let stones = stones(scene.after.board(), dead);
        return Some(scene.reason(Cause::Race, stones, None));
    }
    reason
}

/// Whether stones are a large part of what was lost.
fn matters(scene: &Scene<'_>, stones: Set) -> bool {
    scene.lost(stones) >= STONES_SHARE * scene.lost(scene.changed)
}

impl Cause {
    /// Whether the cause says how stones are captured, without the life of others.
    const fn is_plain(self) -> bool {
        !matches!(
            self,
            Self::Loses(Attack::Catch | Attack::Kill)
                | Self::Spares(Attack::Catch | Attack::Kill)
                | Self::Unsaved(_)
        )
    }
}

/// Why stones of the player died.
fn loses(scene: &Scene<'_>, dead: Set) -> Option<Reason> {
    let named = stones(scene.after.board(), dead);
    named?;
    let board = scene.before.board();
    let played = scene.played().map_or(Set::EMPTY, only) & dead;
    let attack = attack(&scene.after, dead);
    let answer = scene.after.first();
    let best = scene.before.first();
    if best.is_some() && scene.is_seki(&scene.before, dead, 1.0) {
        Some(scene.reason(Cause::MissesSeki, named, best))
    } else if played.iter().any(|point| board.is_eye(scene.player, point)) {
        Some(scene.reason(Cause::FillsEye, named, answer))
    } else if attack == Some(Attack::Take) {
        Some(taken(scene))
    } else if matches!(attack, None | Some(Attack::Catch | Attack::Kill))
        && let Some(rescue) = rescue(&scene.before, dead)
    {
        Some(scene.reason(Cause::Unsaved(rescue), named, best))
    } else {
        Some(scene.reason(Cause::Loses(attack?), named, answer))
    }
}

/// Why the opponent can take stones at once.
fn taken(scene: &Scene<'_>) -> Reason {
    let captured = scene.after.captured();
    let is_own_move = captured.intersects(&scene.played().map_or(Set::EMPTY, only));
    let cause = if !is_own_move {
        Cause::LeftInAtari
    } else if captured.intersects(&scene.before.board().in_atari()) {
        Cause::StaysInAtari
    } else {
        Cause::SelfAtari
    };
    let stones = stones(scene.after.board(), captured);
    scene.reason(cause, stones, scene.after.first())
}

/// Why stones of the opponent live.
fn spares(scene: &Scene<'_>, spared: Set) -> Option<Reason> {
    let named = stones(scene.after.board(), spared);
    named?;
    if scene.is_seki(&scene.after, spared, -1.0) {
        return Some(scene.reason(Cause::LivesInSeki, named, None));
    }
    let attack = attack(&scene.before, spared)?;
    let named = match attack {
        Attack::Take => stones(scene.before.board(), scene.before.captured()),
        _ => named,
    };
    Some(scene.reason(Cause::Spares(attack), named, scene.before.first()))
}

/// Which stones came into danger, or out of it.
pub(super) fn danger(scene: &Scene<'_>) -> Option<Reason> {
    let is_weak = |before: f64, after: f64| after < LIFE && before > after + DOUBT;
    let weak = scene.stones_where(scene.player, is_weak);
    let was_weak = |before: f64, after: f64| before > -LIFE && before > after + DOUBT;
    let strong = scene.stones_where(!scene.player, was_weak);
    let (view, cause, chains) = if scene.lost(weak) >= scene.lost(strong) {
        (&scene.after, Cause::Endangers, weak)
    } else {
        (&scene.before, Cause::LetsOff, strong)
    };
    let mv = view.first()?;
    let group = largest_group(chains, Some(mv));
    let is_plain = is_near(mv, group) && matters(scene, group);
    let named = stones(scene.after.board(), group).filter(|_| is_plain)?;
    Some(scene.reason(cause, Some(named), Some(mv)))
}
