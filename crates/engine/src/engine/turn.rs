//! One side's turn in a game, with the settlement of the board and the time that it may take.

use std::cell::OnceCell;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use web_time::Instant;

use super::settle::{Settlement, reading_budget, settle_without_dead};
use super::{EngineSettings, Purpose, Question};
use crate::net::Network;
use crate::search::Limit;
use crate::solve::Budget;
use tao_rules::board::{Color, Move};
use tao_rules::game::{Game, TimeBudget};

/// 1/8 of a move's time is for finding dead stones.
const SETTLE_PART: u32 = 8;

/// With less time than this for a move, playouts do not look for dead stones. A network does, as it is faster.
const MIN_TIME_TO_SETTLE: Duration = Duration::from_millis(50);

/// Number of positions to read for each visit of the search, and the fewest and most positions to read. A visit costs about as much
/// as 60 positions.
const READ_PER_VISIT: u64 = 10;
const MIN_READ: u64 = 2_000;
const MAX_READ: u64 = 60_000;

/// One side's turn in a game. The steps of the turn only read it.
pub struct Turn<'a> {
    pub game: &'a Game,
    /// The side to find a move for.
    pub color: Color,
    /// Evaluates boards of this size; without one, playouts do.
    pub network: Option<Arc<Network>>,
    /// The limit of the whole turn.
    pub limit: Limit,
    /// The seed of the game.
    pub seed: u64,
    /// Whether the game is played to the end: no pass while there is a move, and no resignation.
    pub plays_out: bool,
    /// See [`EngineSettings::resign_below`].
    pub resign_below: f64,
    /// Ends the turn early when another thread sets it.
    pub stop: &'a AtomicBool,
    start: Instant,
    settlement: OnceCell<Settlement>,
}

impl<'a> Turn<'a> {
    /// A turn that begins now and that `stop` ends, unless the question has a flag of its own.
    pub fn new<'q: 'a>(
        game: &'a Game,
        question: &Question<'q>,
        settings: &EngineSettings,
        seed: u64,
        stop: &'a AtomicBool,
    ) -> Self {
        let network = settings.network_for(game.size()).cloned();
        Self {
            game,
            color: question.color,
            limit: limit(question, settings, network.is_some()),
            network,
            seed,
            plays_out: settings.other_search.is_none() && settings.params.selection.play_out,
            resign_below: settings.resign_below,
            stop: match question.purpose {
                Purpose::Analyze(own) => own,
                _ => stop,
            },
            start: Instant::now(),
            settlement: OnceCell::new(),
        }
    }

    /// The settlement without dead stones, whatever the rules; `None` if it is not found in the time of the turn.
    pub fn settlement(&self) -> Option<&Settlement> {
        self.settlement_by(self.end())
    }

    /// The same, but in the part of the time that is for it.
    pub fn early_settlement(&self) -> Option<&Settlement> {
        self.settlement_by(self.early_end())
    }

    fn settlement_by(&self, deadline: Option<Instant>) -> Option<&Settlement> {
        if self.settlement.get().is_none() {
            let settlement = self.settle(self.game, deadline)?;
            return Some(self.settlement.get_or_init(|| settlement));
        }
        self.settlement.get()
    }

    /// The settlement of a later position of the game.
    pub fn settlement_of(&self, later: &Game) -> Option<Settlement> {
        self.settle(later, self.end())
    }

    /// The same, but in the part of the time that [`Turn::early_settlement`] has.
    pub fn early_settlement_of(&self, later: &Game) -> Option<Settlement> {
        self.settle(later, self.early_end())
    }

    /// Settles a game. The number of positions to read suits the number of visits.
    fn settle(&self, game: &Game, deadline: Option<Instant>) -> Option<Settlement> {
        let visits = self.limit.playouts.unwrap_or(u64::MAX);
        let nodes = visits.saturating_mul(READ_PER_VISIT);
        let budget = Budget {
            deadline,
            stop: Some(self.stop),
            ..reading_budget(nodes.clamp(MIN_READ, MAX_READ))
        };
        settle_without_dead(game, self.network.as_ref(), &budget)
    }

    /// When the time of the turn ends; `None` is never.
    fn end(&self) -> Option<Instant> {
        self.start.checked_add(self.limit.time?.maximum)
    }

    /// When the time for the early settlement ends; `None` is never.
    fn early_end(&self) -> Option<Instant> {
        self.start.checked_add(self.time_to_settle())
    }

    fn time_to_settle(&self) -> Duration {
        match self.limit.time {
            None => Duration::MAX,
            Some(time) if time.target < MIN_TIME_TO_SETTLE && self.network.is_none() => {
                Duration::ZERO
            }
            Some(time) => time.target / SETTLE_PART,
        }
    }

    /// The time for the search. On a board more than half full, the network finds the dead stones before the search; without a
    /// network, some time is reserved to find them after it.
    pub fn time_to_search(&self) -> Option<TimeBudget> {
        let budget = self.limit.time?;
        let is_known = || self.network.is_some() && self.early_settlement().is_some();
        let needs_dead = !self.plays_out && self.game.board().is_more_than_half_full();
        let reserved = if needs_dead && !is_known() {
            self.time_to_settle()
        } else {
            Duration::ZERO
        };
        Some(budget.minus(self.start.elapsed()).minus(reserved))
    }

    /// Whether a pass would end the game, because the opponent has just passed.
    pub fn pass_ends_game(&self) -> bool {
        self.game.last_move() == Some(Move::Pass)
            && self.game.moves().last() == Some(&(!self.color, Move::Pass))
    }

    /// The game after a move; `None` if the move is illegal.
    pub fn after(&self, mv: Move) -> Option<Game> {
        let mut next = self.game.clone();
        next.play_as(self.color, mv).ok().map(|_| next)
    }
}

/// When to stop. Where a move is needed, the limit is at most the visits of the level.
fn limit(question: &Question<'_>, settings: &EngineSettings, has_network: bool) -> Limit {
    if let Purpose::Analyze(_) = question.purpose {
        return Limit {
            playouts: Some(question.visits.unwrap_or(u64::MAX)),
            time: question.budget,
        };
    }
    let level = question.level.unwrap_or(settings.level);
    let of_level = level.most_visits(has_network);
    let of_level = of_level.filter(|_| question.purpose.needs_move());
    let per_move = settings.time_per_move.map(TimeBudget::fixed);
    let times = [per_move, question.budget].into_iter().flatten();
    Limit {
        playouts: [question.visits, settings.playouts, of_level]
            .into_iter()
            .flatten()
            .min(),
        time: times.reduce(TimeBudget::min),
    }
}
