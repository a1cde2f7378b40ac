//! Clocks, and the time for a move. Elapsed times are arguments: nothing here reads a real clock.

mod history;

use std::time::Duration;

use crate::raw::{AnyBoard, ByColor, Color};
pub use history::{Clocks, MoveTime};

/// The time that each player has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// No limit.
    #[default]
    Unlimited,
    /// Time for the whole game.
    Absolute {
        /// Time for all moves.
        main: Duration,
    },
    /// Main time, then periods with a number of moves in each.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves to make in a period.
        stones: u32,
    },
    /// Main time, then a number of periods; a move that exceeds a period loses it.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Number of periods.
        periods: u32,
    },
    /// Time for the whole game that grows with every move.
    Fischer {
        /// Time before the first move.
        main: Duration,
        /// Time added after each move.
        increment: Duration,
        /// Upper limits of the clock and of a move.
        caps: FischerCaps,
    },
}

/// Upper limits in Fischer time: [`Duration::MAX`] is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FischerCaps {
    /// Time on the clock, at first and after an increment.
    pub clock: Duration,
    /// Time of one move.
    pub one_move: Duration,
}

impl FischerCaps {
    /// No caps.
    pub const NONE: Self = Self {
        clock: Duration::MAX,
        one_move: Duration::MAX,
    };
}

/// Time for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBudget {
    /// Time that the move should take.
    pub target: Duration,
    /// Time that it may take while the best move is unclear; at least `target`. If both are equal, saved time is lost, and only
    /// a move that cannot change any more is played earlier.
    pub maximum: Duration,
}

impl TimeBudget {
    /// Creates a budget whose target and maximum are equal.
    pub const fn fixed(time: Duration) -> Self {
        Self {
            target: time,
            maximum: time,
        }
    }

    /// The minimum of each time.
    pub fn min(self, other: Self) -> Self {
        Self {
            target: self.target.min(other.target),
            maximum: self.maximum.min(other.maximum),
        }
    }

    /// The budget that is left after `time`; not less than zero.
    pub const fn minus(self, time: Duration) -> Self {
        Self {
            target: self.target.saturating_sub(time),
            maximum: self.maximum.saturating_sub(time),
        }
    }
}

/// Time of each move that is reserved for the lag of the controller. CGOS allows 0.25 s a move, other controllers nothing.
const LAG_RESERVE: Duration = Duration::from_millis(100);

/// Expected number of moves of both players, as a share of the points: 62 on 9x9, of which moves 8 to 30 decide most.
/// Like the other shares and weights below, an estimate for 9x9.
const EXPECTED_LENGTH: f64 = 62.0 / 81.0;

/// Share of a player's expected moves that need time: the last ones are forced or obvious.
const THOUGHTFUL_SHARE: f64 = 0.85;

/// Minimum number of own moves that the remaining time is divided by. With 10, a second is left when a share shrinks to
/// [`LAG_RESERVE`], enough for another 200 moves that are played at once.
const MIN_MOVES_LEFT: f64 = 10.0;

/// In a game of sudden death with no more time than this, a reserve for each move would be nearly all of it.
const SHORT_GAME: Duration = Duration::from_secs(2);

/// The part of a short game's time that all its moves together keep in reserve for lag. An estimate: 60 moves that each lose 8 ms
/// end within 1 s, and 25 moves without lag still use 40 % of it.
const SHORT_GAME_RESERVE: f64 = 0.55;

/// Controllers tell the time in whole seconds. In a short game, the engine's own clock is the better one if it differs by less.
const TOLD_UNIT: Duration = Duration::from_secs(1);

/// With less time left, the maximum is the target.
const SCARCE_TIME: Duration = Duration::from_secs(2);

/// The maximum as a multiple of the target. An estimate.
const MAX_SHARES: u32 = 3;

/// The maximum is at most the remaining time divided by this number, but not less than the target.
const MAX_PART_DIVISOR: u32 = 4;

/// Maximum share of the remaining time for a move with an increment; time that is saved is kept.
const MAX_FISCHER_SHARE: f64 = 0.7;

/// The phase that decides most, in stones as a share of the points: moves 8 to 30 on 9x9.
const CRITICAL_PHASE: std::ops::Range<f64> = 8.0 / 81.0..30.0 / 81.0;

const CRITICAL_WEIGHT: f64 = 1.6;

/// What a player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// Time left of the main time or of the period.
    pub time: Duration,
    /// Stones (Canadian) or periods (byo-yomi) left in overtime; `None` in main time.
    pub overtime: Option<u32>,
}

/// The clocks of both players.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    control: TimeControl,
    /// `None` without a limit.
    players: ByColor<Option<Remaining>>,
}

impl Clock {
    /// Sets the time control and resets both clocks.
    pub fn set(&mut self, control: TimeControl) {
        self.control = control;
        self.players = ByColor::from_fn(|_| control.start());
    }

    /// Sets a player's clock. `overtime` is 0 in main time, else the number of stones (in byo-yomi, periods) left. A time of zero
    /// means the beginning of a period if periods are left, or all stones of a period.
    pub fn set_remaining(&mut self, color: Color, time: Duration, overtime: u32) {
        let begins = |full: &Remaining| {
            let has_period = matches!(self.control, TimeControl::ByoYomi { .. });
            time.is_zero() && overtime > 0 && (has_period || full.overtime <= Some(overtime))
        };
        let period = self.control.overtime().filter(begins);
        self.players[color] = Some(Remaining {
            time: period.map_or(time, |full| full.time),
            overtime: (overtime > 0).then_some(overtime),
        });
    }

    /// Sets a player's clock to what a controller tells. In a short game of sudden death, a whole number of seconds that differs
    /// from the clock by less than one leaves it as it is.
    pub fn hear_remaining(&mut self, color: Color, time: Duration, overtime: u32) {
        let own = self.players[color];
        self.set_remaining(color, time, overtime);
        let told = self.players[color];
        let is_short = told.is_some_and(|told| self.short_game_reserve(told).is_some());
        let is_near = |own: &Remaining| own.time.abs_diff(time) < TOLD_UNIT;
        if is_short && time.subsec_nanos() == 0 {
            self.players[color] = own.filter(is_near).or(told);
        }
    }

    /// The time control.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What a player has left; `None` without a limit.
    pub fn remaining(&self, color: Color) -> Option<Remaining> {
        self.players[color]
    }

    /// The most time that the next move of `color` may take: with more it loses on time. `None` without a limit.
    pub fn most(&self, color: Color) -> Option<Duration> {
        let Remaining { time, overtime } = self.players[color]?;
        let more = match (overtime, self.control) {
            (Some(left), TimeControl::ByoYomi { period, .. }) => {
                period.saturating_mul(left.saturating_sub(1))
            }
            (
                None,
                TimeControl::ByoYomi {
                    period, periods, ..
                },
            ) => period.saturating_mul(periods),
            (
                None,
                TimeControl::Canadian {
                    period,
                    stones: 1..,
                    ..
                },
            ) => period,
            _ => Duration::ZERO,
        };
        Some(time.saturating_add(more))
    }

    /// Subtracts the time of a move; after an overrun no time is left.
    pub fn spend(&mut self, color: Color, elapsed: Duration) {
        let control = self.control;
        if let Some(remaining) = &mut self.players[color] {
            *remaining = remaining.after(elapsed, control);
        }
    }

    /// The time for `color`'s next move on `board`: at most the remaining time with overtime, minus a reserve
    /// for lag, and possibly zero; `None` without a limit.
    pub fn budget(&self, color: Color, board: &AnyBoard) -> Option<TimeBudget> {
        let left = self.players[color]?;
        let budget = if let Some(reserve) = self.short_game_reserve(left) {
            let share = left.time.saturating_sub(reserve);
            TimeBudget::fixed(share.div_f64(moves_left(board)))
        } else {
            self.usual_budget(left, board).minus(LAG_RESERVE)
        };
        Some(match self.control {
            TimeControl::Fischer { caps, .. } => {
                budget.min(TimeBudget::fixed(caps.one_move).minus(LAG_RESERVE))
            }
            _ => budget,
        })
    }

    /// The time for the next move of a player who has this left, without a reserve.
    fn usual_budget(&self, left: Remaining, board: &AnyBoard) -> TimeBudget {
        let Remaining { time, overtime } = left;
        let main_share = time.div_f64(moves_left(board));
        let share = match (overtime, self.control) {
            (None, TimeControl::Fischer { increment, .. }) => main_share
                .saturating_add(increment)
                .min(time.mul_f64(MAX_FISCHER_SHARE)),
            // In main time, a move may take as much as one at the start of overtime.
            (None, control) => control.overtime().map_or(main_share, |full| {
                let moves = match control {
                    TimeControl::Canadian { stones, .. } => stones,
                    _ => 1,
                };
                main_share.max(full.time / moves)
            }),
            // The rest of a byo-yomi period cannot be saved.
            (Some(_), TimeControl::ByoYomi { .. }) => time,
            (Some(stones), _) => time / stones.max(1),
        };
        let mut budget = TimeBudget::fixed(share);
        if time >= SCARCE_TIME {
            let maximum = share.saturating_mul(MAX_SHARES);
            budget.maximum = maximum.min(time / MAX_PART_DIVISOR).max(share);
        }
        budget
    }

    /// What all moves together keep in reserve for lag, in a short game of sudden death.
    fn short_game_reserve(&self, left: Remaining) -> Option<Duration> {
        let main = self.control.sudden_death()?;
        let is_short = left.overtime.is_none() && left.time.max(main) <= SHORT_GAME;
        is_short.then(|| main.mul_f64(SHORT_GAME_RESERVE))
    }
}

impl TimeControl {
    /// Fischer's time without caps.
    pub const fn fischer(main: Duration, increment: Duration) -> Self {
        Self::Fischer {
            main,
            increment,
            caps: FischerCaps::NONE,
        }
    }

    /// Time before overtime or increments; `None` without a limit.
    pub const fn main(self) -> Option<Duration> {
        match self {
            Self::Unlimited => None,
            Self::Absolute { main }
            | Self::Canadian { main, .. }
            | Self::ByoYomi { main, .. }
            | Self::Fischer { main, .. } => Some(main),
        }
    }

    fn start(self) -> Option<Remaining> {
        let time = match self {
            Self::Fischer { main, caps, .. } => main.min(caps.clock),
            _ => self.main()?,
        };
        let overtime = self.overtime().filter(|_| time.is_zero());
        Some(overtime.unwrap_or(Remaining {
            time,
            overtime: None,
        }))
    }

    /// The time for a whole game that nothing adds to.
    fn sudden_death(self) -> Option<Duration> {
        let has_more = match self {
            Self::Fischer { increment, .. } => !increment.is_zero(),
            control => control.overtime().is_some(),
        };
        self.start().filter(|_| !has_more).map(|left| left.time)
    }

    /// What a player has at the start of overtime; `None` without overtime.
    fn overtime(self) -> Option<Remaining> {
        let (time, count) = match self {
            Self::Unlimited | Self::Absolute { .. } | Self::Fischer { .. } => return None,
            Self::Canadian { period, stones, .. } => (period, stones),
            Self::ByoYomi {
                period, periods, ..
            } => (period, periods),
        };
        (count > 0 && !time.is_zero()).then_some(Remaining {
            time,
            overtime: Some(count),
        })
    }
}

impl Remaining {
    fn after(self, elapsed: Duration, control: TimeControl) -> Self {
        let overrun = elapsed.saturating_sub(self.time);
        let in_time = Self {
            time: self.time.saturating_sub(elapsed),
            ..self
        };
        match (self.overtime, control.overtime()) {
            (None, Some(overtime)) if !overrun.is_zero() => overtime.after(overrun, control),
            (None, _) | (Some(_), None) => match control {
                TimeControl::Fischer {
                    increment, caps, ..
                } if overrun.is_zero() => Self {
                    time: in_time.time.saturating_add(increment).min(caps.clock),
                    ..in_time
                },
                _ => in_time,
            },
            (Some(count), Some(full)) => {
                if matches!(control, TimeControl::ByoYomi { .. }) {
                    Self::after_byo_yomi(count, full.time, overrun)
                } else if count > 1 {
                    Self {
                        overtime: Some(count - 1),
                        ..in_time
                    }
                } else {
                    full
                }
            }
        }
    }

    /// Subtracts each exceeded period; the last one starts again.
    fn after_byo_yomi(periods: u32, period: Duration, overrun: Duration) -> Self {
        let lost = overrun.as_nanos().div_ceil(period.as_nanos());
        let left = u32::try_from(lost).map_or(0, |lost| periods.saturating_sub(lost));
        Self {
            time: if left > 0 { period } else { Duration::ZERO },
            overtime: Some(left.max(1)),
        }
    }
}

fn moves_left(board: &AnyBoard) -> f64 {
    let area = (board.size() * board.size()) as f64;
    let played = area - board.empty().len() as f64;
    let own = (EXPECTED_LENGTH * area - played) / 2.0 * THOUGHTFUL_SHARE;
    let weight = if CRITICAL_PHASE.contains(&(played / area)) {
        CRITICAL_WEIGHT
    } else {
        1.0
    };
    (own / weight).max(MIN_MOVES_LEFT)
}

#[cfg(test)]
mod tests;
