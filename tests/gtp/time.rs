//! Clocks and limits. What a move may take by the clock is tested in `src/gtp/commands/clock.rs`, without any real time; the
//! ignored tests measure it.

use tao_engine::raw::EngineSettings;
use tao_protocols::gtp::Session;

use super::conversation::{VERTEX, each, follow, response, responses, session_with, vertex};

const SYNTAX_ERROR: &str = "? syntax error";

/// A session whose searches are limited by the clock alone.
fn timed_session() -> Session {
    session_with(EngineSettings {
        seed: Some(1),
        ..EngineSettings::default()
    })
}

#[test]
fn time_settings_and_time_left() {
    let settings = [
        "time_settings 300 0 0",
        "time_settings 0 1 0",
        "time_settings 0 0 0",
        "time_settings 0 5 1",
        "time_settings 300 30 25",
        "time_settings 300 0 5",
        "time_settings 0.5 1.5 3",
    ];
    each(&settings, "= ");
    let malformed = [
        "time_settings",
        "time_settings 300 0",
        "time_settings a b c",
        "time_settings -1 0 0",
    ];
    each(&malformed, SYNTAX_ERROR);
    let left = [
        "time_left b 10 0",
        "time_left w 0 0",
        "time_left b -3 0",
        "time_left b 30 25",
        "time_left b 1e9 0",
    ];
    each(&left, "= ");
    let malformed = [
        "time_left b 10",
        "time_left z 10 0",
        "time_left b x 0",
        "time_left b 10 -1",
        "time_left",
    ];
    each(&malformed, SYNTAX_ERROR);
    follow(&[("time_left w 10 0", "= "), ("genmove w", VERTEX)]);
}

/// Checks that a session whose searches are limited by the clock alone accepts the settings and then answers with a move.
fn assert_moves(settings: &[&str], genmove: &str) {
    let mut session = timed_session();
    for answer in responses(&mut session, settings) {
        assert_eq!(answer, "= ", "{settings:?}");
    }
    let answer = response(&mut session, genmove);
    assert!(vertex(&answer).is_some(), "{settings:?}: {answer}");
}

#[test]
fn a_move_comes_however_little_time_there_is() {
    for settings in [
        &["time_settings 1 0 0", "time_left b 0 0"][..],
        &["time_settings 0 0 0"],
        &["time_settings 0 0.3 1"],
        &["kgs-time_settings byoyomi 0 0.5 3", "time_left b 0.5 3"],
        &["kata-time_settings fischer 0.5 0.2", "time_left b 0.2 0"],
    ] {
        assert_moves(settings, "genmove b");
    }
}

#[test]
fn without_a_limit_a_search_still_ends() {
    follow(&[("time_settings 0 1 0", "= "), ("genmove b", VERTEX)]);
}

#[test]
fn time_systems_by_name() {
    let known = [
        "none",
        "absolute 60",
        "byoyomi 60 10 3",
        "canadian 60 30 10",
        "absolute 0.5",
    ];
    for settings in known {
        follow(&[
            (&format!("kgs-time_settings {settings}"), "= "),
            ("genmove b", VERTEX),
        ]);
    }
    let fischer = "kata-time_settings fischer 60 2.5";
    follow(&[(fischer, "= "), ("genmove b", VERTEX)]);
    // As gtp2ogs sends it: no more than 60 s on the clock, any time for a move.
    let capped = "kata-time_settings fischer-capped 30 10 60 -1";
    follow(&[(capped, "= "), ("genmove b", VERTEX)]);
    let names = "= none absolute byoyomi canadian fischer fischer-capped";
    follow(&[("kata-list_time_settings", names)]);
    for settings in [
        "foo",
        "fischer 60",
        "fischer-capped 60 5 60",
        "",
        "absolute",
        "byoyomi 60 10",
        "canadian 60 x 10",
        "absolute -1",
    ] {
        follow(&[(&format!("kgs-time_settings {settings}"), SYNTAX_ERROR)]);
    }
}

#[test]
fn a_pass_is_answered_on_a_large_board() {
    for rules in ["chinese", "cgos"] {
        let rules = format!("kgs-rules {rules}");
        let settings = ["boardsize 19", "time_settings 0 0.3 1", "play b pass"];
        assert_moves(&[&[rules.as_str()][..], &settings].concat(), "genmove w");
    }
}

/// Tests of the time limits that a controller enforces.
mod strict {
    use std::time::{Duration, Instant};

    use tao_rules::board::Move;

    use super::*;

    /// The time that a new [`timed_session`] takes for the last of `commands`.
    fn last_takes(commands: &[&str]) -> Duration {
        let mut session = timed_session();
        let (last, before) = commands.split_last().unwrap();
        assert!(
            responses(&mut session, before)
                .iter()
                .all(|answer| answer.starts_with('='))
        );
        time_of_move(&mut session, last).1
    }

    /// The move that a command generates, and its time.
    fn time_of_move(session: &mut Session, command: &str) -> (Move, Duration) {
        let start = Instant::now();
        let answer = response(session, command);
        let mv = vertex(&answer).unwrap_or_else(|| panic!("{command}: {answer}"));
        (mv, start.elapsed())
    }

    /// The time that each side uses for a game of at most 120 moves, each after a `time_left` for its side.
    fn self_play(main: Duration) -> [Duration; 2] {
        let mut session = timed_session();
        let settings = format!("time_settings {} 0 0", main.as_secs());
        responses(&mut session, &[&settings, "clear_board"]);
        let mut used = [Duration::ZERO; 2];
        for turn in 0..120 {
            let color = ["b", "w"][turn % 2];
            let left = main.saturating_sub(used[turn % 2]).as_secs_f64();
            response(&mut session, &format!("time_left {color} {left} 0"));
            let start = Instant::now();
            let answer = response(&mut session, &format!("genmove {color}"));
            used[turn % 2] += start.elapsed();
            if answer == "= resign" {
                break;
            }
        }
        used
    }

    #[test]
    #[ignore = "needs a release build on an idle machine"]
    fn without_time_a_move_comes_at_once() {
        let commands = ["time_settings 1 0 0", "time_left b 0 0", "genmove b"];
        let elapsed = last_takes(&commands);
        assert!(elapsed <= Duration::from_millis(200), "{elapsed:?}");
    }

    #[test]
    #[ignore = "needs a release build on an idle machine"]
    fn every_period_is_enough_for_its_move() {
        let mut session = timed_session();
        response(&mut session, "time_settings 0 1 1");
        for turn in 0..20 {
            let genmove = ["genmove b", "genmove w"][turn % 2];
            let (mv, elapsed) = time_of_move(&mut session, genmove);
            assert!(
                elapsed <= Duration::from_secs(1),
                "{turn} {mv}: {elapsed:?}"
            );
        }
    }

    #[test]
    #[ignore = "needs a release build on an idle machine"]
    fn neither_side_of_a_game_uses_more_than_it_has() {
        let main = Duration::from_secs(3);
        let used = self_play(main);
        assert!(used.iter().all(|used| *used <= main), "{used:?}");
    }

    #[test]
    #[ignore = "needs a release build on an idle machine"]
    fn a_move_fits_into_its_period() {
        let commands = [
            "kgs-time_settings byoyomi 0 0.5 3",
            "time_left b 0.5 3",
            "genmove b",
        ];
        let elapsed = last_takes(&commands);
        assert!(elapsed <= Duration::from_millis(500), "{elapsed:?}");
    }

    #[test]
    #[ignore = "needs a release build on an idle machine"]
    fn an_opponent_who_passes_costs_no_time() {
        for size in [9, 19] {
            for period in [0.15, 0.3, 1.0] {
                let mut session = timed_session();
                let settings = format!("time_settings 0 {period} 1");
                responses(&mut session, &[&format!("boardsize {size}"), &settings]);
                for turn in 0..12 {
                    response(&mut session, "play b pass");
                    let (mv, elapsed) = time_of_move(&mut session, "genmove w");
                    let elapsed = elapsed.as_secs_f64();
                    assert!(elapsed <= period, "{size} {period} {turn} {mv}: {elapsed}");
                }
            }
        }
    }
}
