//! The time that both players use, and their clocks after every move.

use std::time::Duration;

use crate::board::{AnyBoard, ByColor, Color, Move};

use super::{Clock, Remaining, TimeBudget, TimeControl};

/// What the player who made a move had left after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// Number of moves of the game then.
    pub moves: usize,
    /// The player.
    pub color: Color,
    /// What it had left.
    pub remaining: Remaining,
}

/// The clocks after every move of a game, so that they go back with a move that is taken back.
#[derive(Clone, Debug)]
pub struct Clocks {
    /// Never empty: the first one is before the first move.
    moments: Vec<Moment>,
    /// Time that the player to move has thought so far.
    running: Duration,
}

#[derive(Clone, Debug, Default)]
struct Moment {
    clock: Clock,
    used: ByColor<Duration>,
}

impl Clocks {
    /// The clocks of a game without moves.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self::resumed(control, &[], &[], ByColor::default())
    }

    /// The clocks of a game after these moves, with what a record says of them: what was left after moves, and what Black and
    /// White had used in the end.
    #[must_use]
    pub fn resumed(
        control: TimeControl,
        moves: &[(Color, Move)],
        times: &[MoveTime],
        used: ByColor<Duration>,
    ) -> Self {
        let mut moment = Moment {
            used,
            ..Moment::default()
        };
        moment.clock.set(control);
        let mut moments = vec![moment.clone()];
        for number in 1..=moves.len() {
            if control != TimeControl::Unlimited
                && let Some(time) = times.iter().find(|time| time.moves == number)
            {
                let Remaining {
                    time: left,
                    overtime,
                } = time.remaining;
                let clock = &mut moment.clock;
                clock.set_remaining(time.color, left, overtime.unwrap_or(0));
            }
            moments.push(moment.clone());
        }
        Self {
            moments,
            running: Duration::ZERO,
        }
    }

    /// Lets the clock of the player to move run.
    pub const fn run(&mut self, elapsed: Duration) {
        self.running = self.running.saturating_add(elapsed);
    }

    /// Whether `color`, to move, has thought longer than it may.
    #[must_use]
    pub fn is_out_of_time(&self, color: Color) -> bool {
        let most = self.now().clock.most(color);
        most.is_some_and(|most| self.running > most)
    }

    /// Ends the thinking of `color`, which has moved.
    pub fn stop(&mut self, color: Color) {
        let mut next = self.now().clone();
        let used = &mut next.used[color];
        *used = used.saturating_add(self.running);
        next.clock.spend(color, self.running);
        self.moments.push(next);
        self.running = Duration::ZERO;
    }

    /// Goes back to what it was after so many moves.
    pub fn go_back_to(&mut self, moves: usize) {
        self.moments.truncate(moves + 1);
        self.running = Duration::ZERO;
    }

    /// Goes on without a limit.
    pub fn remove_limit(&mut self) {
        self.now_mut().clock = Clock::default();
    }

    /// The time for the next move of `color`, as [`Clock::budget`] has it.
    #[must_use]
    pub fn budget(&self, color: Color, board: &AnyBoard) -> Option<TimeBudget> {
        self.now().clock.budget(color, board)
    }

    /// The time control at the start of the game.
    #[must_use]
    pub fn control(&self) -> TimeControl {
        self.moments[0].clock.control()
    }

    /// What `color` had left after so many moves; `None` without a limit.
    #[must_use]
    pub fn remaining_after(&self, moves: usize, color: Color) -> Option<Remaining> {
        self.moments.get(moves)?.clock.remaining(color)
    }

    /// What was left after each of these moves; nothing without a limit.
    #[must_use]
    pub fn times(&self, moves: &[(Color, Move)]) -> Vec<MoveTime> {
        let after = |(moves, &(color, _)): (usize, &(Color, Move))| {
            let remaining = self.remaining_after(moves, color)?;
            Some(MoveTime {
                moves,
                color,
                remaining,
            })
        };
        (1..).zip(moves).filter_map(after).collect()
    }

    /// What `color` had left when the latest move was made; `None` without a limit.
    #[must_use]
    pub fn remaining(&self, color: Color) -> Option<Remaining> {
        self.now().clock.remaining(color)
    }

    /// What `color` has left while `side` thinks, to the end of its overtime; `None` without a limit.
    #[must_use]
    pub fn left(&self, color: Color, side: Color) -> Option<Duration> {
        let running = if color == side {
            self.running
        } else {
            Duration::ZERO
        };
        Some(self.now().clock.most(color)?.saturating_sub(running))
    }

    /// The time that each color has used for its moves.
    #[must_use]
    pub fn used(&self) -> ByColor<Duration> {
        self.now().used
    }

    fn now(&self) -> &Moment {
        &self.moments[self.moments.len() - 1]
    }

    fn now_mut(&mut self) -> &mut Moment {
        let last = self.moments.len() - 1;
        &mut self.moments[last]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn a_clock_runs_over_several_prompts_and_goes_back_with_a_move() {
        let mut clocks = Clocks::new(TimeControl::Absolute { main: seconds(60) });
        clocks.run(seconds(4));
        clocks.run(seconds(6));
        clocks.stop(Color::Black);
        clocks.run(seconds(3));
        clocks.stop(Color::White);
        assert_eq!(clocks.used().black, seconds(10));
        let left = |clocks: &Clocks, color| clocks.remaining(color).map(|left| left.time);
        assert_eq!(left(&clocks, Color::Black), Some(seconds(50)));
        assert_eq!(left(&clocks, Color::White), Some(seconds(57)));
        clocks.go_back_to(1);
        assert_eq!(left(&clocks, Color::White), Some(seconds(60)));
        assert_eq!(clocks.used().white, Duration::ZERO);
        clocks.run(seconds(60));
        assert!(!clocks.is_out_of_time(Color::White));
        clocks.run(Duration::from_millis(1));
        assert!(clocks.is_out_of_time(Color::White));
        clocks.remove_limit();
        assert!(!clocks.is_out_of_time(Color::White));
        assert_eq!(left(&clocks, Color::White), None);
    }

    #[test]
    fn clocks_of_a_record_go_on_where_it_has_them() {
        let moves = [
            (Color::Black, Move::Pass),
            (Color::White, Move::Pass),
            (Color::Black, Move::Pass),
        ];
        let remaining = Remaining {
            time: seconds(20),
            overtime: Some(2),
        };
        let times = [MoveTime {
            moves: 1,
            color: Color::Black,
            remaining,
        }];
        let used = ByColor::new(seconds(8), seconds(9));
        let control = TimeControl::ByoYomi {
            main: seconds(60),
            period: seconds(30),
            periods: 3,
        };
        let clocks = Clocks::resumed(control, &moves, &times, used);
        assert_eq!(clocks.remaining(Color::Black), Some(remaining));
        let before = clocks.remaining_after(0, Color::Black);
        assert_eq!(before.map(|left| left.time), Some(seconds(60)));
        let unlimited = Clocks::resumed(TimeControl::Unlimited, &moves, &times, used);
        assert_eq!(unlimited.remaining(Color::Black), None);
        assert_eq!(unlimited.used().white, seconds(9));
    }
}
