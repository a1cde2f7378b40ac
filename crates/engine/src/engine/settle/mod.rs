//! The result of a finished game: which chains are dead, which live in seki, and the score without dead stones.

mod judge;
mod read;
#[cfg(test)]
pub mod tests;

use std::sync::Arc;

use crate::net::Network;
use crate::search::{Limit, Params, Request, Searcher};
use crate::solve::Budget;
use judge::{Certainty, JudgedChain, Judgement};
use read::{LONG, SHORT, read_both, read_closed};
use tao_rules::game::{DeadStones, Game, Score, Scoring, in_seki};
use tao_rules::raw::{AnyBoard, Color, Coord, Move, Point, PointSet};

pub(super) use read::{Reading, Readings, reading_budget};

/// Visits of all searches together that play an open game on. Each search takes 1/8 of what is left, so the first moves, which
/// decide a fight, get the most. A search with fewer visits than the minimum is the last one.
const VISITS: u64 = 12_800;
const PART_OF_REST: u64 = 8;
const MIN_VISITS: u64 = 50;

/// Memory of these searches in MiB, in addition to the program's own. Little is enough, as the searches are short.
const MEMORY: usize = 1;

/// The seed of these searches, fixed so that the answer is always the same.
const SEED: u64 = 2010;

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
    /// The board without the dead stones, if the position is clear. Otherwise a board on which each side owns what it gets if both
    /// play on, as far as that was found.
    pub board: Box<AnyBoard>,
    /// The score of `board`.
    pub score: Score,
    /// Whether no chain is a close call and no large region is open, so that the players can be expected to agree.
    pub is_clear: bool,
    /// Best play, where chains were in doubt.
    pub(super) readings: Readings,
}

impl Settlement {
    /// The stones of dead chains.
    pub fn dead(&self) -> PointSet<6> {
        self.stones(Status::Dead)
    }

    /// Whether this color wins beyond doubt.
    pub(super) fn is_clear_win(&self, color: Color) -> bool {
        self.is_clear && self.score.winner() == Some(color)
    }

    /// The stones of the chains with this status.
    pub fn stones(&self, status: Status) -> PointSet<6> {
        let chains = self.chains.iter().filter(|chain| chain.status == status);
        let stones = chains.flat_map(|chain| &chain.stones);
        stones.map(|&stone| Point::new(stone)).collect()
    }
}

/// Finds the dead stones of `game` and scores it. Deterministic. The network estimates the owners on 9x9, if there is one;
/// otherwise playouts do. The other of the two methods may contradict the estimate. Chains that are left in doubt are read out; if
/// that takes too long, they are read once more without neutral points. If that fails as well and there is a network, a game on a
/// board more than half full is played on. Where dead stones stay, no chain is dead.
///
/// A network that is not for boards of this size is not asked.
pub fn settle(game: &Game, network: Option<&Arc<Network>>) -> Settlement {
    let network = network.filter(|network| network.scope.has_size(game.size()));
    let judgement = match game.dead_stones() {
        DeadStones::Stay => None,
        DeadStones::Removed => Judgement::find(game, network, None),
    };
    let Some(judgement) = judgement else {
        return settle_as_it_stands(game);
    };
    let settlement = judgement.settle(&LONG);
    let is_read = settlement.readings[game.to_move()].is_some();
    let is_open = judgement.certainty() == Certainty::Open && !is_read;
    if is_open && let Some(dead) = judgement.dead_when_closed(&LONG) {
        let rest = game.board().without(dead);
        return judgement.settlement(dead, rest, 0, false);
    }
    let network = network.filter(|_| is_open && game.board().is_more_than_half_full());
    let end = network.and_then(|network| play_on(game, network));
    end.map_or(settlement, |(end, surplus)| {
        judgement.settle_by_end(&end, surplus)
    })
}

/// The settlement with every stone alive. It asks neither playouts nor a network.
pub fn settle_as_it_stands(game: &Game) -> Settlement {
    Judgement::new(game, None).settle_unread()
}

/// Settles a game as [`settle`] does, but with short readings and without playing on.
pub fn settle_soon(game: &Game, network: Option<&Arc<Network>>) -> Settlement {
    let settlement = match game.dead_stones() {
        DeadStones::Stay => None,
        DeadStones::Removed => settle_without_dead(game, network, &SHORT),
    };
    settlement.unwrap_or_else(|| settle_as_it_stands(game))
}

/// Settles a game without its dead stones, whatever the rules, with readings within this budget. `None` if the deadline passes
/// before the owners are known.
pub fn settle_without_dead(
    game: &Game,
    network: Option<&Arc<Network>>,
    budget: &Budget<'_>,
) -> Option<Settlement> {
    Some(Judgement::find(game, network, budget.deadline)?.settle(budget))
}

impl Judgement<'_> {
    /// Settles the board, after reading if a chain is not sure.
    fn settle(&self, budget: &Budget<'_>) -> Settlement {
        let certainty = self.certainty();
        let readings = if certainty == Certainty::Sure {
            Readings::default()
        } else {
            read_both(self, budget)
        };
        let next = readings[self.game.to_move()].as_ref();
        let settlement = match (&readings.0, next) {
            ([Some(black), Some(white)], Some(next)) => self.settle_by_both(black, white, next),
            (_, Some(next)) if certainty == Certainty::Open => {
                self.settle_by_end(&next.end, next.surplus)
            }
            _ => self.settle_unread(),
        };
        Settlement {
            readings,
            ..settlement
        }
    }

    /// The dead stones, by reading without the points that change nothing but whose turn it is. `None` if they depend on who moves
    /// first, or are not found within the budget.
    fn dead_when_closed(&self, budget: &Budget<'_>) -> Option<PointSet<6>> {
        let readings = read_closed(self, budget)?;
        let [black, white] = readings.0.map(|reading| self.dead_at(&reading.end));
        (black == white).then_some(black)
    }

    /// Settles the board by the judgement alone.
    fn settle_unread(&self) -> Settlement {
        let dead = self.stones_of(|chain| chain.is_dead);
        let rest = self.game.board().without(dead);
        let is_clear = self.certainty() > Certainty::Open && self.is_decided(&rest);
        self.settlement(dead, rest, 0, is_clear)
    }

    /// Settles a board that was read with Black and with White moving first; `next` is the reading with the side to move first.
    fn settle_by_both(&self, black: &Reading, white: &Reading, next: &Reading) -> Settlement {
        let dead = self.dead_at(&black.end);
        if dead != self.dead_at(&white.end) {
            return self.settle_by_end(&next.end, next.surplus);
        }
        let rest = self.game.board().without(dead);
        let score = self.game.score_of(&rest);
        let [most, least] = [black, white].map(|reading| reading.score.lead);
        // The last neutral point is worth a difference of two in area scoring, and none in territory scoring.
        let is_near = |lead: f64| (lead - score.lead).abs() <= 1.0;
        let is_clear = match self.game.rules().scoring {
            Scoring::Area => (least..=most).contains(&score.lead) && most - least <= 2.0,
            Scoring::Territory => is_near(most) && is_near(least),
        };
        self.settlement(dead, rest, 0, is_clear)
    }

    /// Settles a game that is not clear by its final board `end`, on the way to which Black played `surplus` more stones than White.
    /// Under territory scoring these stones do not count if only the life of chains was in doubt.
    fn settle_by_end(&self, end: &AnyBoard, surplus: i32) -> Settlement {
        let dead = self.dead_at(end);
        let rest = self.game.board().without(dead);
        if self.game.rules().scoring == Scoring::Territory && self.is_decided(&rest) {
            return self.settlement(dead, rest, 0, false);
        }
        self.settlement(dead, end.clone(), surplus, false)
    }

    fn settlement(
        &self,
        dead: PointSet<6>,
        end: AnyBoard,
        surplus: i32,
        is_clear: bool,
    ) -> Settlement {
        let rest = self.game.board().without(dead);
        let in_seki = in_seki(&rest);
        let status = |chain: &JudgedChain| {
            if chain.stones.intersects(&dead) {
                Status::Dead
            } else if chain.stones.intersects(&in_seki) {
                Status::Seki
            } else {
                Status::Alive
            }
        };
        let chains = self.chains.iter().map(|chain| ChainStatus {
            color: chain.color,
            stones: chain.stones.iter().map(Point::coord).collect(),
            status: status(chain),
        });
        Settlement {
            chains: chains.collect(),
            score: self.game.score_after(&end, surplus),
            board: Box::new(end),
            is_clear,
            readings: Readings::default(),
        }
    }

    /// The chains that mostly belong to the other side at the end.
    fn dead_at(&self, end: &AnyBoard) -> PointSet<6> {
        let owned = end.owned();
        self.stones_of(|chain| {
            let lost = chain.stones & owned[!chain.color];
            2 * lost.len() > chain.stones.len()
        })
    }
}

/// Plays the game on with both sides until no chain is in doubt, as far as that is seen. Returns a board on which each side owns
/// what it gets, and how many more stones Black plays than White until then, where stones count.
fn play_on(game: &Game, network: &Arc<Network>) -> Option<(AnyBoard, i32)> {
    let before = game.extra_stones();
    let mut game = game.without_passes();
    let mut searcher = Searcher::new(Some(Arc::clone(network)), SEED);
    let mut params = Params::default();
    params.machine.memory = MEMORY;
    let mut left = VISITS;
    loop {
        let visits = left / PART_OF_REST;
        left -= visits;
        let color = game.to_move();
        let request = Request {
            limit: Limit::visits(visits),
            seed: SEED,
            ..Request::of_game(&game, color)
        };
        let best = searcher.search(&params, &request).best;
        if game.play_as(color, best).is_err() {
            game.play_as(color, Move::Pass).ok()?;
        }
        let judgement = Judgement::find(&game, Some(network), None)?;
        let is_clear = judgement.certainty() > Certainty::Open;
        if is_clear || game.is_over() || visits < MIN_VISITS {
            let end = *judgement.settle(&SHORT).board;
            return Some((end, game.extra_stones() - before));
        }
    }
}
