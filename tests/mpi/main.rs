//! The program as several ranks, started by `mpirun`: `cargo test --features mpi --test mpi`.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod search;
#[path = "../support/mod.rs"]
mod support;

use std::fs;

use support::mpi::{alone, run, together};

#[test]
fn texts_and_errors_are_rank_0s() {
    for (arguments, expected) in [("version", "tao-go "), ("--help", "Usage:")] {
        let (_, text, _) = run(3, arguments);
        assert_eq!(text.matches(expected).count(), 1, "{text}");
    }
    for (arguments, code, expected) in [
        ("score", 2, "started as 3 ranks, but this command"),
        ("genmove --no-such-option", 2, "unexpected argument"),
        ("analyze none.sgf", 3, "none.sgf: "),
        ("analyze -", 2, "several ranks cannot read"),
    ] {
        let (output, text, errors) = run(3, arguments);
        assert_eq!((output.status.code(), &*text), (Some(code), ""));
        let count = errors.matches(expected).count();
        assert_eq!(count, 1, "{arguments}: {errors}");
    }
}

#[test]
fn records_are_analyzed_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let moves = [
        "B[ee];W[cc];B[gg]",
        "B[gc];W[cg]",
        "B[ee]",
        "B[cc];W[gg];B[ee];W[ec]",
    ];
    let records = (0..).zip(moves).map(|(number, moves)| {
        let path = folder.path().join(format!("game{number}.sgf"));
        fs::write(&path, format!("(;SZ[9]KM[7];{moves})")).unwrap();
        path.display().to_string()
    });
    let records = records.collect::<Vec<_>>().join(" ");
    let place = |name: &str| folder.path().join(name);
    let analyze = |run: fn(&str) -> String, name: &str| {
        run(&format!(
            "analyze --playouts 20 --sgf {0} --html {0} --svg {0} {records}",
            place(name).display()
        ))
    };
    let folder_of = |name: &str| place(name).display().to_string();
    let text = analyze(together, "three").replace(&folder_of("three"), &folder_of("one"));
    assert_eq!(text, analyze(alone, "one"));
    let files = |name: &str| fs::read_dir(place(name)).unwrap().count();
    // There are three files for each record, and a page of contents.
    assert_eq!((files("three"), files("one")), (13, 13));
    for number in 0..4 {
        for extension in ["sgf", "html"] {
            let name = format!("game{number}.{extension}");
            let text = |folder: &str| fs::read_to_string(place(folder).join(&name)).unwrap();
            assert_eq!(text("three"), text("one"));
        }
    }
}
