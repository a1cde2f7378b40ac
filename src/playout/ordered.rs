//! The thesis's policy: rules in a fixed order, the first that has a move decides.
//! Source: "Computer Go engine research based on UCT", 2010, the chapter on simulated games.
//! 1. An own chain near the last move with few liberties tries to escape.
//! 2. A 3x3 shape beside the last move matches.
//! 3. An enemy chain near the last move with few liberties is attacked.
//! 4. A random legal move that [does no harm](super::rules::is_harmful).

use super::rules::{is_harmful, random_move, shape_moves};
use super::{Origin, PlayoutContext, PlayoutRng, Policy};
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
    /// Whether 3x3 shapes are played.
    pub shapes: Switch,
}

impl Ordered {
    /// The settings of the thesis.
    pub const THESIS: Self = Self {
        escape_below: 4,
        attack_below: 4,
        shapes: Switch::On,
    };
}

/// Whether something is enabled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Switch {
    /// Enabled.
    On,
    /// Disabled.
    #[default]
    Off,
}

impl<const W: usize> Policy<W> for Ordered {
    const NAME: &'static str = "ordered";
    const HAS_LOOP_PER_COLOR: bool = false;

    #[inline(always)]
    fn choose<C: Cpu>(
        &self,
        board: &Board<W>,
        context: &PlayoutContext<'_, W>,
        rng: &mut PlayoutRng,
    ) -> Option<(Point<W>, Origin)> {
        let color = context.to_move;
        let is_bad = |point| is_harmful(board, color, point);
        if let Some(last) = context.last {
            let window = PointSet::window(last);
            let escapes = escapes(board, color, window, self.escape_below);
            if let Some(point) = rng.pick::<C, W>(&escapes) {
                return Some((point, Origin::Escape));
            }
            if self.shapes == Switch::On
                && let Some(point) = rng.pick::<C, W>(&shape_moves(board, context, window, is_bad))
            {
                return Some((point, Origin::Pattern));
            }
            let region = window | PointSet::only(last);
            let attacks = attacks(board, color, region, self.attack_below);
            if let Some(point) = rng.pick::<C, W>(&attacks) {
                return Some((point, Origin::Attack));
            }
        }
        random_move::<C, W>(board, context, rng, is_bad)
    }
}
