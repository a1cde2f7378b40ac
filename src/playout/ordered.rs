//! The thesis's policy: rules in a fixed order, the first that has a move decides.
//! Source: "Computer Go engine research based on UCT", 2010, the chapter on simulated games.
//! 1. An own chain near the last move with few liberties tries to escape.
//! 2. A 3x3 shape beside the last move matches.
//! 3. An enemy chain near the last move with few liberties is attacked.
//! 4. A random legal move that [does no harm](super::rules::is_harmful).
//!
//! The thesis has a second order as well, shapes first and then escapes and attacks alike, and escapes of any chain on the
//! board.

use serde::{Deserialize, Serialize};

use super::rules::{is_harmful, random_move, shape_moves};
use super::{Origin, PlayoutContext, PlayoutRng, Policy};
use crate::board::{Board, Point, PointSet};
use crate::candidates::tactics::{attacks, escapes};
use crate::cpu::Cpu;

/// The policy, with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ordered {
    /// An own chain with fewer liberties than this tries to escape; 0 switches the rule off.
    pub escape_below: usize,
    /// An enemy chain with fewer liberties than this is attacked; 0 switches the rule off.
    pub attack_below: usize,
    /// Whether 3x3 shapes are played.
    pub shapes: bool,
    /// Which rules go before which.
    pub order: RuleOrder,
    /// Whether all own chains may escape, not only those near the last move.
    pub escape_anywhere: bool,
}

/// The order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RuleOrder {
    /// Escape, shape, attack.
    EscapeFirst,
    /// Shape, then an escape or an attack, all equally likely.
    ShapeFirst,
}

impl Ordered {
    /// The settings of the thesis.
    pub const THESIS: Self = Self {
        escape_below: 4,
        attack_below: 4,
        shapes: true,
        order: RuleOrder::EscapeFirst,
        escape_anywhere: false,
    };
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
        let near = context.last.map_or(PointSet::EMPTY, PointSet::window);
        let last = context.last.map_or(PointSet::EMPTY, PointSet::only);
        let escaping = if self.escape_anywhere {
            board.stones(color)
        } else {
            near
        };
        let escapes = escapes(board, color, escaping, self.escape_below);
        if self.order == RuleOrder::EscapeFirst
            && let Some(point) = rng.pick::<C, W>(&escapes)
        {
            return Some((point, Origin::Escape));
        }
        if self.shapes
            && let Some(point) = rng.pick::<C, W>(&shape_moves(board, context, near, is_bad))
        {
            return Some((point, Origin::Pattern));
        }
        let attacks = attacks(board, color, near | last, self.attack_below);
        let choices = match self.order {
            RuleOrder::EscapeFirst => attacks,
            RuleOrder::ShapeFirst => attacks | escapes,
        };
        if let Some(point) = rng.pick::<C, W>(&choices) {
            let is_attack = attacks.contains(point);
            let origin = if is_attack {
                Origin::Attack
            } else {
                Origin::Escape
            };
            return Some((point, origin));
        }
        random_move::<C, W>(board, context, rng, is_bad)
    }
}
