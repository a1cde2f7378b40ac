//! Progress bars of long commands on a terminal.

use std::fs;

use crate::support::terminal::shown;

fn record(name: &str) -> String {
    let path = format!("{}/progress-{name}.sgf", env!("CARGO_TARGET_TMPDIR"));
    fs::write(&path, "(;SZ[5];B[cc];W[cd])").unwrap();
    path
}

#[test]
fn a_bar_shows_the_progress() {
    let record = record("bar");
    let analysis = ["analyze", "--playouts=10", &record];
    let bar = shown(&analysis);
    assert!(
        bar.contains("3 positions") && bar.contains('\u{b7}'),
        "{bar}"
    );
    let bar = shown(&[&analysis[..], &["--ascii"]].concat());
    assert!(bar.contains("3 positions") && bar.is_ascii(), "{bar}");
}

#[test]
fn another_log_level_hides_the_bar() {
    let record = record("no-bar");
    let analysis = ["analyze", "--playouts=10", &record];
    for quiet in ["-q", "--log-level=error"] {
        assert_eq!(shown(&[&analysis[..], &[quiet]].concat()), "");
    }
    let log = shown(&[&analysis[..], &["-v"]].concat());
    assert!(log.contains("tao-go: 3 of 3 positions"), "{log}");
    assert!(
        log.lines().all(|line| line.starts_with("tao-go: ")),
        "{log}"
    );
}
