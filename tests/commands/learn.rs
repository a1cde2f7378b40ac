//! `tao-go learn`: games, and weights from them.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use tao_go::candidates::moves::Model;

use crate::support::binary;

fn tao_go(arguments: &[&str]) -> Command {
    let mut command = Command::from_std(binary::tao_go());
    command.args(arguments);
    command
}

/// The output of a command that does well.
fn output(arguments: &[&str]) -> String {
    let run = tao_go(arguments).assert().success();
    String::from_utf8(run.get_output().stdout.clone()).unwrap()
}

fn games() -> String {
    let games = output(&[
        "learn",
        "games",
        "--games",
        "3",
        "--size",
        "5",
        "--playouts",
        "30",
        "--seed",
        "7",
    ]);
    let mut lines: Vec<&str> = games.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}

#[test]
fn games_are_the_same_for_the_same_seed_and_give_weights() {
    let first = games();
    assert_eq!(first, games());
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("games.jsonl");
    fs::write(&file, &first).unwrap();
    let weights = output(&["learn", "fit", file.to_str().unwrap()]);
    assert!(weights.starts_with("; "), "{weights}");
    let model: Model = weights.parse().unwrap();
    assert!(model != Model::uniform());
}

#[test]
fn a_file_without_games_is_refused_with_its_line() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-games.jsonl");
    for (text, reason) in [
        ("nonsense", "line 1"),
        (
            "{\"seed\":1,\"size\":9,\"turns\":[]}\n{\"size\":9}",
            "line 2",
        ),
        (
            "{\"seed\":1,\"size\":19,\"turns\":[]}",
            "line 1: games of size 19",
        ),
        (
            "{\"seed\":1,\"size\":9,\"turns\":[{\"move\":\"Z1\",\"visits\":[]}]}",
            "line 1: move 1: `Z1` cannot be played",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let run = tao_go(&["learn", "fit", file.to_str().unwrap()])
            .assert()
            .code(3);
        let error = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn settings_that_fit_no_lesson_are_refused() {
    for (option, value) in [("--size", "13"), ("--time", "1s")] {
        let run = tao_go(&["learn", "games", option, value]).assert().code(2);
        let error = String::from_utf8(run.get_output().stderr.clone()).unwrap();
        assert!(error.contains(option), "{error}");
    }
}
