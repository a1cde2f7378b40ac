//! The program as several ranks, started by `mpirun`: `cargo test -p tao-lab --features mpi --test mpi`.

#![cfg(target_os = "linux")]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

#[path = "../../../../tests/support/mod.rs"]
mod support;
mod work;

use support::mpi::run;

#[test]
fn errors_are_rank_0s() {
    for (arguments, code, expected) in [
        (
            "match report log",
            2,
            "started as 3 ranks, but this command",
        ),
        (
            "match --a none/program --b playouts",
            2,
            "cannot be started",
        ),
    ] {
        let (output, text, errors) = run(3, arguments);
        assert_eq!((output.status.code(), &*text), (Some(code), ""));
        let count = errors.matches(expected).count();
        assert_eq!(count, 1, "{arguments}: {errors}");
    }
}
