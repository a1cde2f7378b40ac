//! How the side to move captures or kills stones of the other side, and how that side could have saved them.

use super::reading::{Hunt, hunt};
use super::scene::{Set, View, is_near};
use super::{Attack, Rescue};
use tao_rules::board::Color;
use tao_rules::raw::{AnyBoard, Point};

/// Maximum number of points of an eye space that a move can spoil.
const MAX_EYE_SPACE: usize = 7;

/// Maximum number of enemy stones in an eye space.
const MAX_INSIDE: usize = 3;

/// How the first expected move of a position gets most of these stones; `None` if it has nothing to do with them.
pub(super) fn attack(view: &View<'_>, prey: Set) -> Option<Attack> {
    let (mv, board, attacker) = (view.first()?, view.board(), view.game.to_move());
    let point = Point::new(mv);
    let is_most = |stones: Set| 2 * (stones & prey).len() > prey.len();
    let steps = view.steps().filter(|(_, color, _)| *color == attacker);
    let captured = steps.fold(Set::EMPTY, |all, (.., captured)| all | captured);
    let mut chains = board.chains(prey).filter(|chain| is_most(chain.stones));
    let chain = chains.next().and_then(|chain| chain.stones.first());
    match chain.and_then(|stone| hunt(board, stone, point)) {
        _ if is_most(view.captured()) => Some(Attack::Take),
        Some(Hunt::Ladder) => Some(Attack::Ladder),
        Some(Hunt::Net) => Some(Attack::Net),
        _ if spoils_eyes(board, attacker, point, prey) => Some(Attack::Vital),
        _ if joins(board, !attacker, point, prey) => Some(Attack::Cut),
        Some(Hunt::Short) => Some(Attack::Catch),
        None if is_most(captured) => Some(Attack::Catch),
        None if is_near(mv, prey) => Some(Attack::Kill),
        None => None,
    }
}

/// Whether the point is in a small space that only the prey's side encloses.
fn spoils_eyes(board: &AnyBoard, attacker: Color, point: Point<6>, prey: Set) -> bool {
    let outside = Set::full(board.size()) & !board.stones(!attacker);
    let space = Set::only(point).flood(&outside);
    space.neighbors().intersects(&prey)
        && space.len() <= MAX_EYE_SPACE
        && (space & board.stones(attacker)).len() <= MAX_INSIDE
}

/// Whether a stone of `color` on the point would connect some of these stones with others of the color.
fn joins(board: &AnyBoard, color: Color, point: Point<6>, stones: Set) -> bool {
    let around = Set::around(point) & board.stones(color);
    let mut chains = board.chains(around);
    around.intersects(&stones) && chains.any(|chain| !chain.stones.intersects(&stones))
}

/// How the first expected move of a position would save stones of the side to move; `None` if that is not plain.
pub(super) fn rescue(view: &View<'_>, stones: Set) -> Option<Rescue> {
    let (board, owner, point) = (view.board(), view.game.to_move(), Point::new(view.first()?));
    let stones = stones & board.stones(owner);
    let is_liberty = |liberties: Set| liberties.len() <= 2 && liberties.contains(point);
    if view.captured().neighbors().intersects(&stones) {
        Some(Rescue::Capture)
    } else if joins(board, owner, point, stones) {
        Some(Rescue::Connect)
    } else if board
        .chains(stones)
        .any(|chain| is_liberty(chain.liberties))
    {
        Some(Rescue::Extend)
    } else if spoils_eyes(board, !owner, point, stones) {
        Some(Rescue::Eye)
    } else {
        None
    }
}
