//! The thesis's policy: rules in a fixed order, the first that has a move decides.
//!
//! 1. An own chain near the last move that is short of liberties tries to escape.
//! 2. A 3x3 shape beside the last move matches.
//! 3. An enemy chain near the last move that is short of liberties is attacked.
//! 4. A random legal move, with care for eyes and seki.
//!
//! Source: "Computer Go engine research based on UCT", 2010, the chapter on simulated games.

use super::uniform::pick;
use super::{Origin, Policy, Random, Turn};
use crate::board::cpu::Cpu;
use crate::board::{Board, Color, Point, PointSet};
use crate::candidates::tactics::{attacks, escapes, is_nakade_shape, joined};
use crate::pattern::Shapes;

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
    fn choose<C: Cpu>(&self, turn: &Turn<'_, W>, rng: &mut Random) -> Option<(Point<W>, Origin)> {
        let Turn { board, color, .. } = *turn;
        if let Some(last) = turn.last {
            let fight = PointSet::window(last);
            let escapes = escapes(board, color, fight, self.escape_below);
            if let Some(point) = pick::<C, W>(&escapes, rng) {
                return Some((point, Origin::Escape));
            }
            if self.shapes == Switch::On
                && let Some(point) = pick::<C, W>(&shape_moves(board, color, fight), rng)
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
        random_move::<C, W>(turn, rng)
    }

    /// Both sides leave seki alone, so regions of several points and of both colours remain.
    #[inline(always)]
    fn lead(&self, board: &Board<W>) -> i32 {
        board.area().lead()
    }
}

/// The points of `region` where a shape matches and the move is legal and does no harm.
#[inline(always)]
fn shape_moves<const W: usize>(board: &Board<W>, color: Color, region: PointSet<W>) -> PointSet<W> {
    let shapes = Shapes::embedded();
    let mut moves = PointSet::EMPTY;
    for point in &(region & board.empty()) {
        if shapes.matches(board.code(point), color)
            && board.is_legal(color, point)
            && !is_harmful(board, color, point)
        {
            moves.insert(point);
        }
    }
    moves
}

/// A random move, a candidate if there is one; `None` when each would do harm.
///
/// * A pick on an own false eye goes to an open diagonal of it if there is one: it may still become a
///   true eye. Otherwise it connects, unless the chain lives on that eye and another false one.
/// * A pick that puts own stones in atari is dropped, unless it captures or their shape is a nakade:
///   a seki stays. (Inside an enemy false eye only a capture is legal in the first place.)
#[inline(always)]
fn random_move<C: Cpu, const W: usize>(
    turn: &Turn<'_, W>,
    rng: &mut Random,
) -> Option<(Point<W>, Origin)> {
    let Turn { board, color, .. } = *turn;
    let mut left = board.playable(color);
    let mut candidates = left & turn.lines.candidates(turn.near);
    loop {
        let from = if candidates.is_empty() {
            &left
        } else {
            &candidates
        };
        let mut point = pick::<C, W>(from, rng)?;
        let mut origin = Origin::Random;
        if board.is_surrounded(color, point)
            && let Some(diagonal) = pick::<C, W>(&(PointSet::diagonal(point) & left), rng)
        {
            point = diagonal;
            origin = Origin::EyeShape;
        }
        if !is_harmful(board, color, point) {
            return Some((point, origin));
        }
        left.remove(point);
        candidates.remove(point);
    }
}

/// Whether a legal move does nothing but harm.
///
/// * It captures nothing and leaves own stones in atari whose shape is no nakade.
/// * It fills an own false eye that nothing forces to be filled, and the joined chain lives on such eyes alone.
#[inline(always)]
fn is_harmful<const W: usize>(board: &Board<W>, color: Color, point: Point<W>) -> bool {
    let around = PointSet::around(point);
    if (around & board.empty()).len() >= 2
        || around.intersects(&(board.stones(!color) & board.in_atari()))
    {
        return false;
    }
    let (stones, liberties) = joined(board, color, point);
    if !board.is_surrounded(color, point) {
        return liberties.len() < 2 && !is_nakade_shape(&stones);
    }
    let is_forced = around.intersects(&(board.stones(color) & board.in_atari()));
    let room = if is_forced {
        liberties
    } else {
        liberties & !board.surrounded(color)
    };
    room.len() < 2
}

#[cfg(test)]
mod tests;
