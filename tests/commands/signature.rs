//! The signature of `tao-go bench`, which changes when the engine plays differently.

use assert_cmd::Command;

use crate::support::binary;

/// A commit that changes play changes this number, and gives the result of a match in its message.
const SIGNATURE: &str = "Bench: 9448946";

#[test]
#[ignore = "24 000 simulated games: for release builds"]
fn the_signature_is_unchanged() {
    let run = Command::from_std(binary::tao_go())
        .args(["bench", "--part", "signature"])
        .assert()
        .success();
    let output = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    assert_eq!(output.lines().last(), Some(SIGNATURE), "{output}");
}
