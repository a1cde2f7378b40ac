//! Moves that may be chosen without a tactical reason, as long as they do no harm.

use super::uniform::pick;
use super::{Origin, PlayoutRng, Turn};
use crate::board::cpu::Cpu;
use crate::board::{Board, Color, Point, PointSet};
use crate::candidates::tactics::{is_nakade_shape, joined};
use crate::pattern::Shapes;

/// The legal moves of `region` where a shape matches, without those that `is_bad`.
#[inline(always)]
pub(super) fn shape_moves<const W: usize>(
    board: &Board<W>,
    color: Color,
    region: PointSet<W>,
    is_bad: impl Fn(Point<W>) -> bool,
) -> PointSet<W> {
    let shapes = Shapes::embedded();
    let mut moves = PointSet::EMPTY;
    for point in &(region & board.empty()) {
        if shapes.matches(board.neighborhood(point), color)
            && board.is_legal(color, point)
            && !is_bad(point)
        {
            moves.insert(point);
        }
    }
    moves
}

/// A random move, a candidate if there is one; `None` when each `is_bad`.
///
/// A pick on an own false eye goes to an open diagonal of it if there is one: it may still become a true eye.
#[inline(always)]
pub(super) fn random_move<C: Cpu, const W: usize>(
    turn: &Turn<'_, W>,
    rng: &mut PlayoutRng,
    is_bad: impl Fn(Point<W>) -> bool,
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
        if !is_bad(point) {
            return Some((point, origin));
        }
        left.remove(point);
        candidates.remove(point);
    }
}

/// Whether a legal move does nothing but harm.
///
/// * It captures nothing and leaves own stones in atari whose shape is no nakade: a seki stays. (Inside an enemy false
///   eye only a capture is legal in the first place.)
/// * It fills an own false eye that nothing forces to be filled, and the joined chain lives on such eyes alone.
#[inline(always)]
pub(super) fn is_harmful<const W: usize>(board: &Board<W>, color: Color, point: Point<W>) -> bool {
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
