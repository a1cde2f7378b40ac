//! The setting `--patterns`.

use serde_json::Value;

use crate::support::program::{complaint, file, run, tao_go};

#[test]
fn a_bad_file_of_shapes_is_named_with_the_wrong_line() {
    let bad = file("bad-shapes.txt", "; hane\nshape x\nA B A\n. + .\n* ? *\n");
    let long = file("long-shapes.txt", &";\n".repeat(1 << 20));
    for (path, expected) in [
        (bad.as_str(), "bad-shapes.txt: line 5: unknown mark `?`"),
        (&long, "long-shapes.txt: larger than 1 MiB"),
        ("missing.txt", "missing.txt: "),
    ] {
        for command in ["genmove", "gtp"] {
            let arguments = [command, "--patterns", path];
            let complaint = complaint(run(&arguments, ""), 3, &arguments);
            assert!(complaint.contains(expected), "{command}: {complaint}");
        }
    }
}

/// The candidates of a search with the playouts of the thesis.
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
    assert_eq!(
        search(&["--patterns", "crates/engine/data/shapes3x3.txt"]),
        plain
    );
    let none = file("no-shapes.txt", "; none\n");
    assert_ne!(search(&["--patterns", &none]), plain);
}
