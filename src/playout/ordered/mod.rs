//! The thesis's policy: rules in a fixed order, the first that has a move decides.
//!
//! 1. An own chain near the last move that is short of liberties tries to escape.
//! 2. A 3x3 shape beside the last move matches.
//! 3. An enemy chain near the last move that is short of liberties is attacked.
//! 4. A random legal move, with care for eyes and seki.
//!
//! Source: "Computer Go engine research based on UCT", 2010, the chapter on simulated games.

use super::harmless::{is_harmful, random_move, shape_moves};
use super::uniform::pick;
use super::{Origin, PlayoutRng, Policy, Turn};
use crate::board::cpu::Cpu;
use crate::board::{Board, Point, PointSet};
use crate::candidates::tactics::{attacks, escapes};

/// The policy, with its settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ordered {
    /// An own chain with fewer liberties than this tries to escape; 0 switches the rule off.
    pub escape_below: usize,
    /// An enemy chain with fewer liberties than this is attacked; 0 switches the rule off.
    pub attack_below: usize,
    /// Whether shapes are looked for.
    pub shapes: Switch,
}

impl Ordered {
    /// As the thesis has it: four liberties are safe.
    pub const THESIS: Self = Self {
        escape_below: 4,
        attack_below: 4,
        shapes: Switch::On,
    };
}

/// Whether a rule is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// It is.
    On,
    /// It is left out.
    Off,
}

impl<const W: usize> Policy<W> for Ordered {
    const NAME: &'static str = "ordered";
    const COLORS_APART: bool = false;

    #[inline(always)]
    fn choose<C: Cpu>(
        &self,
        turn: &Turn<'_, W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)> {
        let Turn { board, color, .. } = *turn;
        let is_bad = |point| is_harmful(board, color, point);
        if let Some(last) = turn.last {
            let fight = PointSet::window(last);
            let escapes = escapes(board, color, fight, self.escape_below);
            if let Some(point) = pick::<C, W>(&escapes, rng) {
                return Some((point, Origin::Escape));
            }
            if self.shapes == Switch::On
                && let Some(point) = pick::<C, W>(&shape_moves(board, color, fight, is_bad), rng)
            {
                return Some((point, Origin::Pattern));
            }
            let attacks = attacks(
                board,
                color,
                fight | PointSet::only(last),
                self.attack_below,
            );
            if let Some(point) = pick::<C, W>(&attacks, rng) {
                return Some((point, Origin::Attack));
            }
        }
        random_move::<C, W>(turn, rng, is_bad)
    }

    /// Both sides leave seki alone, so regions of several points and of both colours remain.
    #[inline(always)]
    fn lead(&self, board: &Board<W>) -> i32 {
        board.area().lead()
    }
}

#[cfg(test)]
mod tests;
