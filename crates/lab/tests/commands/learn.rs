//! `tao-lab learn`: games, and weights from them.

use tao_engine::raw::candidates::moves::Model;

use crate::support::program::{complaint, file, printed, run};

/// The output of a command that must succeed without messages.
fn output(arguments: &[&str]) -> String {
    printed(run(arguments, ""), arguments)
}

fn games() -> String {
    let options = "--games 3 --size 5 --playouts 30 --seed 7";
    let arguments: Vec<_> = ["learn", "games"]
        .into_iter()
        .chain(options.split(' '))
        .collect();
    let games = output(&arguments);
    let mut lines: Vec<&str> = games.lines().collect();
    lines.sort_unstable();
    lines.join("\n")
}

#[test]
fn games_are_the_same_for_the_same_seed_and_give_weights() {
    let first = games();
    assert_eq!(first, games());
    let file = file("games.jsonl", &first);
    let weights = output(&["learn", "fit", &file]);
    assert!(weights.starts_with("; "), "{weights}");
    let model: Model = weights.parse().unwrap();
    assert!(model != Model::uniform());
}

#[test]
fn a_file_without_games_is_refused_with_its_line() {
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
        let arguments = ["learn", "fit", &file("no-games.jsonl", text)];
        let error = complaint(run(&arguments, ""), 3, &arguments);
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn settings_that_fit_no_lesson_are_refused() {
    for (option, value) in [("--size", "13"), ("--time", "1s")] {
        let arguments = ["learn", "games", option, value];
        let error = complaint(run(&arguments, ""), 2, &arguments);
        assert!(error.contains(option), "{error}");
    }
}
