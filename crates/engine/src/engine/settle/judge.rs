//! The fate of each chain, as far as it can be judged without reading: by two estimates of who owns which point, by the shape, and
//! by whether a chain that looks dead can be captured.

use std::sync::Arc;

use web_time::Instant;

use super::read::Territory;
use crate::net::{Evaluator, Network, RECENT_MOVES, SIDE, Situation};
use crate::search::{Ownership, ownership};
use tao_rules::game::{Game, MAX_SHARED};
use tao_rules::raw::{AnyBoard, ByColor, Color, Life, Point, PointSet, Symmetry};

/// A chain is dead when its owner's share of its points is below this.
const DEAD_BELOW: f64 = 0.3;

/// A point is beyond dispute when one side's share of it is at least this.
const CLEAR_FROM: f64 = 1.0 - DEAD_BELOW;

/// A chain whose share lies between this and its complement is worth reading.
const SURE_BELOW: f64 = 0.1;

/// A chain is not clear if its share depends this much on who moves first.
const HOT_FROM: f64 = 0.25;

/// A region is filled before the reading if its owner has at least this share of it even when the other side moves first.
const TERRITORY_FROM: f64 = 0.9;

/// How certain the fate of a chain is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
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
pub struct JudgedChain {
    pub color: Color,
    pub stones: PointSet<6>,
    pub is_dead: bool,
    pub certainty: Certainty,
}

/// The chains of a position and the owners of its points.
#[derive(Debug)]
pub struct Judgement<'a> {
    pub game: &'a Game,
    pub chains: Vec<JudgedChain>,
    /// `None` where every stone counts as alive.
    owners: Option<Owners>,
}

impl<'a> Judgement<'a> {
    /// Judges the chains by the network, if there is one, and by playouts: by few parts of each estimate, and if a chain is
    /// in doubt then, by all parts of the main one. `None` if the deadline passes before the end.
    pub fn find(
        game: &'a Game,
        network: Option<&Arc<Network>>,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        let owners = Owners::find(game, network, deadline)?;
        let mut judgement = Self::new(game, Some(owners));
        if judgement.certainty() == Certainty::Open {
            let mut owners = judgement.owners.take()?;
            owners.main.extend(game, owners.parts, deadline)?;
            judgement = Self::new(game, Some(owners));
        }
        Some(judgement)
    }

    /// The judgement by these owners; without them, that every stone is alive.
    pub fn new(game: &'a Game, owners: Option<Owners>) -> Self {
        let board = game.board();
        let lives = ByColor::from_fn(|color| Life::of(board, color));
        let mut chains = Vec::new();
        for color in Color::BOTH {
            for chain in board.chains(board.stones(color)) {
                let stones = chain.stones;
                let fate = |owners: &Owners| owners.fate(board, &lives, color, stones);
                let (is_dead, certainty) = owners.as_ref().map_or((false, Certainty::Sure), fate);
                chains.push(JudgedChain {
                    color,
                    stones,
                    is_dead,
                    certainty,
                });
            }
        }
        Self {
            game,
            chains,
            owners,
        }
    }

    /// The stones of the chains that `is_wanted` selects.
    pub fn stones_of(&self, is_wanted: impl Fn(&JudgedChain) -> bool) -> PointSet<6> {
        let wanted = self.chains.iter().filter(|chain| is_wanted(chain));
        wanted.fold(PointSet::EMPTY, |all, chain| all | chain.stones)
    }

    /// The certainty of the least certain chain.
    pub fn certainty(&self) -> Certainty {
        let all = self.chains.iter().map(|chain| chain.certainty);
        all.min().unwrap_or(Certainty::Sure)
    }

    /// Whether every region of a board without dead stones is small, or one color alone surrounds it and owns it, as far as the
    /// owners are known.
    pub fn is_decided(&self, rest: &AnyBoard) -> bool {
        rest.empty().regions().all(|region| {
            let border = region.neighbors();
            let keeps = |color: Color| {
                let owners = self.owners.as_ref();
                border.intersects(&rest.stones(color))
                    && !border.intersects(&rest.stones(!color))
                    && owners.is_none_or(|owners| owners.main.share(color, region) >= CLEAR_FROM)
            };
            region.len() <= MAX_SHARED || Color::BOTH.into_iter().any(keeps)
        })
    }

    /// All territories whose owner is known, except those that are unconditional: the regions that living chains of one side
    /// surround, with the dead stones in them. Chains in doubt count as neither living nor dead.
    pub fn territories(&self) -> Vec<Territory> {
        let Some(owners) = &self.owners else {
            return Vec::new();
        };
        let board = self.game.board();
        let mut territories = Vec::new();
        // Where both sides have passed, nobody claims an empty region that the other side surrounds.
        let is_undisputed =
            |points: &PointSet<6>| self.game.is_over() && (*points & !board.empty()).is_empty();
        for owner in Color::BOTH {
            let known = |color, is_dead| {
                let is_known = |chain: &JudgedChain| chain.certainty > Certainty::Open;
                self.stones_of(|chain| {
                    is_known(chain) && chain.color == color && chain.is_dead == is_dead
                })
            };
            let (border, dead) = (known(owner, false), known(!owner, true));
            let inside = board.empty() | dead;
            let others = PointSet::full(board.size()) & !inside & !border;
            let unconditional = Life::of(board, owner).territory;
            let is_owned = |points: &PointSet<6>| {
                let around = points.neighbors();
                let share = |by: &OwnerEstimate| by.share_with(!owner, owner, *points);
                !(*points & !unconditional).is_empty()
                    && around.intersects(&border)
                    && !around.intersects(&others)
                    && (is_undisputed(points) || owners.mean(share) >= TERRITORY_FROM)
            };
            let owned = inside.regions().filter(is_owned);
            territories.extend(owned.map(|points| Territory { owner, points }));
        }
        territories
    }
}

/// The estimates of the owners by a network and by playouts.
#[derive(Debug)]
pub struct Owners {
    /// The estimate by the network on 9x9, if there is one, otherwise by playouts.
    main: OwnerEstimate,
    /// The parts that the main estimate may have for each side to move.
    parts: usize,
    /// The estimate by the other method, which may contradict the main one. `None` without a network.
    check: Option<OwnerEstimate>,
}

impl Owners {
    /// Makes few parts of each estimate.
    fn find(
        game: &Game,
        network: Option<&Arc<Network>>,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        // The network was trained on few smaller boards, so there it only checks the playouts.
        let (main, check, parts) = match network {
            Some(_) if game.size() == SIDE => (network, None, IMAGES),
            _ => (None, network, BATCHES),
        };
        let find = |source| OwnerEstimate::find(game, source, deadline);
        Some(Self {
            main: find(main)?,
            parts,
            check: match network {
                Some(_) => Some(find(check)?),
                None => None,
            },
        })
    }

    /// The estimate that may contradict the main one: without a network that one itself.
    fn check(&self) -> &OwnerEstimate {
        self.check.as_ref().unwrap_or(&self.main)
    }

    /// The mean of a share over both estimates.
    fn mean(&self, share: impl Fn(&OwnerEstimate) -> f64) -> f64 {
        f64::midpoint(share(&self.main), share(self.check()))
    }

    /// Whether a chain is dead, and how certain that is.
    fn fate(
        &self,
        board: &AnyBoard,
        lives: &ByColor<Life<6>>,
        color: Color,
        stones: PointSet<6>,
    ) -> (bool, Certainty) {
        let is_immortal = lives[color].stones.intersects(&stones);
        if is_immortal || lives[!color].territory.intersects(&stones) {
            return (!is_immortal, Certainty::Sure);
        }
        let share = self.main.share(color, stones);
        let is_dead = share < DEAD_BELOW;
        let [black_first, white_first] =
            Color::BOTH.map(|first| self.main.share_with(first, color, stones));
        let is_hot = (black_first - white_first).abs() >= HOT_FROM;
        let check = self.check().share(color, stones);
        let is_contradicted = is_dead && check >= CLEAR_FROM || !is_dead && check < DEAD_BELOW;
        let is_close = (DEAD_BELOW..CLEAR_FROM).contains(&share);
        let is_open = is_close
            || is_hot
            || is_contradicted
            || is_dead && !is_capturable(board, color, stones);
        let is_likely = (SURE_BELOW..1.0 - SURE_BELOW).contains(&f64::midpoint(share, check));
        let certainty = match (is_open, is_likely) {
            (true, _) => Certainty::Open,
            (_, true) => Certainty::Likely,
            _ => Certainty::Sure,
        };
        (is_dead, certainty)
    }
}

/// Symmetric images that a network evaluates for each side to move.
const IMAGES: usize = 8;

/// Batches of playouts for each side to move. With 1000 playouts the standard error of a share is below 1.6 %.
const BATCHES: usize = 10;

/// Images or batches of an estimate at first.
const FIRST_PARTS: usize = 2;

/// Playouts between two checks of the deadline.
const BATCH: u32 = 50;

/// The seed of the first batch, fixed so that the answer is always the same.
const SEED: u64 = 2010;

/// An estimate of who owns which point. No ko is forbidden, so it is the same before and after a pass.
#[derive(Debug)]
struct OwnerEstimate {
    /// Without a network, it is made by playouts.
    evaluator: Option<Evaluator>,
    /// The parts, by the side that moves first.
    parts: ByColor<Vec<Ownership>>,
}

impl OwnerEstimate {
    /// Makes the first parts for each side to move. `None` if the deadline passes before the end.
    fn find(
        game: &Game,
        network: Option<&Arc<Network>>,
        deadline: Option<Instant>,
    ) -> Option<Self> {
        let mut estimate = Self {
            evaluator: network.map(|network| Evaluator::new(Arc::clone(network))),
            parts: ByColor::default(),
        };
        estimate.extend(game, FIRST_PARTS, deadline)?;
        Some(estimate)
    }

    /// Makes more parts, up to `most` for each side to move. `None` if the deadline passes before the end.
    fn extend(&mut self, game: &Game, most: usize, deadline: Option<Instant>) -> Option<()> {
        let mut board = game.board().clone();
        board.pass();
        for first in Color::BOTH {
            for index in self.parts[first].len()..most {
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    return None;
                }
                let part = match &mut self.evaluator {
                    None => ownership(&board, first, BATCH, SEED + first as u64 + 2 * index as u64),
                    Some(evaluator) => {
                        let situation = Situation {
                            board: &board,
                            to_move: first,
                            recent_moves: [None; RECENT_MOVES],
                            last_was_pass: false,
                            komi: game.komi_of_area(),
                            territory: false,
                        };
                        let output = evaluator.evaluate(&situation, Symmetry::all()[index]);
                        Ownership::expected(board.size(), output, first)
                    }
                };
                self.parts[first].push(part);
            }
        }
        Some(())
    }

    /// Mean share of `color` in these points, of which there is at least one.
    fn share(&self, color: Color, points: PointSet<6>) -> f64 {
        let [black, white] = Color::BOTH.map(|first| self.share_with(first, color, points));
        f64::midpoint(black, white)
    }

    /// Mean share of `color` in these points where `first` moves first.
    fn share_with(&self, first: Color, color: Color, points: PointSet<6>) -> f64 {
        let parts = &self.parts[first];
        let shares = parts
            .iter()
            .flat_map(|part| points.iter().map(|point| part.share(color, point.coord())));
        shares.sum::<f64>() / (parts.len() * points.len()) as f64
    }
}

/// Whether the enemy can capture `stones`, a chain of `color`, by moves in a row while the owner passes. The enemy plays only on
/// the liberties of the chain and of the chains of `color` that share one with it, and makes no self-atari. It cannot capture a
/// chain in seki or with two eyes.
pub fn is_capturable(board: &AnyBoard, color: Color, stones: PointSet<6>) -> bool {
    let mut board = board.clone();
    loop {
        let liberties = stones.neighbors() & board.empty();
        if liberties.len() <= 1 || !board.stones(color).intersects(&stones) {
            return true;
        }
        let beside = board.chains(liberties.neighbors() & board.stones(color));
        let shared = beside.fold(PointSet::EMPTY, |all, chain| all | chain.liberties);
        let mut safe = liberties
            .iter()
            .chain(&(shared & !liberties))
            .filter_map(|point| after_safe_move(&board, !color, point));
        match safe.next() {
            Some(next) => board = next,
            None => return false,
        }
    }
}

/// The board after a move that leaves its chain more than one liberty; `None` if it is illegal or a self-atari.
fn after_safe_move(board: &AnyBoard, color: Color, point: Point<6>) -> Option<AnyBoard> {
    let mut next = board.clone();
    next.pass();
    next.play(color, point).ok()?;
    let is_safe = next.chain(point)?.liberties.len() > 1;
    is_safe.then_some(next)
}
