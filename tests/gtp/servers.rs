//! The commands of servers, their order and spelling. Whole games are in `transcripts` and in `tests/peers/gnugo.rs`.

use tao_engine::Engine;
use tao_engine::raw::EngineSettings;
use tao_protocols::gtp::{Session, SessionOptions};
use tao_rules::game::Game;

use super::conversation::{follow, output, responses, session, vertex};
use crate::support::binary::{output_for, tao_go};

#[test]
fn komi_and_time_outlast_a_new_board() {
    follow(&[
        ("boardsize 9", "= "),
        ("komi 7.5", "= "),
        ("time_settings 300 0 0", "= "),
        ("clear_board", "= "),
        ("get_komi", "= 7.5"),
    ]);
}

#[test]
fn moves_come_in_any_case() {
    for play in ["play w D5", "play w d5", "play b PASS", "play W pass"] {
        follow(&[(play, "= ")]);
    }
}

#[test]
fn a_move_is_one_line_and_an_empty_one() {
    let answer = output(b"genmove b\n");
    assert_eq!(answer.matches('\n').count(), 2, "{answer:?}");
    assert!(
        vertex(answer.trim_end_matches('\n')).is_some(),
        "{answer:?}"
    );
}

#[test]
fn a_game_goes_on_where_the_connection_broke() {
    let replay = [
        "boardsize 9",
        "komi 7.0",
        "time_settings 300 0 0",
        "clear_board",
    ];
    let moves = [
        "play b e5",
        "play w c3",
        "play b PASS",
        "play w g7",
        "time_left b 120 0",
        "genmove b",
    ];
    let answers = responses(&mut session(), &[&replay[..], &moves].concat());
    assert!(
        answers[..9].iter().all(|answer| answer == "= "),
        "{answers:?}"
    );
    assert!(vertex(&answers[9]).is_some());
}

#[test]
fn dead_stones_are_captured_before_a_pass() {
    // White is dead in the corner, and Black has nothing else to play. With the dead stones on the board White would win by komi.
    let mut commands: Vec<String> = ["kgs-rules cgos", "boardsize 5", "komi 24"]
        .map(str::to_owned)
        .to_vec();
    let black = ["A3", "B3", "C3", "D3", "E3", "D1", "D2", "C4", "D5", "B5"];
    let white = ["A1", "B1", "A2"];
    commands.extend(black.iter().map(|point| format!("play b {point}")));
    commands.extend(white.iter().map(|point| format!("play w {point}")));
    commands.extend(["play w pass", "genmove b"].map(str::to_owned));
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    let answer = responses(&mut session(), &commands).pop().unwrap();
    assert_ne!(answer, "= pass");
}

#[test]
fn notifications_need_no_argument() {
    for name in [
        "cgos-opponent_name",
        "cgos-opponent_rating",
        "cgos-gameover",
    ] {
        for arguments in ["", " BForfeit", " GNU Go 1800? x"] {
            follow(&[(&format!("{name}{arguments}"), "= ")]);
        }
    }
}

#[test]
fn kgs_chat_is_answered() {
    follow(&[
        (
            "kgs-chat game somebody hello",
            "= I have not thought about a move yet.",
        ),
        ("kgs-chat game", "? syntax error"),
        ("kgs-game_over", "= "),
        ("known_command kgs-chat", "= true"),
    ]);
    let answers = responses(
        &mut session(),
        &["genmove b", "kgs-chat private x y", "list_commands"],
    );
    assert!(
        answers[1].starts_with("= After 10 visits I rated my chances at "),
        "{}",
        answers[1]
    );
    assert!(!answers[2].contains("kgs-chat"));
    let options = SessionOptions {
        lists_chat: true,
        ..SessionOptions::default()
    };
    let engine = Engine::new(EngineSettings::default());
    let mut speaking = Session::new(Game::new(9).unwrap(), engine, options);
    assert!(responses(&mut speaking, &["list_commands"])[0].ends_with("\nkgs-chat"));
}

#[test]
fn gomill_gets_the_reason_for_a_move() {
    let answers = responses(
        &mut session(),
        &[
            "gomill-explain_last_move",
            "genmove b",
            "gomill-explain_last_move",
        ],
    );
    assert_eq!(answers[0], "? no search yet");
    let mv = &answers[1][2..];
    assert!(
        answers[2].starts_with(&format!("= {mv}: ")),
        "{}",
        answers[2]
    );
    assert!(answers[2].contains(" % after 10 visits, expected line "));
}

/// The pattern by which gtp2ogs 9 finds a line for the chat, word by word.
fn is_chat_of_katago(line: &str) -> bool {
    let number = |word: &str| word.parse::<f64>().is_ok();
    let words: Vec<&str> = line.split(' ').collect();
    let [
        visits,
        count,
        winrate,
        percent,
        lead,
        points,
        stdev,
        deviation,
        pv,
        moves @ ..,
    ] = &words[..]
    else {
        return false;
    };
    let percent = percent
        .strip_suffix('%')
        .and_then(|percent| percent.split_once('.'));
    (*visits, *winrate, *lead, *stdev, *pv)
        == ("CHAT:Visits", "Winrate", "ScoreLead", "ScoreStdev", "PV")
        && percent.is_some_and(|(_, decimals)| decimals.len() == 2)
        && [count, points, deviation].iter().all(|word| number(word))
        && !moves.is_empty()
        && moves
            .iter()
            .all(|mv| mv.parse::<tao_rules::board::Move>().is_ok())
}

#[test]
fn each_move_is_told_to_the_chat_of_ogs() {
    let mut command = tao_go();
    command.args(["gtp", "--playouts=20", "--seed=1", "--chat=ogs"]);
    let output = output_for(command, "genmove b\ngenmove w\nquit\n");
    let errors = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines.len(), 4, "{errors}");
    assert_eq!(lines[0], "GTP ready", "LizGoban waits for it");
    assert!(lines[1].contains("KataGo"), "gtp2ogs looks for the name");
    assert!(
        lines[2..].iter().all(|line| is_chat_of_katago(line)),
        "{errors}"
    );
    assert!(
        lines[2].contains(" Visits 20 ") || lines[2].starts_with("CHAT:Visits 20 "),
        "{errors}"
    );
}
