//! The number that changes when the engine plays differently.

use assert_cmd::Command;

use crate::binary;

/// A commit that changes how the engine plays changes this number, and says in its message what a match says about it.
const SIGNATURE: &str = "Bench: 9448946";

#[test]
#[ignore = "24 000 simulated games: for release builds"]
fn the_engine_plays_as_it_did() {
    let run = Command::from_std(binary::tao_go())
        .args(["bench", "--part", "signature"])
        .assert()
        .success();
    let output = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(output.lines().last(), Some(SIGNATURE), "{output}");
}
