//! A full disk, simulated by the limit on the size of files (`ulimit -f`).

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use tao_lab::matches::read_log;
use tempfile::tempdir;

use crate::support::binary;

/// A file without an end.
const ENDLESS: &str = "/dev/zero";

/// Runs the program with a limit in KiB on the size of files.
fn run_with_file_limit(kibibytes: u32, arguments: &[&str]) -> Output {
    run_with_input(kibibytes, arguments, "")
}

fn run_with_input(kibibytes: u32, arguments: &[&str], input: &str) -> Output {
    // Without the trap, the signal XFSZ kills a process that exceeds the limit.
    let script = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    binary::unset(&mut command);
    command
        .args(["-c", &script])
        .arg(binary::tao_go().get_program())
        .args(arguments);
    binary::output_for(command, input)
}

/// Checks the exit code and returns what is on stderr.
fn stderr(output: &Output, code: i32) -> &str {
    let stderr = str::from_utf8(&output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    stderr
}

#[test]
fn an_output_that_does_not_fit_leaves_the_old_file_unchanged() {
    let folder = tempdir().unwrap();
    let [tree, record] = ["tree.sgf", "game.sgf"].map(|name| folder.path().join(name));
    let [tree_name, record_name] = [&tree, &record].map(|path| path.to_str().unwrap());
    let game = format!("(;SZ[9]{})", ";B[];W[]".repeat(20));
    fs::write(&tree, "old content").unwrap();
    fs::write(&record, &game).unwrap();
    let genmove = "genmove --playouts 3000 --debug-sgf-visits 1 --debug-sgf";
    let analyze = "analyze --playouts 1 --moves 1-40 --force --sgf";
    for (command, files) in [
        (genmove, &[tree_name][..]),
        (analyze, &[record_name, record_name]),
    ] {
        let arguments: Vec<&str> = command.split(' ').chain(files.iter().copied()).collect();
        let output = run_with_file_limit(1, &arguments);
        let complaint = stderr(&output, 3);
        assert!(complaint.contains("File too large"), "{complaint}");
    }
    assert_eq!(fs::read_to_string(&tree).unwrap(), "old content");
    assert_eq!(fs::read_to_string(&record).unwrap(), game);
    let file_count = fs::read_dir(&folder).unwrap().count();
    assert_eq!(file_count, 2, "an unfinished file is left");
}

/// The files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.collect()
}

#[test]
fn nothing_is_left_where_nothing_could_be_written() {
    let folder = tempdir().unwrap();
    let games = folder.path().join("games");
    let games_name = games.to_str().unwrap();
    let within = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (book, log, positions) = (within("book"), within("log"), within("positions"));
    let build = format!("book build {book} --positions 1 --visits 20 --threads 1");
    let players = "--a plain-uct --b plain-uct --playouts 5 --size 5 --games 2";
    for command in [build, format!("match {players} --log {log}")] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let output = run_with_file_limit(0, &arguments);
        assert!(stderr(&output, 3).contains("File too large"), "{output:?}");
    }
    let selfplay = format!("selfplay {positions} --games 1 --visits 5 --threads 1");
    let arguments: Vec<&str> = selfplay.split(' ').collect();
    assert!(!run_with_file_limit(0, &arguments).status.success());
    assert_eq!(names(Path::new(&positions)), [""; 0]);
    fs::remove_dir(&positions).unwrap();
    let arguments = ["gtp", "--sgf-dir", games_name, "--size", "5"];
    let output = run_with_input(0, &arguments, "play b c3\nclear_board\nplay b c4\nquit\n");
    assert!(stderr(&output, 0).contains("File too large"), "{output:?}");
    assert_eq!(names(&games), [""; 0]);
    assert_eq!(names(folder.path()), ["games"]);
}

#[test]
fn an_endless_file_is_refused() {
    let too_long = "larger than 16 MiB";
    let openings = "match --a plain-uct --b plain-uct --openings";
    for (command, reason) in [
        ("--config", "larger than 1 MiB"),
        ("genmove", too_long),
        (openings, too_long),
    ] {
        let arguments: Vec<&str> = command.split(' ').chain([ENDLESS]).collect();
        let output = run_with_file_limit(1, &arguments);
        let expected = format!("tao-go: {ENDLESS}: {reason}\n");
        assert_eq!(stderr(&output, 3), expected);
    }
}

#[test]
fn a_match_whose_log_file_was_full_can_be_resumed() {
    let folder = tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    let path = log.to_str().unwrap();
    let command = "match --a plain-uct --b plain-uct --playouts 5 --size 5 --games 20 --log";
    let arguments: Vec<&str> = command.split(' ').chain([path]).collect();
    let output = run_with_file_limit(8, &arguments);
    let complaint = stderr(&output, 3);
    assert!(complaint.contains(path), "{complaint}");
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.ends_with("}\n"), "not a whole line: {text}");
    let games = read_log(&log).unwrap().len();
    assert!((1..20).contains(&games), "{games}");
    stderr(&run_with_file_limit(1 << 20, &arguments), 0);
    assert_eq!(read_log(&log).unwrap().len(), 20);
}
