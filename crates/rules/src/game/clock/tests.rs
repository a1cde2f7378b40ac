//! Budgets and clocks, without any real time.

use super::*;
use crate::raw::{ByColor, Point};

const BLACK: Color = Color::Black;

fn seconds(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

fn absolute(main: u64) -> TimeControl {
    TimeControl::Absolute {
        main: Duration::from_secs(main),
    }
}

fn canadian(main: u64, period: u64, stones: u32) -> TimeControl {
    TimeControl::Canadian {
        main: Duration::from_secs(main),
        period: Duration::from_secs(period),
        stones,
    }
}

fn byo_yomi(main: u64, period: u64, periods: u32) -> TimeControl {
    TimeControl::ByoYomi {
        main: Duration::from_secs(main),
        period: Duration::from_secs(period),
        periods,
    }
}

fn fischer(main: u64, increment: u64) -> TimeControl {
    TimeControl::fischer(Duration::from_secs(main), Duration::from_secs(increment))
}

fn clock(control: TimeControl) -> Clock {
    let mut clock = Clock::default();
    clock.set(control);
    clock
}

/// A board with this many stones.
fn board(stones: usize) -> AnyBoard {
    let coords = crate::board::Coord::all(9).take(stones);
    AnyBoard::set_up(9, coords.map(|coord| (BLACK, coord))).unwrap()
}

#[test]
fn budgets_of_the_first_move() {
    let board = board(0);
    for (control, from, to) in [
        (TimeControl::Unlimited, None, None),
        (absolute(0), Some(0.0), Some(0.0)),
        (absolute(1), Some(0.0), Some(0.1)),
        (absolute(300), Some(8.0), Some(20.0)),
        (canadian(0, 1, 1), Some(0.8), Some(0.9)),
        (canadian(0, 5, 1), Some(4.8), Some(4.9)),
        (canadian(0, 30, 25), Some(1.0), Some(1.1)),
        (canadian(300, 30, 25), Some(8.0), Some(20.0)),
        (canadian(60, 30, 1), Some(29.0), Some(30.0)),
        (canadian(300, 0, 5), Some(8.0), Some(20.0)),
        (canadian(300, 30, 0), Some(8.0), Some(20.0)),
        (byo_yomi(0, 5, 3), Some(4.8), Some(4.9)),
        (byo_yomi(60, 10, 3), Some(9.8), Some(9.9)),
        (byo_yomi(60, 10, 0), Some(1.0), Some(4.0)),
        (fischer(300, 5), Some(13.0), Some(25.0)),
        (fischer(5, 5), Some(3.0), Some(3.5)),
        (fischer(300, 0), Some(8.0), Some(20.0)),
        (
            TimeControl::Absolute {
                main: Duration::MAX,
            },
            Some(1e9),
            None,
        ),
    ] {
        let budget = clock(control)
            .budget(BLACK, &board)
            .map(|budget| budget.target.as_secs_f64());
        assert!(
            budget >= from && to.is_none_or(|to| budget <= Some(to)),
            "{control:?}: {budget:?}"
        );
    }
}

#[test]
fn clocks_can_be_set() {
    let board = board(20);
    for (control, time, overtime, from, to) in [
        (absolute(300), 10.0, 0, 0.3, 1.5),
        (absolute(300), 0.0, 0, 0.0, 0.0),
        (absolute(300), 0.05, 0, 0.0, 0.0),
        (TimeControl::Unlimited, 10.0, 0, 0.3, 1.5),
        (TimeControl::Unlimited, 30.0, 25, 1.0, 1.1),
        (canadian(300, 30, 25), 30.0, 25, 1.0, 1.1),
        (canadian(300, 30, 25), 3.0, 1, 2.8, 2.9),
        (canadian(300, 30, 25), 1.0, 25, 0.0, 0.0),
        (canadian(300, 30, 25), 0.0, 25, 1.0, 1.1),
        (canadian(300, 30, 25), 0.0, 24, 0.0, 0.0),
        (canadian(300, 30, 25), 0.0, 0, 1.0, 1.2),
        (canadian(300, 30, 1), 0.0, 1, 29.8, 29.9),
        (byo_yomi(0, 5, 3), 5.0, 3, 4.8, 4.9),
        (byo_yomi(0, 5, 3), 2.0, 1, 1.8, 1.9),
        (byo_yomi(120, 4, 5), 0.0, 5, 3.8, 3.9),
        (byo_yomi(120, 4, 5), 0.0, 2, 3.8, 3.9),
        (byo_yomi(120, 4, 5), 0.0, 0, 3.8, 3.9),
        (TimeControl::Unlimited, 0.0, 5, 0.0, 0.0),
        (absolute(300), 0.0, 5, 0.0, 0.0),
        (fischer(300, 5), 10.0, 0, 5.3, 6.5),
        (fischer(300, 5), 1.0, 0, 0.5, 0.7),
    ] {
        let mut clock = clock(control);
        clock.set_remaining(BLACK, seconds(time), overtime);
        let budget = clock.budget(BLACK, &board).unwrap().target.as_secs_f64();
        assert!(
            (from..=to).contains(&budget),
            "{control:?} {time} {overtime}: {budget}"
        );
        clock.set(control);
        assert_eq!(clock.players, ByColor::from_fn(|_| control.start()));
    }
}

#[test]
fn each_player_has_a_clock() {
    let mut clock = clock(absolute(300));
    clock.set_remaining(BLACK, seconds(0.0), 0);
    assert_eq!(
        clock.budget(BLACK, &board(0)),
        Some(TimeBudget::fixed(Duration::ZERO))
    );
    assert!(clock.budget(!BLACK, &board(0)).unwrap().target > seconds(1.0));
}

#[test]
fn moves_use_main_time_then_overtime() {
    fn left(time: f64, overtime: u32) -> Remaining {
        Remaining {
            time: seconds(time),
            overtime: (overtime > 0).then_some(overtime),
        }
    }
    for (control, before, elapsed, after) in [
        (absolute(60), left(60.0, 0), 10.0, left(50.0, 0)),
        (absolute(60), left(5.0, 0), 10.0, left(0.0, 0)),
        (canadian(60, 30, 5), left(5.0, 0), 5.0, left(0.0, 0)),
        (canadian(60, 30, 5), left(5.0, 0), 10.0, left(25.0, 4)),
        (canadian(60, 30, 5), left(25.0, 4), 10.0, left(15.0, 3)),
        (canadian(60, 30, 5), left(1.0, 1), 0.5, left(30.0, 5)),
        (canadian(60, 30, 5), left(1.0, 2), 5.0, left(0.0, 1)),
        (canadian(60, 30, 1), left(5.0, 0), 10.0, left(30.0, 1)),
        (canadian(60, 30, 0), left(5.0, 0), 10.0, left(0.0, 0)),
        (byo_yomi(60, 10, 3), left(5.0, 0), 10.0, left(10.0, 3)),
        (byo_yomi(60, 10, 3), left(5.0, 0), 16.0, left(10.0, 2)),
        (byo_yomi(60, 10, 3), left(10.0, 3), 10.0, left(10.0, 3)),
        (byo_yomi(60, 10, 3), left(2.0, 3), 13.0, left(10.0, 1)),
        (byo_yomi(60, 10, 3), left(10.0, 3), 31.0, left(0.0, 1)),
        (byo_yomi(60, 10, 3), left(10.0, 3), 1e12, left(0.0, 1)),
        (fischer(60, 5), left(20.0, 0), 10.0, left(15.0, 0)),
        (fischer(60, 5), left(20.0, 0), 20.0, left(5.0, 0)),
        (fischer(60, 5), left(20.0, 0), 20.1, left(0.0, 0)),
    ] {
        assert_eq!(
            before.after(seconds(elapsed), control),
            after,
            "{control:?} {before:?} {elapsed}"
        );
    }
}

#[test]
fn fischer_time_may_be_capped() {
    let capped = |clock: u64, one_move: u64| TimeControl::Fischer {
        main: Duration::from_secs(60),
        increment: Duration::from_secs(10),
        caps: FischerCaps {
            clock: Duration::from_secs(clock),
            one_move: Duration::from_secs(one_move),
        },
    };
    let full = Remaining {
        time: seconds(60.0),
        overtime: None,
    };
    let after = full.after(seconds(2.0), capped(65, 1_000));
    assert_eq!(after.time, seconds(65.0));
    let target = |control| clock(control).budget(BLACK, &board(0)).unwrap().target;
    let free = target(fischer(60, 10));
    assert_eq!(target(capped(1_000, 1_000)), free);
    let start = clock(capped(40, 1_000)).remaining(BLACK).unwrap().time;
    assert_eq!(start, seconds(40.0));
    assert_eq!(target(capped(1_000, 3)) + LAG_RESERVE, seconds(3.0));
}

#[test]
fn a_move_may_take_what_is_left_with_all_overtime() {
    for (control, time, overtime, most) in [
        (absolute(60), 20.0, 0, 20.0),
        (fischer(60, 5), 20.0, 0, 20.0),
        (canadian(60, 30, 5), 20.0, 0, 50.0),
        (canadian(60, 30, 5), 20.0, 3, 20.0),
        (byo_yomi(60, 10, 3), 20.0, 0, 50.0),
        (byo_yomi(60, 10, 3), 7.0, 3, 27.0),
        (byo_yomi(60, 10, 3), 7.0, 1, 7.0),
    ] {
        let mut clock = clock(control);
        clock.set_remaining(BLACK, seconds(time), overtime);
        assert_eq!(clock.most(BLACK), Some(seconds(most)), "{control:?} {time}");
    }
    assert_eq!(clock(TimeControl::Unlimited).most(BLACK), None);
}

/// Plays a long game in which each move takes a little more than the maximum; returns the time used.
fn long_game(control: TimeControl, size: usize) -> Duration {
    let overhead = Duration::from_millis(5);
    let mut clock = clock(control);
    let mut board = AnyBoard::new(size);
    let mut used = Duration::ZERO;
    let mut coords = crate::board::Coord::all(size);
    for _ in 0..200 {
        let elapsed = clock.budget(BLACK, &board).unwrap().maximum + overhead;
        clock.spend(BLACK, elapsed);
        used += elapsed;
        // The board fills up and then does not change, as in a long ko fight.
        for (color, coord) in [BLACK, !BLACK].into_iter().zip(&mut coords) {
            let _ = board.play(color, Point::new(coord));
        }
    }
    used
}

#[test]
fn two_hundred_moves_of_absolute_time_never_run_out() {
    for main in [2, 10, 60, 300, 3600] {
        for size in [5, 9, 13, 19] {
            let used = long_game(absolute(main), size);
            assert!(
                used < Duration::from_secs(main),
                "{main} s on {size}x{size}: {used:?}"
            );
        }
    }
}

/// The share of a short game's time that this many moves use with this overhead each.
fn used_share(mut clock: Clock, size: usize, moves: usize, overhead: Duration) -> f64 {
    let main = clock.remaining(BLACK).unwrap().time;
    let mut board = AnyBoard::new(size);
    let mut coords = crate::board::Coord::all(size);
    for _ in 0..moves {
        let budget = clock.budget(BLACK, &board).unwrap().maximum;
        clock.spend(BLACK, budget + overhead);
        for (color, coord) in [BLACK, !BLACK].into_iter().zip(&mut coords) {
            let _ = board.play(color, Point::new(coord));
        }
    }
    let left = clock.remaining(BLACK).unwrap().time;
    1.0 - left.as_secs_f64() / main.as_secs_f64()
}

#[test]
fn a_short_game_uses_a_third_of_its_time_and_never_all() {
    let millis = Duration::from_millis;
    for control in [absolute(1), absolute(2), fischer(1, 0), byo_yomi(2, 10, 0)] {
        let used = |size, moves, overhead| used_share(clock(control), size, moves, overhead);
        for (size, usual_moves) in [(5, 14), (9, 25), (13, 50), (19, 100)] {
            let usual = used(size, usual_moves, Duration::ZERO);
            assert!(usual > 0.33, "{control:?} on {size}x{size}: {usual}");
        }
        let slow = used(9, 60, millis(8));
        assert!(slow < 1.0, "{control:?} beside a busy machine: {slow}");
    }
}

#[test]
fn a_move_of_a_short_game_may_be_capped() {
    let one_move = LAG_RESERVE + Duration::from_millis(5);
    let control = TimeControl::Fischer {
        main: seconds(2.0),
        increment: Duration::ZERO,
        caps: FischerCaps {
            one_move,
            ..FischerCaps::NONE
        },
    };
    let maximum = clock(control).budget(BLACK, &board(0)).unwrap().maximum;
    assert_eq!(maximum + LAG_RESERVE, one_move);
}

#[test]
fn other_games_of_sudden_death_keep_a_reserve_for_each_move() {
    let target = |clock: &Clock| clock.budget(BLACK, &board(0)).unwrap().target;
    let long = clock(absolute(3));
    let share = seconds(3.0).div_f64(moves_left(&board(0)));
    assert_eq!(target(&long) + LAG_RESERVE, share);
    let mut nearly_over = clock(absolute(300));
    nearly_over.set_remaining(BLACK, seconds(1.0), 0);
    assert_eq!(target(&nearly_over), Duration::ZERO);
}

#[test]
fn in_a_short_game_whole_seconds_do_not_replace_a_better_clock() {
    for (control, told, left) in [
        (absolute(2), 1.0, 1.25),
        (absolute(2), 2.0, 1.25),
        (absolute(2), 1.5, 1.5),
        (absolute(2), 0.0, 0.0),
        (absolute(2), 10.0, 10.0),
        (absolute(300), 299.0, 299.0),
    ] {
        let mut clock = clock(control);
        clock.spend(BLACK, seconds(0.75));
        clock.hear_remaining(BLACK, seconds(told), 0);
        let time = clock.remaining(BLACK).map(|left| left.time);
        assert_eq!(time, Some(seconds(left)), "{control:?} {told}");
        clock.set_remaining(BLACK, seconds(told), 0);
        let exact = clock.remaining(BLACK).map(|left| left.time);
        assert_eq!(exact, Some(seconds(told)), "{control:?} {told}");
    }
}

#[test]
fn the_maximum_exceeds_the_target_when_time_can_be_saved() {
    for (control, time, overtime, factor) in [
        (absolute(300), 200.0, 0, 3.0),
        (absolute(300), 10.0, 0, 3.0),
        (absolute(300), 1.9, 0, 1.0),
        (canadian(300, 30, 25), 30.0, 25, 3.0),
        (canadian(300, 30, 25), 30.0, 1, 1.0),
        (byo_yomi(0, 5, 3), 5.0, 3, 1.0),
        (fischer(300, 5), 200.0, 0, 3.0),
        (fischer(300, 5), 6.0, 0, 1.0),
    ] {
        let mut clock = clock(control);
        clock.set_remaining(BLACK, seconds(time), overtime);
        let TimeBudget { target, maximum } = clock.budget(BLACK, &board(0)).unwrap();
        let [target, maximum] =
            [target, maximum].map(|budget| (budget + LAG_RESERVE).as_secs_f64());
        let message = format!("{control:?} {time}: {target} {maximum}");
        assert!((maximum / target - factor).abs() < 0.01, "{message}");
    }
}

#[test]
fn fischer_time_never_runs_out() {
    for (main, increment) in [(60, 1), (10, 5), (1, 1), (300, 0)] {
        let mut clock = clock(fischer(main, increment));
        for _ in 0..300 {
            let maximum = clock.budget(BLACK, &board(40)).unwrap().maximum;
            let before = clock.players[Color::Black].unwrap().time;
            let elapsed = maximum + Duration::from_millis(2);
            assert!(elapsed < before, "{before:?} left of {main}+{increment}");
            clock.spend(BLACK, elapsed);
        }
    }
}

#[test]
fn most_of_the_time_is_used_when_it_matters() {
    let mut clock = clock(absolute(300));
    for stones in (0..60).step_by(2) {
        let budget = clock.budget(BLACK, &board(stones)).unwrap().target;
        clock.spend(BLACK, budget);
    }
    let left = clock.players[Color::Black].unwrap().time;
    assert!(
        left < Duration::from_secs(40),
        "{left:?} left after 60 moves"
    );
}

#[test]
fn overtime_never_overruns() {
    for control in [
        canadian(60, 30, 5),
        canadian(0, 1, 1),
        byo_yomi(10, 5, 1),
        byo_yomi(0, 5, 3),
    ] {
        let mut clock = clock(control);
        for _ in 0..500 {
            let budget = clock.budget(BLACK, &board(40)).unwrap().maximum;
            let before = clock.players[Color::Black].unwrap();
            clock.spend(BLACK, budget + LAG_RESERVE);
            let after = clock.players[Color::Black].unwrap();
            assert!(
                !after.time.is_zero() || after.overtime.is_none(),
                "{control:?}"
            );
            if let (TimeControl::ByoYomi { .. }, Some(periods)) = (control, before.overtime) {
                assert_eq!(after.overtime, Some(periods), "no period is lost");
            }
        }
    }
}
