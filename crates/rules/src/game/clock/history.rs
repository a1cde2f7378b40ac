//! The time that both players use, and their clocks after every move.

use std::time::Duration;

use crate::raw::{AnyBoard, ByColor, Color};

use super::{Clock, Remaining, TimeBudget, TimeControl};

/// The time that a player had left after a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// Number of moves of the game then.
    pub moves: usize,
    /// The player who made the move.
    pub color: Color,
    /// What it had left.
    pub remaining: Remaining,
}

/// The clocks of a game, and their states after its moves, to which they go back when moves are taken back.
///
/// A clock runs only where [`run`](Self::run) is called. The time of other moves is not known, and their player's clock stays as it
/// is.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    start: ClockState,
    now: ClockState,
    /// The states after the moves whose time is known, in their order.
    measured: Vec<Measured>,
    /// The side that thinks, and how long it has thought so far.
    running: Option<(Color, Duration)>,
}

#[derive(Clone, Debug, Default)]
struct ClockState {
    clock: Clock,
    used: ByColor<Duration>,
}

#[derive(Clone, Debug)]
struct Measured {
    /// Number of moves of the game then.
    moves: usize,
    /// The player of the last of these moves.
    color: Color,
    moment: ClockState,
}

impl Clocks {
    /// The clocks of a game without moves.
    pub fn new(control: TimeControl) -> Self {
        Self::resumed(control, &[], ByColor::default())
    }

    /// The clocks of a game whose record tells what was left after moves, and what each color had used in the end.
    pub fn resumed(control: TimeControl, times: &[MoveTime], used: ByColor<Duration>) -> Self {
        let mut clocks = Self::default();
        clocks.start.used = used;
        clocks.start.clock.set(control);
        clocks.now = clocks.start.clone();
        if control != TimeControl::Unlimited {
            for time in times {
                let left = time.remaining;
                clocks.set_remaining(time.color, left.time, left.overtime.unwrap_or(0));
                clocks.note(time.color, time.moves);
            }
        }
        clocks
    }

    /// Sets another time control, and resets both clocks.
    pub fn set(&mut self, control: TimeControl) {
        self.start.clock.set(control);
        self.now.clock.set(control);
    }

    /// Sets a player's clock as [`Clock::set_remaining`] does.
    pub fn set_remaining(&mut self, color: Color, time: Duration, overtime: u32) {
        self.now.clock.set_remaining(color, time, overtime);
    }

    /// Sets a player's clock as [`Clock::hear_remaining`] does.
    pub fn hear_remaining(&mut self, color: Color, time: Duration, overtime: u32) {
        self.now.clock.hear_remaining(color, time, overtime);
    }

    /// Lets the clock of `color`, which thinks, run for this long.
    pub fn run(&mut self, color: Color, elapsed: Duration) {
        let before = self.running_of(color).unwrap_or_default();
        self.running = Some((color, before.saturating_add(elapsed)));
    }

    /// Whether `color` has thought longer than it may.
    pub fn is_out_of_time(&self, color: Color) -> bool {
        let (most, running) = (self.now.clock.most(color), self.running_of(color));
        most.is_some_and(|most| running.is_some_and(|running| running > most))
    }

    /// Stops the clocks after a move of `color`. `moves` is the number of moves of the game, this one included.
    pub fn stop(&mut self, color: Color, moves: usize) {
        if let Some(elapsed) = self.running_of(color) {
            let used = &mut self.now.used[color];
            *used = used.saturating_add(elapsed);
            self.now.clock.spend(color, elapsed);
            self.note(color, moves);
        }
        self.running = None;
    }

    /// Goes back to the state after this number of moves.
    pub fn go_back_to(&mut self, moves: usize) {
        self.forget_after(moves);
        let last = self.measured.last();
        self.now = last.map_or(&self.start, |last| &last.moment).clone();
        self.running = None;
    }

    /// Forgets the states after later moves, which were taken back, but not the time that these moves took.
    pub fn forget_after(&mut self, moves: usize) {
        self.measured.retain(|measured| measured.moves <= moves);
    }

    /// Goes on without a limit, even if moves are taken back later. Forgets what was left after moves.
    pub fn remove_limit(&mut self) {
        let moments = self
            .measured
            .iter_mut()
            .map(|measured| &mut measured.moment);
        for moment in moments.chain([&mut self.start, &mut self.now]) {
            moment.clock = Clock::default();
        }
    }

    /// The time for the next move of `color`: see [`Clock::budget`].
    pub fn budget(&self, color: Color, board: &AnyBoard) -> Option<TimeBudget> {
        self.now.clock.budget(color, board)
    }

    /// The time control of the game.
    pub const fn control(&self) -> TimeControl {
        self.start.clock.control()
    }

    /// What was left after the moves whose time is known; empty without a limit.
    pub fn times(&self) -> Vec<MoveTime> {
        let time = |measured: &Measured| {
            let Measured { moves, color, .. } = *measured;
            let remaining = measured.moment.clock.remaining(color)?;
            Some(MoveTime {
                moves,
                color,
                remaining,
            })
        };
        self.measured.iter().filter_map(time).collect()
    }

    /// What `color` had left before it began to think; `None` without a limit.
    pub fn remaining(&self, color: Color) -> Option<Remaining> {
        self.now.clock.remaining(color)
    }

    /// What `color` has left now, to the end of its overtime; `None` without a limit.
    pub fn left(&self, color: Color) -> Option<Duration> {
        let running = self.running_of(color).unwrap_or_default();
        Some(self.now.clock.most(color)?.saturating_sub(running))
    }

    /// The time that each color has used for its moves, as far as it is known.
    pub const fn used(&self) -> ByColor<Duration> {
        self.now.used
    }

    fn note(&mut self, color: Color, moves: usize) {
        self.measured.push(Measured {
            moves,
            color,
            moment: self.now.clone(),
        });
    }

    /// How long `color` has thought so far, if it is thinking.
    fn running_of(&self, color: Color) -> Option<Duration> {
        let running = self.running.filter(|&(side, _)| side == color);
        running.map(|(_, elapsed)| elapsed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn left(clocks: &Clocks, color: Color) -> Option<Duration> {
        clocks.remaining(color).map(|left| left.time)
    }

    #[test]
    fn a_clock_runs_over_several_prompts_and_goes_back_with_a_move() {
        let mut clocks = Clocks::new(TimeControl::Absolute { main: seconds(60) });
        clocks.run(Color::Black, seconds(4));
        clocks.run(Color::Black, seconds(6));
        clocks.stop(Color::Black, 1);
        clocks.run(Color::White, seconds(3));
        clocks.stop(Color::White, 2);
        assert_eq!(clocks.used()[Color::Black], seconds(10));
        assert_eq!(left(&clocks, Color::Black), Some(seconds(50)));
        assert_eq!(left(&clocks, Color::White), Some(seconds(57)));
        clocks.go_back_to(1);
        assert_eq!(left(&clocks, Color::White), Some(seconds(60)));
        assert_eq!(clocks.used()[Color::White], Duration::ZERO);
        clocks.run(Color::White, seconds(60));
        assert!(!clocks.is_out_of_time(Color::White));
        clocks.run(Color::White, Duration::from_millis(1));
        assert!(clocks.is_out_of_time(Color::White));
        clocks.remove_limit();
        assert!(!clocks.is_out_of_time(Color::White));
        assert_eq!(left(&clocks, Color::White), None);
    }

    #[test]
    fn a_limit_that_was_removed_stays_away_when_moves_are_taken_back() {
        let mut clocks = Clocks::new(TimeControl::Absolute { main: seconds(60) });
        clocks.run(Color::Black, seconds(4));
        clocks.stop(Color::Black, 1);
        clocks.remove_limit();
        clocks.run(Color::White, seconds(90));
        clocks.stop(Color::White, 2);
        for moves in [1, 0] {
            clocks.go_back_to(moves);
            assert_eq!(Color::BOTH.map(|color| left(&clocks, color)), [None; 2]);
            assert_eq!(clocks.used()[Color::Black], seconds(4 * moves as u64));
        }
        assert_eq!(clocks.control(), TimeControl::Unlimited);
        assert_eq!(clocks.times(), []);
    }

    /// A protocol may tell no times of the opponent, and another program's clock does not go back with the moves.
    #[test]
    fn a_clock_that_nobody_runs_stays_as_it_is() {
        let control = TimeControl::Canadian {
            main: Duration::ZERO,
            period: seconds(30),
            stones: 5,
        };
        let mut clocks = Clocks::new(control);
        clocks.run(Color::Black, seconds(4));
        clocks.stop(Color::Black, 1);
        clocks.stop(Color::White, 2);
        let numbers: Vec<usize> = clocks.times().iter().map(|time| time.moves).collect();
        assert_eq!(numbers, [1]);
        let stones = |color| clocks.remaining(color).and_then(|left| left.overtime);
        assert_eq!(
            (stones(Color::Black), stones(Color::White)),
            (Some(4), Some(5))
        );
        clocks.forget_after(0);
        assert_eq!(clocks.times(), []);
        assert_eq!(left(&clocks, Color::Black), Some(seconds(26)));
    }

    #[test]
    fn clocks_of_a_record_go_on_where_it_has_them() {
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
        let mut clocks = Clocks::resumed(control, &times, used);
        assert_eq!(clocks.remaining(Color::Black), Some(remaining));
        assert_eq!(clocks.times(), times);
        clocks.go_back_to(0);
        assert_eq!(left(&clocks, Color::Black), Some(seconds(60)));
        let short = TimeControl::Absolute { main: seconds(2) };
        let whole = Remaining {
            time: seconds(1),
            overtime: None,
        };
        let half = Remaining {
            time: Duration::from_millis(1500),
            ..whole
        };
        let times = [(1, half), (3, whole)].map(|(moves, remaining)| MoveTime {
            moves,
            color: Color::Black,
            remaining,
        });
        assert_eq!(Clocks::resumed(short, &times, used).times(), times);
        let unlimited = Clocks::resumed(TimeControl::Unlimited, &times, used);
        assert_eq!(unlimited.remaining(Color::Black), None);
        assert_eq!(unlimited.used()[Color::White], seconds(9));
    }
}
