//! Rules that the policies [`Ordered`](super::Ordered) and [`Tactical`](super::Tactical) share.

use serde::{Deserialize, Serialize};

use super::{Origin, PlayoutContext, PlayoutRng};
use crate::candidates::tactics::{chain_after, is_nakade_shape};
use tao_rules::cpu::Cpu;
use tao_rules::raw::{Board, Color, Point, PointSet};

/// The legal moves of `region` where a shape matches, without those that `is_bad`.
#[inline(always)]
pub fn shape_moves<const W: usize>(
    board: &Board<W>,
    context: &PlayoutContext<'_, W>,
    region: PointSet<W>,
    is_bad: impl Fn(Point<W>) -> bool,
) -> PointSet<W> {
    let color = context.to_move;
    let mut moves = PointSet::EMPTY;
    for point in &(region & board.empty()) {
        if context.shapes.matches(board.neighborhood(point), color)
            && board.is_legal(color, point)
            && !is_bad(point)
        {
            moves.insert(point);
        }
    }
    moves
}

/// A random move, a candidate if there is one; `None` if every move `is_bad`. Instead of an own false eye it
/// plays an empty diagonal of it, if any, which may make the eye a true one.
#[inline(always)]
pub fn random_move<C: Cpu, const W: usize>(
    board: &Board<W>,
    context: &PlayoutContext<'_, W>,
    rng: &mut PlayoutRng,
    is_bad: impl Fn(Point<W>) -> bool,
) -> Option<(Point<W>, Origin)> {
    let color = context.to_move;
    let mut playable = board.playable(color);
    let mut candidates = playable & context.line_state.candidates(context.line_tables);
    loop {
        let points = if candidates.is_empty() {
            &playable
        } else {
            &candidates
        };
        let mut point = rng.pick::<C, W>(points)?;
        let mut origin = Origin::Random;
        if board.is_surrounded(color, point)
            && let Some(diagonal) = rng.pick::<C, W>(&(PointSet::diagonal(point) & playable))
        {
            point = diagonal;
            origin = Origin::EyeShape;
        }
        if !is_bad(point) {
            return Some((point, origin));
        }
        playable.remove(point);
        candidates.remove(point);
    }
}

/// What shapes and random moves must not destroy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Protected {
    /// Seki: a move that captures nothing leaves no own stones in atari, unless they have a nakade shape.
    pub seki: bool,
    /// Own false eyes: filling one leaves at least two liberties. Unless an own chain beside the eye is in atari, liberties
    /// that are own eyes do not count.
    pub false_eyes: bool,
}

impl Protected {
    pub const ALL: Self = Self {
        seki: true,
        false_eyes: true,
    };

    pub const NONE: Self = Self {
        seki: false,
        false_eyes: false,
    };
}

/// Whether a legal move would destroy something that is `protected`.
#[inline(always)]
pub fn is_harmful<const W: usize>(
    board: &Board<W>,
    color: Color,
    point: Point<W>,
    protected: Protected,
) -> bool {
    let neighbors = PointSet::around(point);
    if (neighbors & board.empty()).len() >= 2
        || neighbors.intersects(&(board.stones(!color) & board.in_atari()))
    {
        return false;
    }
    let fills_eye = board.is_surrounded(color, point);
    let is_protected = if fills_eye {
        protected.false_eyes
    } else {
        protected.seki
    };
    if !is_protected {
        return false;
    }
    let chain = chain_after(board, color, point);
    let mut liberties = chain.liberties;
    if !fills_eye {
        return liberties.len() < 2 && !is_nakade_shape(&chain.stones);
    }
    let is_forced = neighbors.intersects(&(board.stones(color) & board.in_atari()));
    if !is_forced {
        liberties &= !board.surrounded(color);
    }
    liberties.len() < 2
}
