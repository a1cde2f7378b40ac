//! The program with pipes for input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::iter;
use std::process::{Child, ChildStdout, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::support::binary::tao_go;

/// More than enough on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(20);

/// What the program says first, on the error stream: `LizGoban` waits for it.
const READY: &str = "GTP ready\n";

fn engine(arguments: &[&str]) -> Child {
    tao_go()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The output of the program for `input`. Its exit code must be 0, and only "GTP ready" on the error stream.
fn output(arguments: &[&str], input: &[u8]) -> String {
    let mut engine = engine(arguments);
    engine.stdin.take().unwrap().write_all(input).unwrap();
    let output = engine.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), READY);
    String::from_utf8(output.stdout).unwrap()
}

fn exit_code(mut engine: Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = engine.try_wait().unwrap() {
            return status.code();
        }
        assert!(start.elapsed() < TIMEOUT, "the engine stays");
        thread::sleep(Duration::from_millis(10));
    }
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
    let mut engine = engine(&["gtp"]);
    let mut stdin = engine.stdin.take().unwrap();
    stdin.write_all(b"5 quit\n").unwrap();
    let mut answer = String::new();
    engine
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut answer)
        .unwrap();
    assert_eq!(answer, "=5 \n\n");
    assert_eq!(exit_code(engine), Some(0));
    drop(stdin);
}

#[test]
fn a_line_is_answered_once_it_is_complete() {
    let mut engine = engine(&["gtp"]);
    let mut stdin = engine.stdin.take().unwrap();
    let stdout = BufReader::new(engine.stdout.take().unwrap());
    let (sender, lines) = mpsc::channel();
    thread::spawn(move || {
        stdout
            .lines()
            .try_for_each(|line| sender.send(line.unwrap()))
    });
    for byte in *b"name" {
        stdin.write_all(&[byte]).unwrap();
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(lines.try_recv(), Err(mpsc::TryRecvError::Empty));
    stdin.write_all(b"\n").unwrap();
    assert_eq!(lines.recv_timeout(TIMEOUT).unwrap(), "= Tao Go");
    assert_eq!(lines.recv_timeout(TIMEOUT).unwrap(), "");
    drop(stdin);
    assert_eq!(exit_code(engine), Some(0));
}

#[test]
fn a_controller_that_closes_the_pipe_is_not_a_failure() {
    let mut engine = engine(&["gtp"]);
    let mut stdin = engine.stdin.take().unwrap();
    let mut stderr = engine.stderr.take().unwrap();
    drop(engine.stdout.take());
    stdin.write_all(b"name\nname\n").unwrap();
    let mut complaint = String::new();
    stderr.read_to_string(&mut complaint).unwrap();
    assert_eq!(complaint, READY);
    assert_eq!(exit_code(engine), Some(0));
}

#[test]
fn quiet_programs_say_nothing_on_the_error_stream() {
    let mut engine = engine(&["gtp", "-q"]);
    engine.stdin.take().unwrap().write_all(b"quit\n").unwrap();
    let output = engine.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn every_way_to_ask_for_gtp_starts_it() {
    for arguments in [
        &[][..],
        &["gtp"],
        &["--gtp"],
        &["--mode", "gtp"],
        &["gtp", "--gtp"],
    ] {
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
struct Dialog {
    engine: Child,
    answers: BufReader<ChildStdout>,
    log: mpsc::Receiver<String>,
}

impl Dialog {
    fn start() -> Self {
        let arguments = ["gtp", "--ponder", "--playouts", "10", "--size", "5", "-vv"];
        let mut engine = engine(&arguments);
        let answers = BufReader::new(engine.stdout.take().unwrap());
        let errors = BufReader::new(engine.stderr.take().unwrap());
        let (sender, log) = mpsc::channel();
        thread::spawn(move || {
            errors
                .lines()
                .try_for_each(|line| sender.send(line.unwrap()))
        });
        Self {
            engine,
            answers,
            log,
        }
    }

    fn ask(&mut self, command: &str) -> String {
        let stdin = self.engine.stdin.as_mut().unwrap();
        writeln!(stdin, "{command}").unwrap();
        let mut answer = String::new();
        while !answer.ends_with("\n\n") {
            assert_ne!(self.answers.read_line(&mut answer).unwrap(), 0);
        }
        answer.trim_start_matches('=').trim().to_owned()
    }

    /// Waits until it has pondered this number of playouts, by commands that interrupt it and make it log them.
    fn ponder(&mut self, playouts: u64) {
        let mut sum = 0;
        while sum < playouts {
            assert_eq!(self.ask("name"), "Tao Go");
            let mut lines = iter::from_fn(|| self.log.recv_timeout(TIMEOUT).ok());
            let pondered = lines.find_map(|line| number_after(&line, "pondered: "));
            sum += pondered.unwrap();
        }
    }
}

/// The number that follows a text.
fn number_after(line: &str, text: &str) -> Option<u64> {
    let (_, after) = line.split_once(text)?;
    after.split(' ').next()?.parse().ok()
}

#[test]
fn pondering_uses_the_time_of_the_opponent() {
    let mut dialog = Dialog::start();
    dialog.ask("genmove b");
    dialog.ponder(4_000);
    // The same position; the searches alone have 20 playouts.
    dialog.ask("genmove w");
    let stats = dialog.ask("tao-stats");
    assert!(
        number_after(&stats, "on top of ").unwrap() >= 4_000,
        "{stats}"
    );
    drop(dialog.engine.stdin.take());
    assert_eq!(exit_code(dialog.engine), Some(0));
}

#[test]
fn pondering_ends_with_the_session() {
    for command in ["quit", ""] {
        let mut dialog = Dialog::start();
        dialog.ask("genmove b");
        let mut stdin = dialog.engine.stdin.take().unwrap();
        writeln!(stdin, "{command}").unwrap();
        // Without a `quit` it leaves at the end of the input.
        let _stdin = (command == "quit").then_some(stdin);
        assert_eq!(exit_code(dialog.engine), Some(0), "{command}");
    }
}

#[test]
fn pondering_needs_tree_reuse() {
    let engine = engine(&["gtp", "--ponder", "--preset", "tao-go-2010"]);
    let output = engine.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("reuse=on"));
}
