//! Busy processors, jumping clocks and stopped processes.

use std::fs;
use std::process::Command;
use std::thread;
use std::time::Duration;

use crate::support::{binary, installed};
use crate::{KillOnDrop, engine, number_from_env, wait_until};

/// Games with ten seconds a side.
const MATCH: &str =
    "match --a default --b default --main-time 10s --concurrency 1 --seed 1 --games";

/// Runs a match under the command `wrapper` and checks that no game is lost on time or by another fault. `TAO_GAMES` is the
/// number of games.
fn assert_no_fault(mut wrapper: Command) {
    binary::unset(&mut wrapper);
    let games = number_from_env("TAO_GAMES", 1);
    let command = wrapper.arg(binary::tao_go().get_program());
    let command = command.args(MATCH.split(' ')).arg(games.to_string());
    let output = command.output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{stderr}");
    println!("{report}");
    for side in ["A ", "B "] {
        let row = report.lines().rfind(|line| line.starts_with(side)).unwrap();
        let faults: Vec<&str> = row.split_whitespace().skip(5).collect();
        assert_eq!(faults, ["0"], "{report}");
    }
}

/// The first processor that this process may use.
fn processor() -> String {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let list = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"));
    let first = list.unwrap().trim().split([',', '-']).next();
    first.unwrap().to_owned()
}

/// Keeps a processor busy.
fn busy_loop(processor: &str) -> KillOnDrop {
    let mut command = Command::new("taskset");
    command.args(["-c", processor, "sh", "-c", "while :; do :; done"]);
    KillOnDrop(command.spawn().unwrap())
}

#[test]
#[ignore = "games of 20 seconds"]
fn no_game_is_lost_on_time_on_a_busy_processor() {
    let processor = processor();
    let _busy = [(); 2].map(|()| busy_loop(&processor));
    let mut taskset = Command::new("taskset");
    taskset.args(["-c", &processor]);
    assert_no_fault(taskset);
}

/// The wall clock goes an hour ahead each time it is read.
#[test]
#[ignore = "needs faketime; games of 20 seconds"]
fn no_game_is_lost_on_time_when_the_wall_clock_jumps() {
    let mut faketime = Command::new(installed::program("faketime"));
    faketime
        .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
        .args(["-f", "+0 i3600"]);
    assert_no_fault(faketime);
}

/// The process is stopped while the engine thinks, as when a laptop is closed. The move comes, though late.
#[test]
fn a_stopped_process_answers_after_it_continues() {
    let mut engine = engine(&["--size", "9", "--threads", "2"]);
    engine.ask("time_settings 60 0 0");
    let id = engine.id().to_string();
    // Sends a signal and returns whether the process is stopped afterwards.
    let is_stopped_after = move |signal: &str| {
        let sent = Command::new("kill").args([signal, &id]).status();
        assert!(sent.unwrap().success());
        let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
        let state = stat.rsplit_once(") ").unwrap().1;
        state.starts_with(['T', 't'])
    };
    let pause = thread::spawn(move || {
        thread::sleep(Duration::from_millis(100));
        wait_until("the process is stopped", || is_stopped_after("-STOP"));
        thread::sleep(Duration::from_millis(1_500));
        wait_until("the process continues", || !is_stopped_after("-CONT"));
    });
    engine.ask("genmove b");
    pause.join().unwrap();
    engine.ask("genmove w");
}
