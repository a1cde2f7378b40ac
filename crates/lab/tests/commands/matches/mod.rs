//! `tao-lab match` as a shell sees it: what it plays, logs, prints, and with which exit code it leaves.

mod clocks;
mod faults;
mod interrupt;
mod logs;
mod scores;
mod small_boards;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tao_lab::matches::{LogEntry, read_log};

use crate::support::{binary, installed, program};

/// A fake GTP program, whose arguments say how it answers.
const FAKE: &str = concat!(
    "sh ",
    env!("CARGO_MANIFEST_DIR"),
    "/tests/commands/matches/fake.sh"
);

/// The command line of the fake program with these arguments.
fn fake(arguments: &str) -> String {
    format!("{FAKE} {arguments}")
}

/// The command line of GNU Go.
fn gnu_go(level: u32) -> String {
    format!(
        "{} --mode gtp --chinese-rules --positional-superko --capture-all-dead --level {level} --seed {{seed}}",
        installed::program("gnugo").display()
    )
}

/// An empty folder of the test's own.
fn folder(name: &str) -> PathBuf {
    program::folder(&format!("matches/{name}"))
}

fn command(arguments: &[&str]) -> Command {
    let mut command = binary::tao_lab();
    command.arg("match").args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// The output of a match that must exit with `code`.
fn printed(arguments: &[&str], code: i32) -> String {
    let output = run(arguments);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}: {complaint}"
    );
    String::from_utf8(output.stdout).unwrap()
}

/// The error message of a match that must print nothing else and exit with `code`.
fn complaint(arguments: &[&str], code: i32) -> String {
    program::complaint(run(arguments), code, arguments)
}

/// The arguments of a match between two players with few playouts, with more arguments at the end.
fn quick<'a>(a: &'a str, b: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let mut arguments = vec!["--a", a, "--b", b, "--playouts", "10"];
    arguments.extend(more);
    arguments
}

/// The games in a log by their numbers.
fn entries(path: &Path) -> Vec<LogEntry> {
    let mut entries = read_log(path).unwrap();
    entries.sort_by_key(|entry| entry.game);
    entries
}
