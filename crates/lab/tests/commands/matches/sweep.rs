//! Matches with each value of a setting.

use super::{complaint, entries, fake, folder, printed, quick};

/// The rows of the table: games, and the name of the row.
fn rows(output: &str) -> Vec<(&str, &str)> {
    let (_, rows) = output.split_once("setting\n").unwrap();
    let rows = rows.lines().map(|row| {
        let words: Vec<_> = row.split_whitespace().collect();
        (words[0], words[words.len() - 1])
    });
    rows.collect()
}

#[test]
fn each_value_gets_a_match() {
    let folder = folder("sweep");
    let log = folder.join("log");
    let more = [
        "--sweep",
        "exploration=0.5,2",
        "--series",
        "selection=ucb1,ucb1-tuned",
        "--size",
        "5",
        "--games",
        "2",
        "--log",
        log.to_str().unwrap(),
    ];
    let arguments = quick("plain-uct", "plain-uct", &more);
    let output = printed(&arguments, 0);
    let names = [
        "selection=ucb1,exploration=0.5",
        "selection=ucb1,exploration=2",
        "selection=ucb1-tuned,exploration=0.5",
        "selection=ucb1-tuned,exploration=2",
    ];
    assert_eq!(rows(&output), names.map(|name| ("2", name)));
    for name in names {
        let played = entries(&log.join(format!("{name}.jsonl")));
        assert_eq!(played.len(), 2);
        assert!(
            played[0].settings.a.contains(name),
            "{}",
            played[0].settings.a
        );
    }
    // With the logs, no match is played again.
    assert_eq!(printed(&arguments, 0), output);
}

#[test]
fn a_command_has_a_place_for_the_value() {
    let program = fake("{answer}");
    let more = ["--sweep", "answer=resign,nonsense", "--games", "2"];
    let output = printed(&quick(&program, "plain-uct", &more), 0);
    assert_eq!(
        rows(&output),
        [("2", "answer=resign"), ("2", "answer=nonsense")]
    );
}

#[test]
fn values_that_the_player_does_not_take_are_named() {
    let sweep = |a, values| complaint(&quick(a, "plain-uct", &["--sweep", values]), 2);
    let error = sweep("plain-uct", "exploration=1,high");
    assert!(error.contains("--sweep exploration=high: "), "{error}");
    let error = sweep("plain-uct", "explore=1");
    assert!(error.contains("unknown setting `explore`"), "{error}");
    let program = fake("resign");
    let error = sweep(&program, "level=1");
    assert!(error.contains("does not contain {level}"), "{error}");
    for values in ["exploration", "exploration=1,,2"] {
        assert!(sweep("plain-uct", values).contains("write KEY=VALUE,VALUE,..."));
    }
    complaint(&["--sweep", "exploration=1"], 2);
}
