//! From the time on the clock to the time for a move. Time is an input here: nothing reads a real clock.

mod budget;

use std::time::Duration;

use crate::board::{AnyBoard, Color};

pub use budget::TimeBudget;

/// How long a game may take. Both players get the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeControl {
    /// As long as the players please.
    #[default]
    Unlimited,
    /// So much for the whole game.
    Absolute {
        /// Time for all moves.
        main: Duration,
    },
    /// Main time, then a number of stones in every period.
    Canadian {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// Moves to make in a period; then the next one begins.
        stones: u32,
    },
    /// Main time, then a number of periods, each lost when one move takes longer.
    ByoYomi {
        /// Time before the first period.
        main: Duration,
        /// Length of a period.
        period: Duration,
        /// How many periods there are.
        periods: u32,
    },
    /// Time for the whole game that grows with every move.
    Fischer {
        /// Time before the first move.
        main: Duration,
        /// What is added after each move.
        increment: Duration,
    },
}

/// What the controller's clock, or the way to it, may take from each move.
///
/// CGOS forgives 0.25 s a move, other controllers nothing.
const LAG_RESERVE: Duration = Duration::from_millis(100);

/// Moves that are expected in a game, both players' together, as a share of the points: 62 on 9x9.
///
/// This, `THOUGHTFUL`, `FEWEST_AHEAD`, `CRITICAL` and `CRITICAL_WEIGHT` are estimates for 9x9: a game has some 62 moves, of
/// which those from the 8th to the 30th decide most.
const EXPECTED_LENGTH: f64 = 62.0 / 81.0;

/// Share of a player's expected moves that still need thought: the last ones are forced or obvious.
const THOUGHTFUL: f64 = 0.85;

/// However long the game is already, so many moves may follow. With 10, a second is left when
/// a share gets down to [`LAG_RESERVE`], enough for another 200 moves that are played at once.
const FEWEST_AHEAD: f64 = 10.0;

/// With less time left no move takes more than its share.
const SCARCE: Duration = Duration::from_secs(2);

/// A move that is hard to choose may take so many shares. An estimate.
const MOST_SHARES: u32 = 3;

/// Of all the time left, no move takes more than one part in so many, if its share does not.
const MOST_PART: u32 = 4;

/// How much of the time left a move with an increment may take: as little as one increment is left, time is not lost by it.
const FISCHER_PART: f64 = 0.7;

/// When most is decided, in stones as a share of the points: moves 8 to 30 on 9x9.
const CRITICAL: std::ops::Range<f64> = 8.0 / 81.0..30.0 / 81.0;

/// How much more time a move of the critical phase gets.
const CRITICAL_WEIGHT: f64 = 1.6;

/// What one player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Remaining {
    time: Duration,
    /// `None` in main time, else how many stones (Canadian) or periods (byo-yomi) the overtime has left.
    overtime: Option<u32>,
}

/// The clocks of both players.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    control: TimeControl,
    /// By colour; `None` while there is no limit.
    players: [Option<Remaining>; 2],
}

impl Clock {
    /// Sets the time control for the games to come, and both clocks to its beginning.
    pub fn set(&mut self, control: TimeControl) {
        self.control = control;
        self.reset();
    }

    /// Sets both clocks to the beginning of a game.
    pub fn reset(&mut self) {
        self.players = [self.control.beginning(); 2];
    }

    /// Corrects a player's clock to what the controller shows. `overtime` is 0 in main time, else the
    /// stones (in byo-yomi the periods) left.
    pub fn set_remaining(&mut self, color: Color, time: Duration, overtime: u32) {
        self.players[color as usize] = Some(Remaining {
            time,
            overtime: (overtime > 0).then_some(overtime),
        });
    }

    /// Charges a player for a move. After an overrun no time is left.
    pub fn spend(&mut self, color: Color, elapsed: Duration) {
        let control = self.control;
        if let Some(remaining) = &mut self.players[color as usize] {
            *remaining = remaining.after(elapsed, control);
        }
    }

    /// Time for `color`'s next move on `board`; `None` when there is no limit.
    ///
    /// It never exceeds what is left, overtime included, less a reserve for lag, and may be zero: play at once.
    #[must_use]
    pub fn budget(&self, color: Color, board: &AnyBoard) -> Option<TimeBudget> {
        let Remaining { time, overtime } = self.players[color as usize]?;
        let main_share = time.div_f64(moves_ahead(board));
        let share = match (overtime, self.control) {
            (None, TimeControl::Fischer { increment, .. }) => main_share
                .saturating_add(increment)
                .min(time.mul_f64(FISCHER_PART)),
            (None, control) => main_share.max(control.overtime_share()),
            // What is left of a period when the move is made is nobody's.
            (Some(_), TimeControl::ByoYomi { .. }) => time,
            (Some(stones), _) => time / stones.max(1),
        };
        let longest = if time < SCARCE {
            share
        } else {
            let most = share.saturating_mul(MOST_SHARES).min(time / MOST_PART);
            most.max(share)
        };
        let budget = TimeBudget {
            target: share,
            maximum: longest,
        };
        Some(budget.minus(LAG_RESERVE))
    }
}

impl TimeControl {
    fn beginning(self) -> Option<Remaining> {
        let (main, overtime) = match self {
            Self::Unlimited => return None,
            Self::Absolute { main } | Self::Fischer { main, .. } => (main, None),
            Self::Canadian { main, .. } | Self::ByoYomi { main, .. } => (main, self.overtime()),
        };
        match overtime {
            Some((period, count)) if main.is_zero() => Some(Remaining {
                time: period,
                overtime: Some(count),
            }),
            _ => Some(Remaining {
                time: main,
                overtime: None,
            }),
        }
    }

    /// Length of an overtime period and how many stones, or periods, there are; `None` without overtime.
    fn overtime(self) -> Option<(Duration, u32)> {
        match self {
            Self::Unlimited | Self::Absolute { .. } | Self::Fischer { .. } => None,
            Self::Canadian { period, stones, .. } => Some((period, stones)),
            Self::ByoYomi {
                period, periods, ..
            } => Some((period, periods)),
        }
        .filter(|&(period, count)| count > 0 && !period.is_zero())
    }

    /// What a move adds to the clock, unless it was too late.
    const fn increment_after(self, overrun: Duration) -> Duration {
        match self {
            Self::Fischer { increment, .. } if overrun.is_zero() => increment,
            _ => Duration::ZERO,
        }
    }

    /// What each move of a fresh overtime may take: in main time a move may always take as much.
    fn overtime_share(self) -> Duration {
        match (self, self.overtime()) {
            (_, None) => Duration::ZERO,
            (Self::ByoYomi { .. }, Some((period, _))) => period,
            (_, Some((period, stones))) => period / stones,
        }
    }
}

impl Remaining {
    /// What is left after a move that took `elapsed`.
    fn after(self, elapsed: Duration, control: TimeControl) -> Self {
        let overrun = elapsed.saturating_sub(self.time);
        let in_time = Self {
            time: self.time.saturating_sub(elapsed),
            ..self
        };
        match (self.overtime, control.overtime()) {
            (None, Some(overtime)) if !overrun.is_zero() => {
                Self::enter(overtime).after(overrun, control)
            }
            (None, _) | (Some(_), None) => in_time.gaining(control.increment_after(overrun)),
            (Some(count), Some((period, full))) => {
                if matches!(control, TimeControl::ByoYomi { .. }) {
                    Self::after_byo_yomi(count, period, overrun)
                } else if count > 1 {
                    Self {
                        overtime: Some(count - 1),
                        ..in_time
                    }
                } else {
                    Self::enter((period, full))
                }
            }
        }
    }

    const fn gaining(self, increment: Duration) -> Self {
        Self {
            time: self.time.saturating_add(increment),
            ..self
        }
    }

    const fn enter((period, count): (Duration, u32)) -> Self {
        Self {
            time: period,
            overtime: Some(count),
        }
    }

    /// Each overrun period is lost; the period of the move itself begins anew.
    fn after_byo_yomi(periods: u32, period: Duration, overrun: Duration) -> Self {
        let lost = overrun.as_nanos().div_ceil(period.as_nanos());
        let left = u32::try_from(lost).map_or(0, |lost| periods.saturating_sub(lost));
        Self {
            time: if left > 0 { period } else { Duration::ZERO },
            overtime: Some(left.max(1)),
        }
    }
}

/// Among how many moves of its own a player shares the main time that is left.
fn moves_ahead(board: &AnyBoard) -> f64 {
    let area = (board.size() * board.size()) as f64;
    let played = area - board.empty().len() as f64;
    let own = (EXPECTED_LENGTH * area - played) / 2.0 * THOUGHTFUL;
    let weight = if CRITICAL.contains(&(played / area)) {
        CRITICAL_WEIGHT
    } else {
        1.0
    };
    (own / weight).max(FEWEST_AHEAD)
}

#[cfg(test)]
mod tests;
