//! When a pass wins, and when it only seems to: the search counts the board as it stands, the game may not.

use std::time::{Duration, Instant};

use crate::board::{Color, Move};
use crate::game::settle::{settle_as_it_stands, settle_without_dead};
use crate::game::{DeadStones, Game};
use crate::search::TimeBudget;

/// Of a move's time, one part in so many is for finding dead stones.
const PARTS: u32 = 8;

/// Nobody looks for dead stones when a move has less time.
const WORTH_SETTLING: Duration = Duration::from_millis(50);

/// After so many moves for every point nobody plays on because a pass would lose: no game goes on for ever.
pub(super) const LONG_GAME: usize = 3;

/// What a pass is worth for one player, and the time for finding out.
pub(super) struct Passing<'a> {
    game: &'a Game,
    color: Color,
    start: Instant,
    budget: Option<TimeBudget>,
}

impl<'a> Passing<'a> {
    /// Starts the time for `color`'s move.
    pub(super) fn new(game: &'a Game, color: Color, budget: Option<TimeBudget>) -> Self {
        Self {
            game,
            color,
            start: Instant::now(),
            budget,
        }
    }

    /// What is left of the move's time for the search. On a board that is more than half full some is kept back
    /// for [`is_premature`](Self::is_premature).
    pub(super) fn time_to_search(&self) -> Option<TimeBudget> {
        let (board, size) = (self.game.board(), self.game.size());
        let may_end = 2 * board.empty().len() < size * size;
        let kept_back = if may_end {
            self.time_to_settle()
        } else {
            Duration::ZERO
        };
        let left = self.budget?.less(self.start.elapsed());
        Some(left.less(kept_back))
    }

    /// Whether the opponent has just passed, and another pass ends the game as a win beyond dispute.
    pub(super) fn wins(&self) -> bool {
        let opponent_passed = self.game.last_move() == Some(Move::Pass)
            && self.game.moves().last() == Some(&(!self.color, Move::Pass));
        if !opponent_passed {
            return false;
        }
        let settlement = match self.game.dead_stones() {
            DeadStones::Stay => Some(settle_as_it_stands(self.game)),
            DeadStones::Removed => {
                settle_without_dead(self.game, self.deadline(self.time_to_settle()))
            }
        };
        settlement.is_some_and(|settlement| {
            settlement.is_clear && settlement.score.winner() == Some(self.color)
        })
    }

    /// Whether a pass would lose a game that is not over: the game's count is a loss, and the other count is a win or the board
    /// is not settled.
    ///
    /// Where dead stones stay, those of the enemy must be captured before a pass. Where they are taken off, a player who
    /// wins only by own dead stones loses nothing by playing on. Playouts tell the dead; where there is no time for them, a
    /// loss on the board is reason enough to play on.
    pub(super) fn is_premature(&self) -> bool {
        let size = self.game.size();
        let is_long = self.game.moves().len() >= LONG_GAME * size * size;
        let stands = self.game.area_score().winner();
        let must_capture = self.game.dead_stones() == DeadStones::Stay;
        if must_capture && stands == Some(self.color) || !must_capture && is_long {
            return false;
        }
        let deadline = self.budget.and_then(|budget| self.deadline(budget.hard));
        let Some(settlement) = settle_without_dead(self.game, deadline) else {
            return must_capture && !is_long;
        };
        let settled = settlement.score.winner();
        let (count, other) = if must_capture {
            (stands, settled)
        } else {
            (settled, stands)
        };
        let is_open = !settlement.is_clear && !is_long && count == Some(!self.color);
        count != Some(self.color) && (other == Some(self.color) || is_open)
    }

    fn time_to_settle(&self) -> Duration {
        self.budget
            .map_or(Duration::MAX, |TimeBudget { soft, .. }| {
                if soft < WORTH_SETTLING {
                    Duration::ZERO
                } else {
                    soft / PARTS
                }
            })
    }

    /// So long after the start; `None` is never.
    fn deadline(&self, time: Duration) -> Option<Instant> {
        self.start.checked_add(time)
    }
}
