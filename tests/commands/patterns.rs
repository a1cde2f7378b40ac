//! The setting `--patterns`.

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use serde_json::Value;

use crate::support::binary;

fn tao_go(arguments: &[&str]) -> Command {
    let mut command = Command::from_std(binary::tao_go());
    command.args(arguments);
    command
}

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_bad_file_of_shapes_is_named_with_the_wrong_line() {
    let bad = file("bad-shapes.txt", "; hane\nshape x\nA B A\n. + .\n* ? *\n");
    let long = file("long-shapes.txt", &";\n".repeat(1 << 20));
    for (path, expected) in [
        (&bad, "bad-shapes.txt: line 5: unknown mark `?`"),
        (&long, "long-shapes.txt: larger than 1 MiB"),
        (&PathBuf::from("missing.txt"), "missing.txt: "),
    ] {
        for command in ["genmove", "gtp"] {
            let path = path.to_str().unwrap();
            let assert = tao_go(&[command, "--patterns", path]).assert().code(3);
            let stderr = String::from_utf8_lossy(&assert.get_output().stderr);
            assert!(stderr.contains(expected), "{command}: {stderr}");
        }
    }
}

/// The moves of a search with the thesis's playouts, each with its visits.
fn search(arguments: &[&str]) -> Value {
    let assert = tao_go(&["genmove", "docs/game.sgf", "--json", "--seed", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["--preset", "tao-go-2010", "--playouts", "500"])
        .args(arguments)
        .assert();
    let output = assert.success().get_output().stdout.clone();
    serde_json::from_slice::<Value>(&output).unwrap()["candidates"].take()
}

#[test]
fn the_shapes_of_the_file_are_played() {
    let plain = search(&[]);
    assert_eq!(search(&["--patterns", "patterns/shapes3x3.txt"]), plain);
    let none = file("no-shapes.txt", "; none\n");
    assert_ne!(search(&["--patterns", none.to_str().unwrap()]), plain);
}
