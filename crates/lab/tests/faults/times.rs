//! Busy processors and jumping clocks.

use std::fs;
use std::process::Command;

use crate::support::process::{KillOnDrop, number_from_env};
use crate::support::{binary, installed};

/// Games with ten seconds a side.
const MATCH: &str =
    "match --a default --b default --main-time 10s --concurrency 1 --seed 1 --games";

/// Runs a match under the command `wrapper` and checks that no game is lost on time or by another fault. `TAO_GAMES` is the
/// number of games.
fn assert_no_fault(mut wrapper: Command) {
    binary::unset(&mut wrapper);
    let games = number_from_env("TAO_GAMES", 1);
    let command = wrapper.arg(binary::tao_lab().get_program());
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
