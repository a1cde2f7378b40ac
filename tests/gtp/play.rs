//! `play`, `genmove` and `undo`.

use std::iter;

use tao_engine::Resign;
use tao_engine::raw::EngineSettings;
use tao_rules::board::Move;

use super::conversation::{
    VERTEX, each, follow, response, responses, session, session_with, vertex,
};

const ILLEGAL: &str = "? illegal move";

/// Checks that a new session accepts `moves`, such as `b e5 w c3`, and then answers as the script says.
fn after(moves: &str, script: &[(&str, &str)]) {
    let words: Vec<&str> = moves.split(' ').collect();
    let plays: Vec<String> = words
        .chunks(2)
        .map(|mv| format!("play {} {}", mv[0], mv[1]))
        .collect();
    let accepted = plays.iter().map(|play| (play.as_str(), "= "));
    follow(&accepted.chain(script.iter().copied()).collect::<Vec<_>>());
}

#[test]
fn a_level_is_set_as_in_gnu_go() {
    const BAD: &str = "? a level is a number from 1 to 26";
    follow(&[
        ("level 3", "= "),
        ("level 0", BAD),
        ("level 27", BAD),
        ("level strong", BAD),
    ]);
    each(&["level"], "? syntax error");
    let mut session = session();
    let answers = responses(&mut session, &["level 1", "genmove b", "tao-param"]);
    assert!(answers[2].contains("[string] level 1\n"), "{}", answers[2]);
}

#[test]
fn notation_of_moves() {
    for command in ["play b E5", "play BLACK e5", "play Black E5"] {
        follow(&[(command, "= ")]);
    }
    each(&["PLAY b e5"], "? unknown command");
    let malformed = [
        "play b i5",
        "play b 5e",
        "play b e",
        "play b",
        "play",
        "play x e5",
        "play b e5.0",
        "play b resign",
        "play b ee5",
        "play b a99999999999",
        "play b e-5",
        "play b e+5",
    ];
    each(&malformed, "? syntax error");
    each(&["play b k1", "play b a10", "play b z25"], ILLEGAL);
    each(&["play b a0"], "? syntax error");
    each(&["play b pass", "play w PASS", "play b Pass"], "= ");
}

#[test]
fn illegal_moves_are_refused() {
    after("b e5", &[("play w e5", ILLEGAL)]);
    after("b e5 b e4 b e3", &[]);
    let ko = "b e6 b d5 b e4 w f6 w g5 w f4 w e5 b f5";
    let threat = [
        ("play w a1", "= "),
        ("play b a2", "= "),
        ("play w e5", "= "),
    ];
    after(ko, &[&[("play w e5", ILLEGAL)], &threat[..]].concat());
    after("w a2 w b1", &[("play b a1", ILLEGAL)]);
    after("b a1 w a3 w b2 w b1", &[("play b a2", ILLEGAL)]);
    let send_two = "b c2 w a2 b b2 w b1 b d1 w c1 b a1";
    after(
        send_two,
        &[
            ("list_stones w", "= A2"),
            ("captures b", "= 2"),
            ("captures w", "= 0"),
        ],
    );
    after(send_two, &[("is_legal w b1", "= 0")]);
    after(
        send_two,
        &[("kgs-rules aga", "= "), ("is_legal w b1", "= 1")],
    );
}

/// A record may have been played by another superko rule.
#[test]
fn a_move_of_a_record_may_repeat_a_position() {
    let ko = "b d5 w e5 b c4 w f4 b d3 w e3 b e4 w d4 b pass w pass";
    after(
        ko,
        &[
            ("is_legal b e4", "= 0"),
            ("play b e4", "= "),
            ("play w d4", ILLEGAL),
            ("is_legal w d4", "= 0"),
            ("undo", "= "),
            ("gogui-play_sequence b e4 w a1", "= "),
            ("last_move", "= white A1"),
        ],
    );
    // Moves that are illegal under every superko rule are still refused.
    after(
        "b e6 b d5 b e4 w f6 w g5 w f4 w e5 b f5",
        &[("play w e5", ILLEGAL)],
    );
}

#[test]
fn a_move_that_repeats_a_position_is_never_generated() {
    // The three white stones stand in atari, but their capture leaves the position after the first move.
    let moves = "b a1 w b2 b a2 w b1 b a1 w a2";
    let words: Vec<&str> = moves.split(' ').collect();
    let plays = words
        .chunks(2)
        .map(|mv| format!("play {} {}", mv[0], mv[1]));
    let commands: Vec<String> = iter::once("boardsize 2".to_owned()).chain(plays).collect();
    for command in ["genmove b", "reg_genmove b", "kgs-genmove_cleanup b"] {
        let mut session = session();
        for command in &commands {
            assert_eq!(response(&mut session, command), "= ");
        }
        assert_eq!(response(&mut session, "all_legal b"), "= ");
        assert_eq!(response(&mut session, command), "= pass");
    }
}

#[test]
fn moves_are_undone() {
    follow(&[("undo", "? cannot undo")]);
    after(
        "b e5",
        &[
            ("undo 5", "? syntax error"),
            ("clear_board 5", "? syntax error"),
            ("last_move", "= black E5"),
        ],
    );
    after("b e5", &[("undo", "= "), ("undo", "? cannot undo")]);
    after(
        "b e5 w c3",
        &[
            ("gg-undo 3", "? cannot undo"),
            ("last_move", "= white C3"),
            ("gg-undo 2", "= "),
        ],
    );
    after(
        "b e5",
        &[
            ("gg-undo x", "? syntax error"),
            ("gg-undo", "= "),
            ("gg-undo", "? cannot undo"),
        ],
    );
    after("b e5", &[("gg-undo 0", "= "), ("last_move", "= black E5")]);
}

#[test]
fn an_undone_capture_leaves_no_trace() {
    let mut session = session();
    for mv in ["b e6", "b d5", "b e4", "w f6", "w g5", "w f4", "w e5"] {
        response(&mut session, &format!("play {mv}"));
    }
    let questions = [
        "showboard",
        "captures b",
        "captures w",
        "all_legal w",
        "all_legal b",
    ];
    let before = responses(&mut session, &questions);
    assert_eq!(
        responses(&mut session, &["play b f5", "play w e5", "undo"]),
        ["= ", ILLEGAL, "= "]
    );
    assert_eq!(responses(&mut session, &questions), before);
}

#[test]
fn a_whole_long_game_can_be_undone() {
    let mut session = session_with(EngineSettings {
        playouts: Some(1),
        seed: Some(23),
        resign: Resign::Never,
        ..EngineSettings::default()
    });
    responses(&mut session, &["boardsize 5", "kgs-rules cgos"]);
    let moves = [["genmove b", "genmove w"]; 500].concat();
    assert!(
        responses(&mut session, &moves)
            .iter()
            .all(|answer| vertex(answer).is_some())
    );
    assert!(
        responses(&mut session, &["undo"; 1000])
            .iter()
            .all(|answer| answer == "= ")
    );
    assert_eq!(
        responses(&mut session, &["list_stones b", "list_stones w", "undo"]),
        ["= ", "= ", "? cannot undo"]
    );
}

#[test]
fn moves_are_generated_for_either_color_at_any_time() {
    each(&["genmove", "genmove x", "genmove 1"], "? syntax error");
    follow(&[
        ("genmove b", VERTEX),
        ("genmove b", VERTEX),
        ("genmove w", VERTEX),
    ]);
    after(
        "b pass w pass",
        &[("genmove b", VERTEX), ("genmove w", VERTEX)],
    );
    after(
        "b pass w pass",
        &[("kgs-genmove_cleanup b", VERTEX), ("kgs-game_over", "= ")],
    );
}

#[test]
fn two_moves_in_a_row_are_two_moves() {
    let mut session = session();
    let moves = responses(&mut session, &["genmove b", "genmove b"]);
    assert_ne!(moves[0], moves[1]);
}

#[test]
fn own_eyes_are_not_filled() {
    // Black owns the board except for the eyes A1 and C1 of one living group.
    let mut session = session();
    responses(&mut session, &["boardsize 3", "kgs-rules cgos", "komi 0"]);
    for mv in ["a2", "b2", "c2", "b1", "a3", "b3"] {
        assert_eq!(response(&mut session, &format!("play b {mv}")), "= ");
    }
    // C3 is not an eye yet, and the engine might play there, so the test fills it first.
    let answers = responses(&mut session, &["play b c3", "genmove b"]);
    assert_eq!(answers, ["= ", "= pass"]);
}

#[test]
fn a_resignation_leaves_the_board_as_it_is() {
    let mut session = session_with(EngineSettings {
        playouts: Some(100),
        seed: Some(28),
        ..EngineSettings::default()
    });
    responses(&mut session, &["komi 400", "boardsize 5"]);
    let mut resigned = false;
    for _ in 0..20 {
        let before = response(&mut session, "showboard");
        if response(&mut session, "genmove b") == "= resign" {
            assert_eq!(response(&mut session, "showboard"), before);
            resigned = true;
            break;
        }
        response(&mut session, "genmove w");
    }
    assert!(resigned);
    assert_eq!(response(&mut session, "genmove b"), "= resign");
    assert!(vertex(&response(&mut session, "genmove w")).is_some());
}

#[test]
fn a_regression_move_is_repeatable_and_not_played() {
    let mut session = session();
    let answers = responses(
        &mut session,
        &[
            "reg_genmove b",
            "reg_genmove b",
            "list_stones b",
            "genmove b",
        ],
    );
    assert!(vertex(&answers[0]).is_some());
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[2], "= ");
    assert_eq!(answers[3], answers[0]);
}

/// The tree of earlier searches does not influence a regression move.
#[test]
fn a_regression_move_depends_on_the_position_alone() {
    let answer = |commands: &[&str]| {
        let mut session = session();
        responses(&mut session, commands).pop()
    };
    let commands = ["play b E5", "play w E3", "reg_genmove b"];
    let after_a_search = [
        "play b E5",
        "reg_genmove w",
        "play w E3",
        "genmove b",
        "undo",
        "reg_genmove b",
    ];
    assert_eq!(answer(&after_a_search), answer(&commands));
}

#[test]
fn an_early_pass_is_answered_by_a_move() {
    for rules in ["chinese", "cgos"] {
        let mut session = session();
        let commands = [&format!("kgs-rules {rules}"), "play b pass", "genmove w"];
        let answer = responses(&mut session, &commands).remove(2);
        assert!(
            vertex(&answer).is_some_and(|mv| mv != Move::Pass),
            "{answer}"
        );
    }
}

#[test]
fn twenty_thousand_moves_are_undone_by_one_command() {
    let mut session = session();
    let mut commands = vec!["play b pass"; 20_000];
    commands.push("gg-undo 20000");
    commands.push("undo");
    let answers = responses(&mut session, &commands);
    assert_eq!(answers[20_000..], ["= ", "? cannot undo"]);
}

#[test]
fn every_game_has_a_seed_of_its_own_unless_one_is_given() {
    let commands = [
        "get_random_seed",
        "clear_board",
        "get_random_seed",
        "set_random_seed 42",
        "clear_board",
        "get_random_seed",
    ];
    let drawn = responses(&mut session_with(EngineSettings::default()), &commands);
    assert_ne!(drawn[0], drawn[2]);
    assert_eq!(drawn[5], "= 42");
    let given = responses(&mut session(), &commands[..3]);
    assert_eq!(given, ["= 1", "= ", "= 1"]);
}

#[test]
fn a_seed_makes_a_game_repeatable() {
    let game = |session: &mut _| {
        let commands = [
            "clear_board",
            "set_random_seed 42",
            "get_random_seed",
            "genmove b",
            "genmove w",
            "genmove b",
        ];
        responses(session, &commands)
    };
    let first = game(&mut session());
    assert_eq!(first[2], "= 42");
    assert_eq!(game(&mut session()), first);
    each(
        &["set_random_seed", "set_random_seed x", "set_random_seed -1"],
        "? syntax error",
    );
}
