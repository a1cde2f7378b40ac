//! The program as several ranks, started by `mpirun`: `cargo test --features mpi --test mpi`.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod mpirun;
mod search;
#[path = "../support/mod.rs"]
mod support;

use mpirun::run;

#[test]
fn texts_and_errors_are_rank_0s() {
    for (arguments, expected) in [("version", "tao-go "), ("--help", "Usage:")] {
        let (_, text, _) = run(3, arguments);
        assert_eq!(text.matches(expected).count(), 1, "{text}");
    }
    for (arguments, code, expected) in [
        ("score", 2, "started as 3 ranks, but this command"),
        ("genmove --no-such-option", 2, "unexpected argument"),
        (
            "analyze none.sgf",
            2,
            "started as 3 ranks, but this command",
        ),
        ("genmove none.sgf", 3, "none.sgf: "),
    ] {
        let (output, text, errors) = run(3, arguments);
        assert_eq!((output.status.code(), &*text), (Some(code), ""));
        let count = errors.matches(expected).count();
        assert_eq!(count, 1, "{arguments}: {errors}");
    }
}
