//! A disk without room: the limit of the system on the size of files stands for it.

use std::fs;
use std::process::{Command, Output};

use tao_go::matches::read_log;

use crate::{binary, folder};

/// A file without an end.
const ENDLESS: &str = "/dev/zero";

/// Runs the program where no file can have more than so many KiB.
fn cramped(kibibytes: u32, arguments: &[&str]) -> Output {
    // Without the trap the system ends who writes too much.
    let script = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    binary::unset(&mut command);
    command
        .args(["-c", &script])
        .arg(binary::tao_go().get_program())
        .args(arguments);
    command.output().unwrap()
}

fn complaint(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

#[test]
fn what_does_not_fit_is_not_written_at_all() {
    let folder = folder("full");
    let (tree, record) = (folder.join("tree.sgf"), folder.join("game.sgf"));
    let names = [&tree, &record].map(|path| path.to_str().unwrap());
    fs::write(&tree, "what was there before").unwrap();
    fs::write(&record, format!("(;SZ[9]{})", ";B[];W[]".repeat(20))).unwrap();
    let before = fs::read(&record).unwrap();
    for arguments in [
        &[
            "genmove",
            "--playouts",
            "3000",
            "--debug-sgf-visits",
            "1",
            "--debug-sgf",
            names[0],
        ][..],
        &[
            "analyze",
            "--playouts",
            "1",
            "--moves",
            "1-40",
            "--sgf",
            names[1],
            names[1],
        ],
    ] {
        let output = cramped(1, arguments);
        assert_eq!(
            output.status.code(),
            Some(3),
            "{arguments:?}: {}",
            complaint(&output)
        );
        assert!(
            complaint(&output).contains("File too large"),
            "{}",
            complaint(&output)
        );
    }
    assert_eq!(fs::read(&tree).unwrap(), b"what was there before");
    assert_eq!(fs::read(&record).unwrap(), before);
    assert_eq!(
        fs::read_dir(&folder).unwrap().count(),
        2,
        "no unfinished file is left"
    );
}

#[test]
fn a_file_that_never_ends_is_refused() {
    for (arguments, reason) in [
        (
            &["--config", ENDLESS][..],
            "larger than a mebibyte, so no settings",
        ),
        (
            &["genmove", ENDLESS],
            "the file has more than the 16 MiB that a game may have",
        ),
        (
            &[
                "match",
                "--a",
                "plain-uct",
                "--b",
                "plain-uct",
                "--openings",
                ENDLESS,
            ],
            "game 1: the file has more than the 16 MiB that a game may have",
        ),
    ] {
        let output = cramped(1, arguments);
        let expected = format!("tao-go: {ENDLESS}: {reason}\n");
        assert_eq!(
            (output.status.code(), complaint(&output)),
            (Some(3), &*expected)
        );
    }
}

#[test]
fn a_match_whose_log_is_full_ends_with_whole_lines_and_goes_on_when_there_is_room() {
    let log = folder("log").join("log.jsonl");
    let path = log.to_str().unwrap();
    let arguments = [
        "match",
        "--a",
        "plain-uct",
        "--b",
        "plain-uct",
        "--playouts",
        "5",
        "--size",
        "5",
    ];
    let arguments = [&arguments[..], &["--games", "60", "--log", path]].concat();
    let output = cramped(8, &arguments);
    assert_eq!(output.status.code(), Some(3), "{}", complaint(&output));
    assert!(complaint(&output).contains(path), "{}", complaint(&output));
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.ends_with("}\n"), "{text}");
    let games = read_log(&log).unwrap().len();
    assert!((1..60).contains(&games), "{games}");
    let output = cramped(1 << 20, &arguments);
    assert_eq!(output.status.code(), Some(0), "{}", complaint(&output));
    assert_eq!(read_log(&log).unwrap().len(), 60);
}
