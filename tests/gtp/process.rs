//! The program as a process: its streams, its end, its options.

use std::io::Write;
use std::thread;
use std::time::Duration;

use super::program::Program;
use crate::support::binary::{output_for, tao_go};

/// What the program says first, on the error stream: `LizGoban` waits for it.
const READY: &str = "GTP ready\n";

/// The output of the program for `input`. Its exit code must be 0, and only "GTP ready" on the error stream.
fn output(arguments: &[&str], input: &[u8]) -> String {
    let mut program = tao_go();
    program.args(arguments);
    let output = output_for(program, input);
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), READY);
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_end_of_the_input_ends_the_program() {
    assert_eq!(output(&["gtp"], b"name"), "= Tao Go\n\n");
    assert_eq!(output(&["gtp"], b""), "");
    assert_eq!(output(&["gtp"], b"quit\nname\n"), "= \n\n");
    let answer = output(&["gtp", "--playouts", "10"], b"genmove b");
    assert!(
        answer.starts_with("= ") && answer.ends_with("\n\n"),
        "commands received are answered"
    );
}

#[test]
fn quit_ends_the_program_while_the_pipe_is_open() {
    let mut program = Program::start("");
    program.send("5 quit\n");
    let (code, output, errors) = program.end();
    assert_eq!((code, errors), (Some(0), vec![]));
    assert_eq!(output, ["=5 ", ""]);
}

#[test]
fn a_line_is_answered_once_it_is_complete() {
    let mut program = Program::start("");
    for byte in ["n", "a", "m", "e"] {
        program.send(byte);
        thread::sleep(Duration::from_millis(50));
    }
    assert!(program.lines_so_far().is_empty());
    program.send("\n");
    assert_eq!(program.response(), ["= Tao Go"]);
    program.close_input();
    assert_eq!(program.end().0, Some(0));
}

#[test]
fn a_controller_that_closes_the_pipe_is_not_a_failure() {
    let mut program = crate::support::program::start(&["gtp"]);
    drop(program.stdout.take());
    // The input stays open until the program has ended.
    let mut input = program.stdin.take().unwrap();
    input.write_all(b"name\nname\n").unwrap();
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), READY);
}

#[test]
fn quiet_programs_say_nothing_on_the_error_stream() {
    let mut program = tao_go();
    program.args(["gtp", "-q"]);
    assert_eq!(output_for(program, "quit\n").stderr, b"");
}

#[test]
fn every_way_to_ask_for_gtp_starts_it() {
    for arguments in [&[][..], &["gtp"]] {
        assert_eq!(
            output(arguments, b"1 protocol_version\n"),
            "=1 2\n\n",
            "{arguments:?}"
        );
    }
}

#[test]
fn settings_may_stand_before_or_after_the_command() {
    let questions = b"query_boardsize\nget_komi\nversion\nname\n";
    let expected = "= 13\n\n= -0.5\n\n= 0.17\n\n= kata-like\n\n";
    let after = [
        "gtp",
        "--size",
        "13",
        "--komi",
        "-0.5",
        "--gtp-version",
        "0.17",
        "--gtp-name=kata-like",
    ];
    assert_eq!(output(&after, questions), expected);
    let before = [
        "--size=13",
        "--komi=-0.5",
        "gtp",
        "--gtp-name=kata-like",
        "--gtp-version=0.17",
    ];
    assert_eq!(output(&before, questions), expected);
}

/// A program on 5x5 that ponders and logs.
fn pondering() -> Program {
    Program::start("--ponder --playouts 10 --size 5 -vv")
}

fn ask(program: &mut Program, command: &str) -> String {
    program.send(&format!("{command}\n"));
    let answer = program.response().join("\n");
    answer.trim_start_matches("= ").to_owned()
}

/// Waits until the program has pondered this number of playouts. The commands interrupt its pondering, which makes it log them.
fn ponder(program: &mut Program, playouts: u64) {
    let mut sum = 0;
    while sum < playouts {
        assert_eq!(ask(program, "name"), "Tao Go");
        sum += loop {
            if let Some(pondered) = number_after(&program.error_line(), "pondered: ") {
                break pondered;
            }
        };
    }
}

/// The number that follows a text.
fn number_after(line: &str, text: &str) -> Option<u64> {
    let (_, after) = line.split_once(text)?;
    after.split(' ').next()?.parse().ok()
}

#[test]
fn pondering_uses_the_time_of_the_opponent() {
    let mut program = pondering();
    ask(&mut program, "genmove b");
    ponder(&mut program, 4_000);
    // This searches the position that was pondered. The searches alone have 20 playouts.
    ask(&mut program, "genmove w");
    let stats = ask(&mut program, "tao-stats");
    let stats: serde_json::Value = serde_json::from_str(&stats).unwrap();
    assert!(stats["kept"].as_u64().unwrap() >= 4_000, "{stats}");
    program.close_input();
    assert_eq!(program.end().0, Some(0));
}

#[test]
fn pondering_ends_with_the_session() {
    for quits in [true, false] {
        let mut program = pondering();
        ask(&mut program, "genmove b");
        if quits {
            program.send("quit\n");
        } else {
            program.close_input();
        }
        assert_eq!(program.end().0, Some(0), "{quits}");
    }
}

#[test]
fn pondering_needs_tree_reuse() {
    let mut program = tao_go();
    program.args(["gtp", "--ponder", "--preset", "tao-go-2010"]);
    let output = output_for(program, "");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("reuse=on"));
}
