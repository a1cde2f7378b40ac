//! The fate of each chain, as far as it can be judged without reading.

use std::sync::Arc;

use web_time::Instant;

use super::capture::is_capturable;
use super::fill::Territory;
use super::owners::OwnerEstimate;
use crate::net::{Network, SIDE};
use crate::solve::Life;
use tao_rules::board::{AnyBoard, ByColor, Color, PointSet};
use tao_rules::game::Game;

/// A chain is dead when its owner's share of its points is below this.
const DEAD_BELOW: f64 = 0.3;

/// A point is beyond dispute when one side's share of it is at least this.
pub(super) const CLEAR_FROM: f64 = 1.0 - DEAD_BELOW;

/// A chain whose share lies between this and its complement is worth reading.
const SURE_BELOW: f64 = 0.1;

/// A chain is not settled if its share depends this much on who moves first.
const HOT_FROM: f64 = 0.25;

/// A region is filled before the reading if its owner has at least this share of it even when the other side moves first.
const TERRITORY_FROM: f64 = 0.9;

/// How certain the fate of a chain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// The chain must be read: its share is close or depends on who moves first, or the estimates contradict each other or the
    /// shape.
    Open,
    /// Reading may correct the judgement.
    Likely,
    /// The fate is beyond doubt.
    Sure,
}

/// A chain and its fate.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedChain {
    pub(super) color: Color,
    pub(super) stones: PointSet<6>,
    pub(super) is_dead: bool,
    pub(super) certainty: Certainty,
}

/// The chains of a position and the owners of its points.
#[derive(Debug)]
pub(super) struct Judgement<'a> {
    pub(super) game: &'a Game,
    pub(super) chains: Vec<JudgedChain>,
    /// `None` where every stone counts as alive.
    pub(super) owners: Option<Owners>,
}

/// The estimates of the owners by a network and by playouts.
#[derive(Debug)]
pub(super) struct Owners {
    /// The estimate by the network on 9x9, if there is one, otherwise by playouts.
    main: OwnerEstimate,
    /// Where there is a network, the estimate by the other method, which may contradict the main one.
    check: Option<OwnerEstimate>,
}

impl Owners {
    /// The share of `color` in these points.
    pub(super) fn share(&self, color: Color, points: PointSet<6>) -> f64 {
        self.main.share(color, points)
    }

    /// The mean of a share over both estimates.
    fn mean(&self, share: impl Fn(&OwnerEstimate) -> f64) -> f64 {
        let main = share(&self.main);
        let check = self.check.as_ref().map(&share);
        check.map_or(main, |check| f64::midpoint(main, check))
    }

    fn judge(
        &self,
        board: &AnyBoard,
        lives: &ByColor<Life<6>>,
        color: Color,
        stones: PointSet<6>,
    ) -> JudgedChain {
        let is_immortal = lives[color].stones.intersects(&stones);
        if is_immortal || lives[!color].territory.intersects(&stones) {
            return JudgedChain {
                color,
                stones,
                is_dead: !is_immortal,
                certainty: Certainty::Sure,
            };
        }
        let share = self.main.share(color, stones);
        let is_dead = share < DEAD_BELOW;
        let by_first = ByColor::from_fn(|first| self.main.share_with(first, color, stones));
        let is_hot = (by_first[Color::Black] - by_first[Color::White]).abs() >= HOT_FROM;
        let is_contradicted = self.check.as_ref().is_some_and(|check| {
            let share = check.share(color, stones);
            if is_dead {
                share >= CLEAR_FROM
            } else {
                share < DEAD_BELOW
            }
        });
        let is_close = (DEAD_BELOW..CLEAR_FROM).contains(&share);
        let is_open = is_close
            || is_hot
            || is_contradicted
            || is_dead && !is_capturable(board, color, stones);
        let mean = self.mean(|by| by.share(color, stones));
        JudgedChain {
            color,
            stones,
            is_dead,
            certainty: if is_open {
                Certainty::Open
            } else if (SURE_BELOW..1.0 - SURE_BELOW).contains(&mean) {
                Certainty::Likely
            } else {
                Certainty::Sure
            },
        }
    }
}

impl<'a> Judgement<'a> {
    /// Judges the chains by the network, if there is one, and by playouts; `None` if the deadline passes before the end.
    pub(super) fn find(
        game: &'a Game,
        network: Option<&Arc<Network>>,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        // The network was trained on few smaller boards, so there it only checks the playouts.
        let leading = network.filter(|_| game.size() == SIDE);
        let main = OwnerEstimate::find(game, leading, deadline)?;
        let check = match (leading, network) {
            (None, Some(_)) => Some(OwnerEstimate::find_check(game, network, deadline)?),
            (Some(_), _) => Some(OwnerEstimate::find_check(game, None, deadline)?),
            (None, None) => None,
        };
        Some(Self::by(game, Some(Owners { main, check })))
    }

    /// The judgement that every stone is alive.
    pub(super) fn as_it_stands(game: &'a Game) -> Self {
        Self::by(game, None)
    }

    fn by(game: &'a Game, owners: Option<Owners>) -> Self {
        let board = game.board();
        let alive = |color, stones| JudgedChain {
            color,
            stones,
            is_dead: false,
            certainty: Certainty::Sure,
        };
        let owners_ref = owners.as_ref();
        let lives = &ByColor::from_fn(|color| Life::of(board, color));
        let chains_of = |color| {
            let chains = board.chains(board.stones(color));
            chains.map(move |chain| match owners_ref {
                Some(owners) => owners.judge(board, lives, color, chain.stones),
                None => alive(color, chain.stones),
            })
        };
        Self {
            game,
            chains: Color::BOTH.into_iter().flat_map(chains_of).collect(),
            owners,
        }
    }

    /// The stones of the chains that `is_wanted` selects.
    pub(super) fn stones_of(&self, is_wanted: impl Fn(&JudgedChain) -> bool) -> PointSet<6> {
        let wanted = self.chains.iter().filter(|chain| is_wanted(chain));
        wanted.fold(PointSet::EMPTY, |all, chain| all | chain.stones)
    }

    /// The certainty of the least certain chain.
    pub(super) fn certainty(&self) -> Certainty {
        let all = self.chains.iter().map(|chain| chain.certainty);
        all.min().unwrap_or(Certainty::Sure)
    }

    /// All territories whose owner is known, except those that are unconditional.
    pub(super) fn territories(&self) -> Vec<Territory> {
        let sides = Color::BOTH.into_iter();
        sides.flat_map(|owner| self.territories_of(owner)).collect()
    }

    /// The regions that living chains of one side surround, with the dead stones in them. Chains in doubt count as neither living
    /// nor dead.
    fn territories_of(&self, owner: Color) -> impl Iterator<Item = Territory> {
        let board = self.game.board();
        let border = self.stones_of(|chain| {
            chain.color == owner && !chain.is_dead && chain.certainty > Certainty::Open
        });
        let dead = self.stones_of(|chain| {
            chain.color != owner && chain.is_dead && chain.certainty > Certainty::Open
        });
        let inside = board.empty() | dead;
        let others = PointSet::full(board.size()) & !board.empty() & !border & !dead;
        let owners = self.owners.as_ref();
        let unconditional = Life::of(board, owner).territory;
        let is_owned = move |&points: &PointSet<6>| {
            let around = points.neighbors();
            let keeps = |owners: &Owners| {
                let share = owners.mean(|by| by.share_with(!owner, owner, points));
                share >= TERRITORY_FROM
            };
            !(points & !unconditional).is_empty()
                && around.intersects(&border)
                && !around.intersects(&others)
                && owners.is_some_and(keeps)
        };
        inside
            .regions()
            .filter(is_owned)
            .map(move |points| Territory { owner, points })
    }
}
