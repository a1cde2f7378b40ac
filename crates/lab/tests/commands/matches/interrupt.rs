//! Ctrl-C: once to finish the games under way, twice not to wait for them.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::{command, entries, folder};

/// Longer than anything here takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(120);

fn start(log: &Path, playouts: &str) -> Child {
    let log = log.to_str().unwrap();
    let arguments = [
        "--a",
        "plain-uct",
        "--b",
        "plain-uct",
        "--size",
        "5",
        "--playouts",
        playouts,
        "--games",
        "100000",
        "--log",
        log,
        "--concurrency",
        "2",
    ];
    command(&arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn interrupt(program: &Child) {
    let killed = Command::new("kill")
        .args(["-INT", &program.id().to_string()])
        .status();
    assert!(killed.unwrap().success());
}

fn wait_until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "nothing happens");
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn the_first_interrupt_finishes_the_games_under_way() {
    let log = folder("interrupt").join("log.jsonl");
    let program = start(&log, "20");
    wait_until(|| fs::read_to_string(&log).is_ok_and(|text| text.lines().count() >= 2));
    interrupt(&program);
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let notes = String::from_utf8(output.stderr).unwrap();
    assert!(
        notes.contains("finishing the games in progress; Ctrl-C again aborts them"),
        "{notes}"
    );
    let report = String::from_utf8(output.stdout).unwrap();
    let games = entries(&log).len();
    assert!(report.contains(&format!("of {games} games")), "{report}");
    assert!(games < 100_000);
    // The log has every game that was begun.
    let numbers: Vec<_> = entries(&log).iter().map(|entry| entry.game).collect();
    assert_eq!(numbers, (0..games as u64).collect::<Vec<_>>());
}

#[test]
fn the_second_interrupt_does_not_wait() {
    let log = folder("interrupt-twice").join("log.jsonl");
    // A game would take hours.
    let mut program = start(&log, "100000000");
    wait_until(|| log.exists());
    // Gives the games time to begin. If none has begun, the output is the same.
    thread::sleep(Duration::from_millis(500));
    interrupt(&program);
    // Two signals at once may arrive as one, so the second comes after the answer to the first.
    let mut stderr = BufReader::new(program.stderr.take().unwrap());
    let mut notes = String::new();
    while !notes.contains("Ctrl-C again aborts them") {
        assert!(stderr.read_line(&mut notes).unwrap() > 0, "{notes}");
    }
    interrupt(&program);
    stderr.read_to_string(&mut notes).unwrap();
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(output.stdout, b"");
    assert!(notes.contains("no game was finished"), "{notes}");
}
