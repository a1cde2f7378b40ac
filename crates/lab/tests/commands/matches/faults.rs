//! Players that cannot play.

use std::fs;

use tao_lab::matches::{EndReason, Side};

use super::{complaint, entries, fake, folder, printed, quick};

/// Plays two games against a program that does `what`, and checks that the program loses them for this reason.
fn assert_loses(what: &str, more: &[&str], reason: EndReason, faults: &str) {
    let folder = folder(&format!("fault-{what}-{}", more.len()));
    let (program, log) = (fake(what), folder.join("log.jsonl"));
    let mut arguments = quick("plain-uct", &program, &["--games", "2"]);
    arguments.extend(["--log", log.to_str().unwrap()]);
    arguments.extend(more);
    let report = printed(&arguments, 0);
    assert!(
        report.contains("A wins 2, draws 0, loses 0 of 2 games"),
        "{report}"
    );
    let row = report.lines().last().unwrap();
    let counts: Vec<_> = row.split_whitespace().skip(5).collect();
    assert_eq!(counts.join(" "), faults, "{report}");
    for entry in entries(&log) {
        assert_eq!((entry.winner, entry.reason), (Some(Side::A), reason));
        assert!(entry.detail.is_some());
    }
}

#[test]
fn crashes_lose_and_the_program_is_started_again() {
    assert_loses("crash", &[], EndReason::Crash, "2: crashes 2");
}

#[test]
fn illegal_moves_lose() {
    assert_loses("corner", &[], EndReason::IllegalMove, "2: illegal moves 2");
    assert_loses("Z25", &[], EndReason::IllegalMove, "2: illegal moves 2");
}

#[test]
fn answers_that_are_none_lose() {
    for what in ["garbage", "refuse", "I9"] {
        assert_loses(what, &[], EndReason::BadAnswer, "2: bad answers 2");
    }
}

#[test]
fn a_program_that_answers_without_an_end_loses() {
    assert_loses("flood", &[], EndReason::BadAnswer, "2: bad answers 2");
}

#[test]
fn no_answer_loses() {
    assert_loses(
        "stall",
        &["--stall", "300ms"],
        EndReason::Stall,
        "2: stalls 2",
    );
}

#[test]
fn a_clock_that_runs_out_loses() {
    assert_loses(
        "stall",
        &["--main-time", "2s", "--b-time", "1s"],
        EndReason::Time,
        "2: time losses 2",
    );
}

#[test]
fn resigning_and_passing_are_no_faults() {
    assert_loses_at_the_board("resign", EndReason::Resignation);
    assert_loses_at_the_board("pass", EndReason::Passes);
}

fn assert_loses_at_the_board(what: &str, reason: EndReason) {
    let folder = folder(&format!("board-{what}"));
    let (program, log) = (fake(what), folder.join("log.jsonl"));
    let arguments = ["--games", "2", "--log", log.to_str().unwrap()];
    printed(&quick("plain-uct", &program, &arguments), 0);
    for entry in entries(&log) {
        assert_eq!((entry.reason, entry.detail), (reason, None));
    }
}

#[test]
fn a_record_that_cannot_be_written_ends_the_match() {
    let folder = folder("taken");
    // Folders already have the names of the files.
    for number in 0..2 {
        fs::create_dir(folder.join(format!("game-{number:05}.sgf"))).unwrap();
    }
    let more = ["--games", "2", "--sgf-dir", folder.to_str().unwrap()];
    let complaint = complaint(&quick("plain-uct", "plain-uct", &more), 3);
    assert!(
        complaint.starts_with(&format!("tao-lab: {}", folder.join("game-0000").display())),
        "{complaint}"
    );
}

#[test]
fn programs_that_are_none_do_not_begin() {
    for (program, expected) in [
        ("/nonexistent/engine", "cannot be started"),
        ("gtp:true", "does not speak GTP: crash"),
    ] {
        let complaint = complaint(&quick("plain-uct", program, &[]), 2);
        assert!(complaint.contains(expected), "{complaint}");
    }
}
