//! What a match says about strength.

use super::{complaint, fake, gnu_go, printed, quick};
use crate::support::binary::tao_lab;

/// The points of A in percent, as the report has them.
fn percent(report: &str) -> f64 {
    let line = report
        .lines()
        .find(|line| line.starts_with("A wins"))
        .unwrap();
    let (_, percent) = line.rsplit_once(": ").unwrap();
    percent.trim_end_matches(" %").parse().unwrap()
}

#[test]
fn equals_share_the_points() {
    let more = [
        "--games", "24", "--size", "5", "--rules", "cgos", "--seed", "1",
    ];
    let report = printed(&quick("plain-uct", "plain-uct", &more), 0);
    // The standard deviation of 24 games is 10 %.
    assert!((20.0..=80.0).contains(&percent(&report)), "{report}");
    for line in [
        "5x5, komi 7, rules: cgos",
        "share of A in 12 pairs",
        "Elo of A over B:",
    ] {
        assert!(report.contains(line), "{report}");
    }
}

#[test]
fn more_playouts_win() {
    let more = ["--games", "6", "--size", "7", "--a-playouts", "100"];
    let report = printed(&quick("tao-go-2010", "plain-uct:playouts=5", &more), 0);
    assert!(percent(&report) > 75.0, "{report}");
}

#[test]
fn other_boards_begin_empty() {
    let more = [
        "--games",
        "2",
        "--size",
        "5",
        "--never-resign",
        "--rules",
        "tromp-taylor",
    ];
    let report = printed(&quick("plain-uct", "plain-uct", &more), 0);
    assert!(
        report.contains("5x5, komi 7, rules: tromp-taylor"),
        "{report}"
    );
}

#[test]
fn a_test_stops_the_match_and_tells_the_shell() {
    let resigns = fake("resign");
    let more = ["--sprt", "0,200", "--concurrency", "2"];
    let won = printed(&quick("plain-uct", &resigns, &more), 0);
    assert!(won.contains("H1 accepted"), "{won}");
    let lost = printed(&quick(&resigns, "plain-uct", &more), 10);
    assert!(lost.contains("H0 accepted"), "{lost}");
    let more = ["--sprt", "-5,5", "--games", "2"];
    let open = printed(&quick("plain-uct", "plain-uct", &more), 11);
    assert!(open.contains("undecided"), "{open}");
}

#[test]
fn our_own_program_is_a_gtp_program() {
    let ours = tao_lab();
    let path = ours.get_program().to_str().unwrap();
    let program = format!("{path} alpha-beta --playouts 10 --seed {{seed}}");
    let more = ["--games", "4", "--main-time", "60s", "--rules", "cgos"];
    let report = printed(&quick("plain-uct", &program, &more), 0);
    let row = report.lines().last().unwrap();
    assert_eq!(row.split_whitespace().nth(5), Some("0"), "{report}");
}

#[test]
fn settings_that_fit_no_match_are_refused() {
    let program = fake("pass");
    for (arguments, expected) in [
        (
            quick("plain-utc", "plain-uct", &[]),
            "no preset `plain-utc`",
        ),
        (
            quick("plain-uct", "plain-uct", &["--sprt", "5,0"]),
            "the lower one first",
        ),
        (
            quick("plain-uct", "plain-uct", &["--preset", "plain-uct"]),
            "--preset: ",
        ),
        (
            quick("plain-uct", "plain-uct", &["-o", "choice=mean"]),
            "--option: ",
        ),
        (
            quick("plain-uct", "plain-uct", &["--threads", "2"]),
            "--threads: ",
        ),
        (
            quick("plain-uct", &program, &["--b-playouts", "10"]),
            "--b-playouts: a GTP program",
        ),
        (vec!["--a", "plain-uct"], "--b <PLAYER>"),
    ] {
        let complaint = complaint(&arguments, 2);
        assert!(complaint.contains(expected), "{arguments:?}: {complaint}");
    }
}

/// `cargo test --release -p tao-lab --test commands matches -- --ignored --nocapture`
#[test]
#[ignore = "needs GNU Go and a minute"]
fn gnu_go_plays_by_the_rules() {
    let player = gnu_go(1);
    let more = ["--games", "4", "--a-playouts", "1000", "--komi", "7.5"];
    let report = printed(&quick("tao-go-2010", &player, &more), 0);
    for row in report.lines().rev().take(2) {
        assert_eq!(row.split_whitespace().nth(5), Some("0"), "{report}");
    }
}
