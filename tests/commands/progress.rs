//! Progress bars of long commands on a terminal.

use std::fs;
use std::fs::File;
use std::io::Read;
use std::process::Stdio;

use rustix::fs::{Mode, OFlags, open};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::support::binary;

const MATCH: [&str; 9] = [
    "match",
    "--a=plain-uct",
    "--b=plain-uct",
    "--games=2",
    "--playouts=2",
    "--size=5",
    "--openings=none",
    "--komi=0",
    "--seed=1",
];

/// The output on the error stream, which is a terminal, in a locale with Unicode.
fn shown(arguments: &[&str]) -> String {
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let path = ptsname(&terminal, Vec::new()).unwrap();
    let far_end = open(path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
    let mut program = binary::tao_go()
        .args(arguments)
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(far_end)
        .spawn()
        .unwrap();
    let (mut shown, mut terminal) = (Vec::new(), File::from(terminal));
    // A terminal reports the end of input as an error.
    let _ = terminal.read_to_end(&mut shown);
    assert!(program.wait().unwrap().success(), "{arguments:?}");
    String::from_utf8(shown).unwrap()
}

fn record(name: &str) -> String {
    let path = format!("{}/progress-{name}.sgf", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, "(;SZ[5];B[cc];W[cd])").unwrap();
    path
}

#[test]
fn a_bar_shows_the_progress() {
    let record = record("bar");
    let analysis = ["analyze", "--playouts=10", &record];
    for (command, word) in [(&analysis[..], "3 positions"), (&MATCH, "/2 games")] {
        let bar = shown(command);
        assert!(bar.contains(word) && bar.contains('\u{b7}'), "{bar}");
        let bar = shown(&[command, &["--ascii"]].concat());
        assert!(bar.contains(word) && bar.is_ascii(), "{bar}");
    }
}

#[test]
fn another_log_level_hides_the_bar() {
    let record = record("no-bar");
    let analysis = ["analyze", "--playouts=10", &record];
    for command in [&analysis[..], &MATCH] {
        for quiet in ["-q", "--log-level=error"] {
            assert_eq!(shown(&[command, &[quiet]].concat()), "", "{command:?}");
        }
    }
    let log = shown(&[&analysis[..], &["-v"]].concat());
    assert!(log.contains("tao-go: 3 of 3 positions"), "{log}");
    assert!(
        log.lines().all(|line| line.starts_with("tao-go: ")),
        "{log}"
    );
}
