//! Processors and clocks that do not do as they should: a game of ten seconds a side is not lost on time.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::{Started, binary, engine, installed, number, wait_until};

/// A game with so much time for each side, in which every fault is counted.
const MATCH: [&str; 9] = [
    "match",
    "--a",
    "default",
    "--b",
    "default",
    "--main-time",
    "10s",
    "--concurrency",
    "1",
];

/// Has a program start a match, which nobody may lose on time or by any other fault.
fn assert_faultless(mut starter: Command, games: u32) {
    binary::unset(&mut starter);
    let command = starter.arg(binary::tao_go().get_program()).args(MATCH);
    let output = command
        .args(["--games", &games.to_string(), "--seed", "1"])
        .output()
        .unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        output.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    println!("{report}");
    for side in ["A ", "B "] {
        let row = report.lines().rfind(|line| line.starts_with(side)).unwrap();
        let faults: Vec<&str> = row.split_whitespace().skip(5).collect();
        assert_eq!(faults, ["0"; 5], "{report}");
    }
}

/// A processor that this process may use.
fn processor() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let list = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let first = list.unwrap().trim().split([',', '-']).next();
    first.unwrap().to_owned()
}

/// Keeps a processor busy.
fn busy(processor: &str) -> Started {
    let mut command = Command::new("taskset");
    command.args(["-c", processor, "sh", "-c", "while :; do :; done"]);
    Started(command.spawn().unwrap())
}

/// `TAO_GAMES` is the number of games.
#[test]
#[ignore = "games of 20 seconds"]
fn no_time_is_lost_on_a_processor_that_is_shared_with_two_busy_processes() {
    let processor = processor();
    let _busy = [(); 2].map(|()| busy(&processor));
    let mut taskset = Command::new("taskset");
    taskset.args(["-c", &processor]);
    assert_faultless(taskset, number("TAO_GAMES", 1));
}

/// The clock on the wall goes an hour ahead whenever somebody looks at it. `TAO_GAMES` is the number of games.
#[test]
#[ignore = "needs faketime; games of 20 seconds"]
fn no_time_is_lost_by_a_clock_on_the_wall_that_jumps() {
    let mut faketime = Command::new(installed::program("faketime"));
    faketime
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .args(["-f", "+0 i3600"]);
    assert_faultless(faketime, number("TAO_GAMES", 1));
}

/// A laptop that is closed while the engine thinks: the time is gone, but the move comes.
#[test]
fn a_process_that_was_stopped_answers_when_it_goes_on() {
    let mut engine = engine(&["--size", "9", "--threads", "2"]);
    engine.ask("time_settings 60 0 0");
    let id = engine.id().to_string();
    // Sends a signal, and says whether the process is stopped then.
    let is_stopped_after = move |signal: &str| {
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.unwrap().success());
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        let state = stat.rsplit_once(") ").unwrap().1;
        state.starts_with(['T', 't'])
    };
    let pause = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        wait_until("it is stopped", || is_stopped_after("-STOP"));
        thread::sleep(Duration::from_millis(1_500));
        wait_until("it goes on", || !is_stopped_after("-CONT"));
    });
    engine.ask("genmove b");
    pause.join().unwrap();
    engine.ask("genmove w");
}
