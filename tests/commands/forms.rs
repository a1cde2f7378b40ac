//! Messages about values in a file of settings say what to write.

use std::fs;

use tempfile::tempdir;

use crate::support::binary;

#[test]
fn errors_say_what_to_write() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("a.toml");
    for (text, expected) in [
        ("time = 0", "line 1: time: not above zero: write a time"),
        (
            "komi = [7]",
            "line 1: komi: cannot be of type array: write a decimal number",
        ),
        (
            "playouts = 0.5",
            "line 1: playouts: write a whole number of at least 1",
        ),
        (
            "playouts = 0",
            "line 1: playouts: write a whole number of at least 1",
        ),
    ] {
        fs::write(&file, text).unwrap();
        let output = binary::tao_go()
            .arg("--config")
            .arg(&file)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{text}");
        assert!(said.contains(expected), "{text}: {said}");
    }
}
