//! The result of a finished game: which chains are dead, which live in seki, and the score without the dead.

mod owners;
#[cfg(test)]
mod tests;

use std::time::Instant;

use crate::board::{AnyBoard, Board, Color, Coord, Point, PointSet};
use crate::game::{DeadStones, Game, Score};
use owners::Owners;

/// A chain is dead when its points end up its owner's in a smaller share of the playouts.
const DEAD_BELOW: f64 = 0.3;

/// A point is beyond dispute when one side ends up with it in at least this share of the playouts.
const CLEAR_FROM: f64 = 1.0 - DEAD_BELOW;

/// The most empty points between two chains in seki. A larger region that is not one side's is a game that is
/// not finished.
const SEKI_REGION: usize = 4;

/// What becomes of a chain when the game is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stays on the board and has, or can get, territory.
    Alive,
    /// It is taken off before the count.
    Dead,
    /// It stays on the board, though it has no territory, because neither side may attack.
    Seki,
}

/// A chain and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whose it is.
    pub color: Color,
    /// Its stones.
    pub stones: Vec<Coord>,
    /// What becomes of it.
    pub status: Status,
}

/// The verdict on a whole board. Every stone is in exactly one chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// All chains, Black's first.
    pub chains: Vec<Verdict>,
    /// The board without the dead.
    pub board: AnyBoard,
    /// The score of that board.
    pub score: Score,
    /// Whether no chain is a close call and no large region still open, so that both players can be expected
    /// to agree.
    pub is_clear: bool,
}

/// Decides about the dead stones of `game` as it stands, by playouts, and counts.
///
/// The same position gets the same answer every time. Where dead stones stay on the board,
/// no chain is dead.
#[must_use]
pub fn settle(game: &Game) -> Settlement {
    match game.dead_stones() {
        DeadStones::Stay => settle_as_it_stands(game),
        DeadStones::Removed => conclude(game, Some(&Owners::play_out(game, None))),
    }
}

/// The settlement of a board on which every stone counts as alive. It takes no playouts.
pub(super) fn settle_as_it_stands(game: &Game) -> Settlement {
    conclude(game, None)
}

/// The settlement without the dead stones, whatever the rules say about them; `None` when it is not finished
/// before `deadline`. What is finished does not depend on the time that it took.
pub(super) fn settle_without_dead(game: &Game, deadline: Option<Instant>) -> Option<Settlement> {
    let owners = Owners::play_out(game, deadline);
    owners.is_complete().then(|| conclude(game, Some(&owners)))
}

fn conclude(game: &Game, owners: Option<&Owners>) -> Settlement {
    let board = game.board();
    let judged: Vec<Judged> = chains(board)
        .map(|(color, stones)| Judged {
            color,
            stones,
            kept: owners.map_or(1.0, |owners| owners.share(color, stones)),
        })
        .collect();
    let rest = without_dead(board, &judged);
    let is_clear = |chain: &Judged| !(DEAD_BELOW..CLEAR_FROM).contains(&chain.kept);
    Settlement {
        chains: judged.iter().map(|chain| chain.verdict(&rest)).collect(),
        score: game.score_of(&rest),
        is_clear: judged.iter().all(is_clear)
            && regions(&rest).all(|region| is_decided(&rest, region, owners)),
        board: rest,
    }
}

struct Judged {
    color: Color,
    stones: PointSet<6>,
    /// Share of the playouts in which the points stay with the owner.
    kept: f64,
}

impl Judged {
    fn is_dead(&self) -> bool {
        self.kept < DEAD_BELOW
    }

    fn verdict(&self, rest: &AnyBoard) -> Verdict {
        let status = if self.is_dead() {
            Status::Dead
        } else if is_seki(rest, self.color, self.stones) {
            Status::Seki
        } else {
            Status::Alive
        };
        Verdict {
            color: self.color,
            stones: self.stones.iter().map(Point::coord).collect(),
            status,
        }
    }
}

fn chains(board: &AnyBoard) -> impl Iterator<Item = (Color, PointSet<6>)> {
    Color::BOTH.into_iter().flat_map(move |color| {
        let mut left = board.stones(color);
        std::iter::from_fn(move || {
            let stones = board.chain(left.first()?)?.stones;
            left &= !stones;
            Some((color, stones))
        })
    })
}

fn without_dead(board: &AnyBoard, judged: &[Judged]) -> AnyBoard {
    let living = judged.iter().filter(|chain| !chain.is_dead());
    let stones = living.flat_map(|chain| {
        chain
            .stones
            .iter()
            .map(|point| (chain.color, point.coord()))
    });
    // Fewer stones have no fewer liberties, so these can stand; and if they could not, none would be dead.
    Board::set_up(board.size(), stones).unwrap_or_else(|| board.clone())
}

/// The connected empty parts of a board.
fn regions(board: &AnyBoard) -> impl Iterator<Item = PointSet<6>> {
    let mut left = board.empty();
    std::iter::from_fn(move || {
        let region = board.region(PointSet::only(left.first()?));
        left &= !region;
        Some(region)
    })
}

/// Whether a region is small, or one colour alone surrounds it and keeps it in the playouts, if there are any.
fn is_decided(rest: &AnyBoard, region: PointSet<6>, owners: Option<&Owners>) -> bool {
    let border = region.neighbors();
    let keeps = |color: Color| {
        border.intersects(&rest.stones(color))
            && !border.intersects(&rest.stones(!color))
            && owners.is_none_or(|owners| owners.share(color, region) >= CLEAR_FROM)
    };
    region.len() <= SEKI_REGION || Color::BOTH.into_iter().any(keeps)
}

/// Whether neither a living chain nor an enemy next to the same empty points has any others.
fn is_seki(rest: &AnyBoard, color: Color, stones: PointSet<6>) -> bool {
    let Some(shared) = only_shared_points(rest, stones) else {
        return false;
    };
    let enemies = rest.stones(!color) & shared.neighbors();
    enemies
        .iter()
        .filter_map(|point| rest.chain(point))
        .any(|enemy| only_shared_points(rest, enemy.stones).is_some())
}

/// The empty regions next to a chain, if they are small and both colours touch each.
fn only_shared_points(rest: &AnyBoard, stones: PointSet<6>) -> Option<PointSet<6>> {
    let mut liberties = stones.neighbors() & rest.empty();
    let mut shared = PointSet::EMPTY;
    while let Some(liberty) = liberties.first() {
        let region = rest.region(PointSet::only(liberty));
        let border = region.neighbors();
        let is_shared = Color::BOTH
            .iter()
            .all(|&color| border.intersects(&rest.stones(color)));
        if !is_shared || region.len() > SEKI_REGION {
            return None;
        }
        shared |= region;
        liberties &= !region;
    }
    Some(shared)
}
