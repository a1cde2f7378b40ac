//! The policy of the `default` preset: answers to what the last stones threaten, with certain rates.
//!
//! A rule that is asked always would make playouts blind to everything else.

use super::harmless::{is_harmful, random_move, shape_moves};
use super::uniform::pick;
use super::{Origin, PlayoutRng, Policy, Turn};
use crate::board::cpu::Cpu;
use crate::board::{Board, Color, Point, PointSet};
use crate::candidates::atari::{answers, ataris, captures_of, defences};
use crate::candidates::nakade::vital_points;
use crate::candidates::self_atari::is_bad_self_atari;

/// How often each rule is asked, in percent. They are asked in this order, and the first that has a move decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tactical {
    /// Rescue own chains that the last stone put in atari, or capture its own chain if that is in atari.
    pub atari: u8,
    /// Defend own chains with two liberties beside the last stone.
    pub defence: u8,
    /// Put the last stone's chain, or one beside it, in atari if that has two liberties.
    pub attack: u8,
    /// Play the vital point of an eye beside the last stone.
    pub nakade: u8,
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
    /// The figures of the `default` preset.
    pub const DEFAULT: Self = Self {
        atari: 90,
        defence: 60,
        attack: 60,
        // Costs a seventh of the time, and 400 games show no gain: for experiments until it does.
        nakade: 0,
        shape: 95,
        old_shape: 50,
        capture: 50,
        self_atari: 95,
    };

    /// What the last stone calls for.
    #[inline(always)]
    fn answer<C: Cpu, const W: usize>(
        self,
        board: &Board<W>,
        color: Color,
        last: Point<W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)> {
        let beside = PointSet::around(last) & board.stones(color);
        let itself = PointSet::only(last);
        if ((beside | itself) & board.in_atari()).is_empty() {
            // Nothing is in atari.
        } else if is_asked(self.atari, rng) {
            let moves = answers(board, color, beside, itself);
            if let Some(point) = pick::<C, W>(&moves, rng) {
                return Some((point, Origin::Escape));
            }
        }
        if !beside.is_empty() && is_asked(self.defence, rng) {
            let moves = defences(board, color, beside);
            if let Some(point) = pick::<C, W>(&moves, rng) {
                return Some((point, Origin::Defence));
            }
        }
        if is_asked(self.attack, rng) {
            let moves = ataris(board, color, PointSet::around(last) | itself);
            if let Some(point) = pick::<C, W>(&moves, rng) {
                return Some((point, Origin::Attack));
            }
        }
        if is_asked(self.nakade, rng) {
            let moves = vital_points(board, last) & board.playable(color);
            if let Some(point) = pick::<C, W>(&moves, rng) {
                return Some((point, Origin::Nakade));
            }
        }
        None
    }
}

impl<const W: usize> Policy<W> for Tactical {
    const NAME: &'static str = "tactical";
    const COLORS_APART: bool = false;

    #[inline(always)]
    fn choose<C: Cpu>(
        &self,
        turn: &Turn<'_, W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)> {
        let Turn { board, color, .. } = *turn;
        if let Some(last) = turn.last
            && let Some(answer) = self.answer::<C, W>(board, color, last, rng)
        {
            return Some(answer);
        }
        for (stone, rate) in [(turn.last, self.shape), (turn.second_last, self.old_shape)] {
            let Some(stone) = stone else { continue };
            if is_asked(rate, rng) {
                let is_bad = |point| is_bad_self_atari(board, color, point);
                let moves = shape_moves(board, color, PointSet::window(stone), is_bad);
                if let Some(point) = pick::<C, W>(&moves, rng) {
                    return Some((point, Origin::Pattern));
                }
            }
        }
        let victims = board.stones(!color) & board.in_atari();
        if !victims.is_empty() && is_asked(self.capture, rng) {
            let moves = captures_of(board, color, victims);
            if let Some(point) = pick::<C, W>(&moves, rng) {
                return Some((point, Origin::Capture));
            }
        }
        let is_strict = is_asked(self.self_atari, rng);
        random_move::<C, W>(turn, rng, |point| {
            is_harmful(board, color, point) || is_strict && is_bad_self_atari(board, color, point)
        })
    }

    /// Both sides leave seki alone, so regions of several points and of both colours remain.
    #[inline(always)]
    fn lead(&self, board: &Board<W>) -> i32 {
        board.area().lead()
    }
}

/// Whether a rule of this rate is asked this time.
#[inline(always)]
fn is_asked(rate: u8, rng: &mut PlayoutRng) -> bool {
    rate > 0 && rng.below(100) < usize::from(rate)
}

#[cfg(test)]
mod tests;
