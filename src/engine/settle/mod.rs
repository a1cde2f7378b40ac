//! The result of a finished game: which chains are dead, which live in seki, and the score without dead stones.

mod owners;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use web_time::Instant;

use crate::board::{AnyBoard, Board, Color, Coord, Point, PointSet};
use crate::game::{DeadStones, Game, Score};
use crate::net::Network;
use owners::OwnerEstimate;

/// A chain is dead when its points stay its owner's in a smaller share of the games.
const DEAD_BELOW: f64 = 0.3;

/// A point is beyond dispute when one side owns it in at least this share of the games.
const CLEAR_FROM: f64 = 1.0 - DEAD_BELOW;

/// Most empty points between two chains in seki. A larger region that is not one side's is not finished.
const MAX_SEKI_REGION: usize = 4;

/// What becomes of a chain when the game is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It stays and has, or can get, territory.
    Alive,
    /// It is removed.
    Dead,
    /// It stays without territory, because neither side may attack.
    Seki,
}

/// A chain and its status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChainStatus {
    /// Its color.
    pub color: Color,
    /// Its stones.
    pub stones: Vec<Coord>,
    /// Its status.
    pub status: Status,
}

/// What becomes of a whole board. Every stone is in exactly one chain.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// All chains, Black's first.
    pub chains: Vec<ChainStatus>,
    /// The board without the dead.
    pub board: Box<AnyBoard>,
    /// The score of that board.
    pub score: Score,
    /// Whether no chain is a close call and no large region is open, so that the players can be expected to agree.
    pub is_clear: bool,
}

impl Settlement {
    /// The stones of dead chains.
    #[must_use]
    pub fn dead(&self) -> PointSet<6> {
        let dead = self
            .chains
            .iter()
            .filter(|chain| chain.status == Status::Dead);
        let stones = dead.flat_map(|chain| &chain.stones);
        stones.map(|&stone| Point::new(stone)).collect()
    }
}

/// Finds the dead stones of `game` and scores it. Deterministic. A network for boards of this size tells the dead, or
/// playouts without one. Where dead stones stay, no chain is dead.
///
/// # Panics
/// If the network is not for boards of this size: see [`EngineSettings::network_for`](super::EngineSettings::network_for).
#[must_use]
pub fn settle(game: &Game, network: Option<&Arc<Network>>) -> Settlement {
    match game.dead_stones() {
        DeadStones::Stay => settle_as_it_stands(game),
        DeadStones::Removed => settle_by(game, OwnerEstimate::find(game, network, None).as_ref()),
    }
}

/// The settlement with every stone alive. It asks neither playouts nor a network.
pub(super) fn settle_as_it_stands(game: &Game) -> Settlement {
    settle_by(game, None)
}

/// The settlement without dead stones, whatever the rules; `None` when it is not finished before `deadline`.
pub(super) fn settle_without_dead(
    game: &Game,
    network: Option<&Arc<Network>>,
    deadline: Option<Instant>,
) -> Option<Settlement> {
    let owners = OwnerEstimate::find(game, network, deadline)?;
    Some(settle_by(game, Some(&owners)))
}

fn settle_by(game: &Game, owners: Option<&OwnerEstimate>) -> Settlement {
    let board = game.board();
    let chains_of = |color| {
        let chains = board.chains(board.stones(color));
        chains.map(move |chain| JudgedChain {
            color,
            stones: chain.stones,
            kept: owners.map_or(1.0, |owners| owners.share(color, chain.stones)),
        })
    };
    let judged: Vec<JudgedChain> = Color::BOTH.into_iter().flat_map(chains_of).collect();
    let rest = without_dead(board, &judged);
    let is_clear = |chain: &JudgedChain| !(DEAD_BELOW..CLEAR_FROM).contains(&chain.kept);
    Settlement {
        chains: judged.iter().map(|chain| chain.status(&rest)).collect(),
        score: game.score_of(&rest),
        is_clear: judged.iter().all(is_clear)
            && regions(&rest).all(|region| is_decided(&rest, region, owners)),
        board: Box::new(rest),
    }
}

struct JudgedChain {
    color: Color,
    stones: PointSet<6>,
    kept: f64,
}

impl JudgedChain {
    fn is_dead(&self) -> bool {
        self.kept < DEAD_BELOW
    }

    fn status(&self, rest: &AnyBoard) -> ChainStatus {
        let status = if self.is_dead() {
            Status::Dead
        } else if is_seki(rest, self.color, self.stones) {
            Status::Seki
        } else {
            Status::Alive
        };
        ChainStatus {
            color: self.color,
            stones: self.stones.iter().map(Point::coord).collect(),
            status,
        }
    }
}

fn without_dead(board: &AnyBoard, judged: &[JudgedChain]) -> AnyBoard {
    let dead = judged
        .iter()
        .filter(|chain| chain.is_dead())
        .fold(PointSet::EMPTY, |all, chain| all | chain.stones);
    let stones = board.all_stones();
    let living = stones.filter(|&(_, coord)| !dead.contains(Point::new(coord)));
    // The stones that stay lose no liberties, so this always succeeds.
    Board::set_up(board.size(), living).unwrap_or_else(|| board.clone())
}

fn regions(board: &AnyBoard) -> impl Iterator<Item = PointSet<6>> {
    let mut left = board.empty();
    std::iter::from_fn(move || {
        let region = board.region(PointSet::only(left.first()?));
        left &= !region;
        Some(region)
    })
}

/// Whether a region is small, or one color alone surrounds it and owns it, as far as the owners are known.
fn is_decided(rest: &AnyBoard, region: PointSet<6>, owners: Option<&OwnerEstimate>) -> bool {
    let border = region.neighbors();
    let keeps = |color: Color| {
        border.intersects(&rest.stones(color))
            && !border.intersects(&rest.stones(!color))
            && owners.is_none_or(|owners| owners.share(color, region) >= CLEAR_FROM)
    };
    region.len() <= MAX_SEKI_REGION || Color::BOTH.into_iter().any(keeps)
}

/// Whether neither a living chain nor an enemy beside the same empty points has other liberties.
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

/// The empty regions beside a chain, if all are small and both colors touch each.
fn only_shared_points(rest: &AnyBoard, stones: PointSet<6>) -> Option<PointSet<6>> {
    let mut liberties = stones.neighbors() & rest.empty();
    let mut shared = PointSet::EMPTY;
    while let Some(liberty) = liberties.first() {
        let region = rest.region(PointSet::only(liberty));
        let border = region.neighbors();
        let is_shared = Color::BOTH
            .iter()
            .all(|&color| border.intersects(&rest.stones(color)));
        if !is_shared || region.len() > MAX_SEKI_REGION {
            return None;
        }
        shared |= region;
        liberties &= !region;
    }
    Some(shared)
}
