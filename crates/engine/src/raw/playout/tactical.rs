//! The policy of the `playouts` preset: rules that answer the threats of the last stones, each tried at a certain rate. A rule
//! that always applied would keep every other move out of the playouts.

use serde::{Deserialize, Serialize};

use super::rules::{Protected, is_harmful, random_move, shape_moves};
use super::{Origin, PlayoutContext, PlayoutRng, Policy};
use crate::candidates::atari::{answers, ataris, captures_of, defenses};
use crate::candidates::tactics::is_bad_self_atari;
use tao_rules::cpu::Cpu;
use tao_rules::raw::{Board, Point, PointSet};

/// How often each rule is tried, in percent. The first rule, in this order, that is tried and has a move decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tactical {
    /// Rescue own chains in atari beside the last stone, or capture the last stone's chain if it is in atari.
    pub atari: u8,
    /// Defend own chains with two liberties beside the last stone.
    pub defense: u8,
    /// Put the last stone's chain, or one beside it, in atari if that has two liberties.
    pub attack: u8,
    /// Play a 3x3 shape around the last stone.
    pub shape: u8,
    /// Play a 3x3 shape around the own stone before that.
    pub old_shape: u8,
    /// Capture something anywhere.
    pub capture: u8,
    /// Drop a random move that puts own stones in atari for nothing.
    pub self_atari: u8,
}

impl Tactical {
    /// The rates of the `playouts` preset.
    pub const DEFAULT: Self = Self {
        atari: 90,
        defense: 60,
        attack: 60,
        shape: 95,
        old_shape: 50,
        capture: 50,
        self_atari: 95,
    };
}

impl<const W: usize> Policy<W> for Tactical {
    const NAME: &'static str = "tactical";
    const HAS_LOOP_PER_COLOR: bool = false;

    #[inline(always)]
    fn choose<C: Cpu>(
        &self,
        board: &Board<W>,
        context: &PlayoutContext<'_, W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)> {
        let color = context.to_move;
        if let Some(last) = context.last {
            let beside = PointSet::around(last) & board.stones(color);
            let itself = PointSet::only(last);
            if (beside | itself).intersects(&board.in_atari()) {
                let moves = || answers(board, color, beside, itself);
                if let Some(point) = try_rule::<C, W>(self.atari, rng, moves) {
                    return Some((point, Origin::Escape));
                }
            }
            if !beside.is_empty() {
                let moves = || defenses(board, color, beside);
                if let Some(point) = try_rule::<C, W>(self.defense, rng, moves) {
                    return Some((point, Origin::Defense));
                }
            }
            let moves = || ataris(board, color, PointSet::around(last) | itself);
            if let Some(point) = try_rule::<C, W>(self.attack, rng, moves) {
                return Some((point, Origin::Attack));
            }
        }
        for (stone, rate) in [
            (context.last, self.shape),
            (context.second_last, self.old_shape),
        ] {
            let Some(stone) = stone else { continue };
            let is_bad = |point| is_bad_self_atari(board, color, point);
            let moves = || shape_moves(board, context, PointSet::window(stone), is_bad);
            if let Some(point) = try_rule::<C, W>(rate, rng, moves) {
                return Some((point, Origin::Pattern));
            }
        }
        let victims = board.stones(!color) & board.in_atari();
        if !victims.is_empty() {
            let moves = || captures_of(board, color, victims);
            if let Some(point) = try_rule::<C, W>(self.capture, rng, moves) {
                return Some((point, Origin::Capture));
            }
        }
        let is_strict = is_tried(self.self_atari, rng);
        random_move::<C, W>(board, context, rng, |point| {
            is_harmful(board, color, point, Protected::ALL)
                || is_strict && is_bad_self_atari(board, color, point)
        })
    }
}

/// Picks one of the `moves`, which are computed in `rate` percent of the calls only.
#[inline(always)]
fn try_rule<C: Cpu, const W: usize>(
    rate: u8,
    rng: &mut PlayoutRng,
    moves: impl FnOnce() -> PointSet<W>,
) -> Option<Point<W>> {
    is_tried(rate, rng)
        .then(moves)
        .and_then(|moves| rng.pick::<C, W>(&moves))
}

#[inline(always)]
fn is_tried(rate: u8, rng: &mut PlayoutRng) -> bool {
    rate > 0 && rng.below(100) < usize::from(rate)
}
