//! Progress bars of long commands on a terminal.

use crate::support::terminal::shown;

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

#[test]
fn a_bar_shows_the_progress() {
    let bar = shown(&MATCH);
    assert!(bar.contains("/2 games") && bar.contains('\u{b7}'), "{bar}");
    let bar = shown(&[&MATCH[..], &["--ascii"]].concat());
    assert!(bar.contains("/2 games") && bar.is_ascii(), "{bar}");
}

#[test]
fn another_log_level_hides_the_bar() {
    for quiet in ["-q", "--log-level=error"] {
        assert_eq!(shown(&[&MATCH[..], &[quiet]].concat()), "");
    }
}
