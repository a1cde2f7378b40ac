//! Records, and games that are kept automatically.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::{binary, program};

use super::{FAST, Home, assert_in_order, joined};

#[test]
fn a_game_is_saved_and_loaded() {
    let home = Home::new();
    let file = home.path("my game.sgf");
    let file = file.to_str().unwrap();
    let input = format!(
        "C3\nsave {file}\nsave {file}\nnew\nload {file}\nmoves\nload no such file\nboard\nquit\n"
    );
    let transcript = home.play(&[], &input);
    assert_in_order(
        &transcript,
        &[
            "Tao Go plays ",
            &format!("Saved in {file}"),
            &format!("Saved in {file}"),
            "Move 0 ",
            "Move 2 ",
            "   1 black C3",
            "no such file: No such file",
            "Move 2 ",
        ],
    );
    let saved = joined(Path::new(file));
    assert!(
        saved.contains("PB[Human]PW[Tao Go]") && saved.contains(";B[cc];W["),
        "{saved}"
    );
    // This session has not written the file, so it asks before replacing it.
    let transcript = home.play(
        &[],
        &format!("save {file}\nboard\nsave {file}\nsave {file}\nquit\n"),
    );
    let warning = format!("{file} exists, and would be replaced; repeat the command to confirm.");
    assert_in_order(&transcript, &[&warning, "Move 0", &warning, "Saved in"]);
    let folder = home.path("");
    let transcript = home.play(&[], &format!("save {}\nquit\n", folder.display()));
    assert!(
        transcript.contains("this is a folder, name a file"),
        "{transcript}"
    );
    assert!(!transcript.contains("would be replaced"), "{transcript}");
    let transcript = home.play(&[], &format!("save {file}/nowhere.sgf\nC3\nquit\n"));
    assert_in_order(
        &transcript,
        &["Not saved: ", "nowhere.sgf", "Tao Go plays "],
    );
}

#[test]
fn every_game_is_kept_and_the_last_one_resumed() {
    let home = Home::new();
    let resume = [&FAST[..1], &["--ascii", "--playouts=20", "--resume"]].concat();
    let nothing = home.run(&resume, "");
    assert_eq!(nothing.status.code(), Some(3), "{nothing:?}");
    let left = home.play(&["--komi=0.5", "--rules=cgos", "--you=white"], "C2\nquit\n");
    let file = home.game(1);
    let place = format!(
        "The game is saved in {}\n`tao-go play --resume`",
        file.display()
    );
    assert_in_order(&left, &[&place, "Goodbye."]);
    let resumed = program::printed(home.run(&resume, "board\nundo\nD4\nquit\n"), &resume);
    assert_in_order(
        &resumed,
        &[
            "You are white (O), 5x5, komi 0.5, cgos rules.",
            "Move 3 ",
            "Move 1 ",
            "Tao Go plays ",
        ],
    );
    assert!(home.kept(1).contains(";W[db];B["), "{}", home.kept(1));
    assert!(!home.game(2).exists());
    home.play(&[], "D4\nquit\n");
    assert!(
        home.kept(2).contains("SZ[5]") && home.kept(2).contains(";B[db]"),
        "{}",
        home.kept(2)
    );
}

#[test]
fn the_level_is_kept_and_shown() {
    let home = Home::new();
    let begun = home.play(&["--level=3"], "C3\nquit\n");
    assert_in_order(&begun, &["Tao Go, level 3. You are black (X)"]);
    assert!(
        home.kept(1).contains("PW[Tao Go]WR[level 3]"),
        "{}",
        home.kept(1)
    );
    let resumed = home.play(&["--resume"], "level 5\nnew\nquit\n");
    assert_in_order(&resumed, &["Tao Go, level 3. You", "Tao Go, level 5. You"]);
    assert!(home.kept(1).contains("WR[level 5]"), "{}", home.kept(1));
    let given = home.play(&["--resume", "--level=26"], "A1\nquit\n");
    assert_in_order(&given, &["Tao Go. You are black (X)"]);
    assert!(home.kept(1).contains("WR[level 26]"), "{}", home.kept(1));
    // The level of a record goes before that of the settings.
    let file = home.game(1).display().to_string();
    let loaded = home.play(&["--level=2", "--no-save"], &format!("load {file}\nquit\n"));
    assert_in_order(
        &loaded,
        &["Tao Go, level 2. You", "Tao Go. You are black (X)"],
    );
}

#[test]
fn the_time_used_goes_on() {
    let home = Home::new();
    home.play(&["--you=white"], "C2\nquit\n");
    let file = home.game(1);
    let record = fs::read_to_string(&file).unwrap();
    assert!(!record.contains("TM["), "{record}");
    // As if Black had used a minute, and White an hour.
    let root = record.find("PB[").unwrap();
    let (before, after) = record.split_at(root);
    fs::write(&file, format!("{before}BU[65.0]WU[3605.0]{after}")).unwrap();
    let transcript = home.play(&["--resume"], "board\nquit\n");
    let times = ["captured 0, used 1:05", "captured 0, used 1:00:05"];
    assert_in_order(&transcript, &times);
}

#[test]
fn nothing_is_kept_unless_it_may() {
    let home = Home::new();
    let transcript = home.play(&["--no-save"], "C3\nnew\nboard\nnew\nnew\nresign\nquit\n");
    let warning = "The game is not saved, and would be lost; repeat the command to confirm.";
    assert_in_order(
        &transcript,
        &[warning, "Move 2", warning, "Move 0", "`save FILE` keeps it"],
    );
    assert!(!transcript.contains("is saved in"), "{transcript}");
    assert_eq!(fs::read_dir(home.0.path()).unwrap().count(), 0);
}

#[test]
fn a_game_goes_on_where_none_can_be_kept() {
    let home = Home::new();
    fs::write(home.path("tao-go"), "a file").unwrap();
    let transcript = home.play(&[], "C3\nD4\nsave /dev/null\nquit\n");
    assert_in_order(
        &transcript,
        &[
            "The game cannot be saved automatically: ",
            "Tao Go plays ",
            "Tao Go plays ",
            "Goodbye.",
        ],
    );
    assert_eq!(transcript.matches("cannot be saved").count(), 1);
}

#[test]
fn a_record_is_gone_on_with() {
    let home = Home::new();
    let record = home.record("(;SZ[5]KM[2.5]PB[Lee]PW[Cho]EV[Cup];B[cc];W[cd])");
    let fast = ["play", "--ascii", "--playouts=20"];
    let play = |more: &[&str], input| {
        let arguments = [&fast[..], more, &[&record]].concat();
        home.run(&arguments, input)
    };
    let transcript = program::printed(play(&[], "moves\nB2\nquit\n"), &fast);
    assert_in_order(
        &transcript,
        &[
            "Move 2 ",
            "You are black (X), 5x5, komi 2.5",
            "   2 white C2",
            "Move 4 ",
            "Tao Go plays ",
        ],
    );
    let kept = home.kept(1);
    assert!(
        kept.contains("EV[Cup]") && kept.contains(";B[cc];W[cd];B[bd];W["),
        "{kept}"
    );
    let unchanged = program::printed(play(&["--you=black"], "quit\n"), &fast);
    assert!(
        !home.game(2).exists() && unchanged.ends_with("Goodbye.\n"),
        "{unchanged}"
    );
    let transcript = program::printed(play(&["--you=white"], "quit\n"), &fast);
    assert_in_order(
        &transcript,
        &["Move 2 ", "You are white (O)", "Move 3 ", "Tao Go plays "],
    );
    for (arguments, code) in [
        (&["--size=9"][..], 2),
        (&["--handicap=2"], 2),
        (&["--resume"], 2),
    ] {
        assert_eq!(
            play(arguments, "").status.code(),
            Some(code),
            "{arguments:?}"
        );
    }
    assert_eq!(home.run(&["play", "-"], "").status.code(), Some(2));
    assert_eq!(home.run(&["play", "none.sgf"], "").status.code(), Some(3));
}

#[test]
fn a_finished_record_is_over_until_it_is_resumed() {
    let home = Home::new();
    let record = home.record("(;SZ[5]RE[B+Resign];B[cc];W[cd])");
    let arguments = ["play", "--ascii", "--playouts=20", &record];
    let transcript = program::printed(home.run(&arguments, "B2\nresume\nB2\nquit\n"), &arguments);
    assert_in_order(
        &transcript,
        &[
            "White resigns, black wins.",
            "game over> ",
            "The game is over",
            "The game goes on.",
            "Tao Go plays",
        ],
    );
    let record = home.record("(;SZ[5];B[cc];W[];B[])");
    let arguments = ["play", "--ascii", "--playouts=20", &record];
    let transcript = program::printed(home.run(&arguments, "score\nquit\n"), &arguments);
    assert_in_order(
        &transcript,
        &[
            "Two passes end the game.",
            "Black wins by 18.",
            "game over> ",
            "Black wins by 18.",
        ],
    );
}

#[test]
fn a_dispute_goes_on() {
    let home = Home::new();
    let record = home.record("(;SZ[5];B[cc];W[];B[])");
    let arguments = ["play", "--ascii", "--playouts=20", &record];
    program::printed(home.run(&arguments, "resume\nquit\n"), &arguments);
    let kept = home.kept(1);
    assert!(kept.contains("RS[3]") && !kept.contains("RE["), "{kept}");
    let resumed = home.play(&["--resume"], "quit\n");
    assert_in_order(&resumed, &["Move 3 ", "You are white (O)", "white> "]);
    assert!(!resumed.contains("Two passes"), "{resumed}");
    assert_eq!(home.kept(1), kept);
}

/// Far more than a small game takes, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

#[test]
fn a_killed_game_is_kept() {
    let home = Home::new();
    let mut command = binary::tao_go();
    command.args(["play", "--playouts=1000000000", "--memory=64"]);
    command.env("XDG_STATE_HOME", home.0.path());
    let mut program = command
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    let stdin = program.stdin.as_mut().unwrap();
    stdin.write_all(b"E5\n").unwrap();
    stdin.flush().unwrap();
    let start = Instant::now();
    while !fs::read_to_string(home.game(1)).is_ok_and(|text| !text.is_empty()) {
        assert!(
            start.elapsed() < TIMEOUT,
            "it is not kept while the engine thinks"
        );
        thread::sleep(Duration::from_millis(10));
    }
    program.kill().unwrap();
    program.wait().unwrap();
    assert!(home.kept(1).ends_with(";B[ee])"), "{}", home.kept(1));
}
