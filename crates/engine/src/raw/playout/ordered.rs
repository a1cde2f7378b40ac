//! The thesis's policy: rules in a fixed order, the first that has a move decides.
//! Source: "Computer Go engine research based on UCT", 2010, the chapter on simulated games.
//! 1. An own chain with few liberties tries to escape.
//! 2. A 3x3 shape matches.
//! 3. An enemy chain with few liberties is attacked.
//! 4. A random legal move.
//!
//! The thesis has a second order as well: shapes first, then escapes and attacks with equal chances. `docs/lab/thesis.md`
//! compares the thesis's passages with these settings.

use serde::{Deserialize, Serialize};

use super::rules::{Protected, is_harmful, random_move, shape_moves};
use super::{Origin, PlayoutContext, PlayoutRng, Policy};
use crate::candidates::tactics::{attacks, escapes};
use tao_rules::cpu::Cpu;
use tao_rules::raw::{Board, Point, PointSet};

/// The policy, with its settings.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ordered {
    /// An own chain with fewer liberties than this tries to escape; 0 switches the rule off.
    pub escape_below: usize,
    /// An enemy chain with fewer liberties than this is attacked; 0 switches the rule off.
    pub attack_below: usize,
    /// Whether 3x3 shapes are played.
    pub shapes: bool,
    /// The order of the rules.
    pub order: RuleOrder,
    /// Which own chains may escape.
    pub escape_place: Place,
    /// Where shapes are looked for.
    pub shape_place: Place,
    /// Which enemy chains are attacked.
    pub attack_place: Place,
    /// What shapes and random moves must not destroy.
    pub protected: Protected,
}

/// Where a rule looks for moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// At the eight points around the last move and, for attacks, also at the last move's own chain.
    Near,
    /// On the whole board.
    Anywhere,
}

impl Place {
    /// The points of the place; `near` are the points near the last move.
    #[inline(always)]
    fn points<const W: usize>(self, near: PointSet<W>) -> PointSet<W> {
        match self {
            Self::Near => near,
            Self::Anywhere => !PointSet::EMPTY,
        }
    }
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
    /// The settings of the thesis, to the letter.
    pub const THESIS: Self = Self {
        escape_below: 4,
        attack_below: 4,
        shapes: true,
        order: RuleOrder::EscapeFirst,
        escape_place: Place::Anywhere,
        shape_place: Place::Anywhere,
        attack_place: Place::Anywhere,
        protected: Protected::NONE,
    };

    /// The same rules near the last move alone, which is much stronger, and with [`Protected::ALL`], which avoids the two faults
    /// that the thesis accepts.
    pub const TUNED: Self = Self {
        escape_place: Place::Near,
        shape_place: Place::Near,
        attack_place: Place::Near,
        protected: Protected::ALL,
        ..Self::THESIS
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
        let is_bad = |point| is_harmful(board, color, point, self.protected);
        let near = context.last.map_or(PointSet::EMPTY, PointSet::window);
        let last = context.last.map_or(PointSet::EMPTY, PointSet::only);
        let escapes = escapes(
            board,
            color,
            self.escape_place.points(near),
            self.escape_below,
        );
        if self.order == RuleOrder::EscapeFirst
            && let Some(point) = rng.pick::<C, W>(&escapes)
        {
            return Some((point, Origin::Escape));
        }
        if self.shapes
            && let shapes = shape_moves(board, context, self.shape_place.points(near), is_bad)
            && let Some(point) = rng.pick::<C, W>(&shapes)
        {
            return Some((point, Origin::Pattern));
        }
        let attacked = self.attack_place.points(near | last);
        let attacks = attacks(board, color, attacked, self.attack_below);
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
