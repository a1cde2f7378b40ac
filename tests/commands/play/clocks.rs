//! Games with clocks.

use std::fs;
use std::io::{Read, Write};
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::support::{binary, program};

use super::{FAST, Home, assert_in_order};

#[test]
fn both_clocks_are_shown_and_kept() {
    let home = Home::new();
    let clock = ["--main-time=5m", "--byo-yomi=30s", "--periods=3"];
    let transcript = home.play(&clock, "C3\nquit\n");
    assert_in_order(
        &transcript,
        &[
            "Move 0   X Black: captured 0, used 0:00   O White: captured 0, used 0:00",
            "Left     X Black: 5:00   O White: 5:00",
            "Move 2 ",
            "Left     X Black: ",
        ],
    );
    let kept = home.kept(1);
    assert!(
        kept.contains("TM[300]OT[3x30 byo-yomi]") && kept.contains(";B[cc]BL["),
        "{kept}"
    );
    let file = home.game(1);
    let text = fs::read_to_string(&file).unwrap();
    let (before, after) = text.split_once("BL[").unwrap();
    let (_, after) = after.split_once(']').unwrap();
    fs::write(&file, format!("{before}BL[12.5]OB[2]{after}")).unwrap();
    let resume = ["play", "--ascii", "--resume"];
    let resumed = program::printed(home.run(&resume, "quit\n"), &resume);
    assert!(
        resumed.contains("X Black: 0:13, 2 periods   O White: "),
        "{resumed}"
    );
}

#[test]
fn who_has_no_time_left_loses_and_may_go_on_without_clocks() {
    let home = Home::new();
    let arguments = [&FAST[..], &["--main-time=50ms"]].concat();
    let mut command = binary::tao_go();
    command
        .args(&arguments)
        .env("XDG_STATE_HOME", home.0.path());
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = command.spawn().unwrap();
    // Waits for the prompt, which starts the clock: on a slow machine only more time can pass, never less.
    let mut stdout = program.stdout.take().unwrap();
    let mut shown = Vec::new();
    while !shown.ends_with(b"black> ") {
        let mut byte = [0];
        stdout.read_exact(&mut byte).unwrap();
        shown.extend(byte);
    }
    thread::sleep(Duration::from_millis(60));
    let stdin = program.stdin.as_mut().unwrap();
    stdin
        .write_all(b"C3\nresume\nC3\nundo\nC3\nquit\n")
        .unwrap();
    let mut rest = Vec::new();
    stdout.read_to_end(&mut rest).unwrap();
    let mut output = program.wait_with_output().unwrap();
    output.stdout = [shown, rest].concat();
    let transcript = program::printed(output, &arguments);
    assert_in_order(
        &transcript,
        &[
            "Left     X Black: 0:01   O White: 0:01",
            "Black is out of time, white wins.",
            "The game is over",
            "The game goes on, without clocks.",
            "Move 2 ",
            "Tao Go plays ",
            "Move 0 ",
            "Move 2 ",
        ],
    );
    assert_eq!(transcript.matches("Left ").count(), 1, "{transcript}");
    let resumed = home.play(&["--resume"], "undo\nquit\n");
    assert_in_order(&resumed, &["Move 2 ", "Move 0 "]);
    assert!(!resumed.contains("Left "), "{resumed}");
    for wrong in [
        &["--increment=1s"][..],
        &["--periods=3"],
        &["--byo-yomi=9s", "--periods=3", "--stones=2"],
        &["--main-time=x"],
    ] {
        let arguments = [&FAST[..], wrong].concat();
        assert_eq!(home.run(&arguments, "").status.code(), Some(2), "{wrong:?}");
    }
}
