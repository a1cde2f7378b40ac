//! When a pass wins, and when it only seems to win: the search scores the board as it stands, but the game may not.

use std::sync::Arc;
use std::time::Duration;

use web_time::Instant;

use super::raw::RawEvaluation;
use super::settle::{ReadLimit, Settlement, settle_as_it_stands, settle_without_dead};
use super::turn::Turn;
use crate::net::Network;
use tao_rules::board::{Coord, Move};
use tao_rules::game::{DeadStones, TimeBudget};

/// 1/8 of a move's time is for finding dead stones.
const SETTLE_PART: u32 = 8;

/// With less time than this for a move, playouts do not look for dead stones. A network does, as it is faster.
const MIN_TIME_TO_SETTLE: Duration = Duration::from_millis(50);

/// Number of positions to read for each visit of the search, and the fewest and most positions to read. A visit costs about as much
/// as 60 positions.
const READ_PER_VISIT: u64 = 10;
const MIN_READ: u64 = 2_000;
const MAX_READ: u64 = 20_000;

impl Turn<'_, '_> {
    /// The time for the search. On a board more than half full, the network finds the dead stones before the search; without a
    /// network, some time is reserved to find them for [`is_pass_premature`](Self::is_pass_premature).
    pub(super) fn time_to_search(&self) -> Option<TimeBudget> {
        let budget = self.limit.time?;
        let is_settled = || self.network().is_some() && self.settled_early().is_some();
        let reserved = if self.game.board().is_more_than_half_full() && !is_settled() {
            self.time_to_settle()
        } else {
            Duration::ZERO
        };
        let left = budget.minus(self.start.elapsed());
        Some(left.minus(reserved))
    }

    /// Whether the opponent has passed and another pass wins beyond dispute, so that no search is needed.
    pub(super) fn wins_by_passing(&self) -> bool {
        let wins = |settlement: &Settlement| {
            settlement.is_clear && settlement.score.winner() == Some(self.color())
        };
        self.may_play_anywhere()
            && self.pass_would_end_the_game()
            && match self.game.dead_stones() {
                DeadStones::Stay => wins(&settle_as_it_stands(self.game)),
                DeadStones::Removed => self.settled_early().is_some_and(wins),
            }
    }

    /// Whether the search must leave out the pass, because it would end the game and is [premature](Self::is_pass_premature),
    /// though the search might take it for a proven win. `false` where dead stones stay, and without time to find them.
    pub(super) fn must_not_pass(&self) -> bool {
        self.pass_would_end_the_game()
            && self.game.dead_stones() == DeadStones::Removed
            && self.settled_early().is_some()
            && self.is_pass_premature()
    }

    pub(super) fn pass_would_end_the_game(&self) -> bool {
        self.game.last_move() == Some(Move::Pass)
            && self.game.moves().last() == Some(&(!self.color(), Move::Pass))
    }

    /// Whether a pass would lose a game that can still be won. The score that counts is that of the board as it stands where dead
    /// stones stay, and that without dead stones where they are removed.
    ///
    /// If this score is a win, a pass is premature only where dead stones are removed and the enemy would
    /// [dispute](Self::is_disputed) the result. Otherwise it is premature if the other of the two scores is a win, if the score is
    /// a loss but the board is not settled and not read as lost, or if dead stones stay and a capture takes the lead. But in a
    /// settled game in which stones cost points, the other score is no reason to play on. Without time to find the dead stones, a
    /// pass is premature if dead stones stay and the board as it stands is not won.
    ///
    /// In a [long](tao_rules::game::Game::is_long) game the engine passes even if that loses, so that every game ends. The one
    /// exception is a win by capturing the enemy's dead stones where dead stones stay.
    pub(super) fn is_pass_premature(&self) -> bool {
        let is_long = self.game.is_long();
        let stands = self.game.standing_score().winner();
        let must_capture = self.game.dead_stones() == DeadStones::Stay;
        if must_capture && stands == Some(self.color()) || !must_capture && is_long {
            return false;
        }
        let Some(settlement) = self.settled_by(self.whole_time()) else {
            return must_capture && !is_long;
        };
        let settled = settlement.score.winner();
        let (count, other) = if must_capture {
            (stands, settled)
        } else {
            (settled, stands)
        };
        if count == Some(self.color()) {
            return self.is_disputed(settlement);
        }
        let is_lost = settlement.best_play[self.color()]
            .as_ref()
            .is_some_and(|reading| reading.score.winner() == Some(!self.color()));
        let is_open = !settlement.is_clear && !is_lost && !is_long && count == Some(!self.color());
        let has_hope = must_capture && !is_long && self.capture_leads();
        let may_gain = !settlement.is_clear || !self.game.counts_stones();
        other == Some(self.color()) && may_gain || is_open || has_hope
    }

    /// Whether the enemy would rather play on: the board is more than half full but not settled, and the network expects the enemy
    /// to win if it moves next.
    fn is_disputed(&self, settlement: &Settlement) -> bool {
        let is_open = !settlement.is_clear && self.game.board().is_more_than_half_full();
        self.network().filter(|_| is_open).is_some_and(|network| {
            let resumed = self.game.without_passes();
            RawEvaluation::of(network, &resumed, !self.color()).win_rate > 0.5
        })
    }

    fn capture_leads(&self) -> bool {
        let (game, color) = (self.game, self.color());
        let points = Coord::all(game.size()).map(Move::Play);
        points.filter(|&mv| game.is_legal(color, mv)).any(|mv| {
            let mut next = game.clone();
            next.play(color, mv).is_ok()
                && next.captures(color) > game.captures(color)
                && next.standing_score().winner() == Some(color)
        })
    }

    /// The settlement without dead stones, if it is found in its part of the time.
    pub(super) fn settled_early(&self) -> Option<&Settlement> {
        self.settled_by(self.deadline(self.time_to_settle()))
    }

    pub(super) fn settled_by(&self, deadline: Option<Instant>) -> Option<&Settlement> {
        if self.settled.get().is_some() {
            return self.settled.get();
        }
        let limit = self.read_limit(deadline);
        let settlement = settle_without_dead(self.game, self.network(), limit)?;
        Some(self.settled.get_or_init(|| settlement))
    }

    /// The limit of a reading: a number of positions that suits the search, and this deadline.
    pub(super) fn read_limit(&self, deadline: Option<Instant>) -> ReadLimit {
        let visits = self.limit.playouts.unwrap_or(u64::MAX);
        let nodes = visits.saturating_mul(READ_PER_VISIT);
        ReadLimit {
            nodes: nodes.clamp(MIN_READ, MAX_READ),
            deadline,
        }
    }

    fn time_to_settle(&self) -> Duration {
        self.limit
            .time
            .map_or(Duration::MAX, |TimeBudget { target, .. }| {
                if target < MIN_TIME_TO_SETTLE && self.network().is_none() {
                    Duration::ZERO
                } else {
                    target / SETTLE_PART
                }
            })
    }

    /// When the time for the move ends; `None` is never.
    pub(super) fn whole_time(&self) -> Option<Instant> {
        let budget = self.limit.time?;
        self.deadline(budget.maximum)
    }

    /// The network that finds the dead stones; without one, playouts find them.
    pub(super) fn network(&self) -> Option<&Arc<Network>> {
        self.settings.network_for(self.game.size())
    }

    /// The moment this long after the start of the turn; `None` is never.
    fn deadline(&self, time: Duration) -> Option<Instant> {
        self.start.checked_add(time)
    }
}
