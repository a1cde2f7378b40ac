//! The program with the GTP client of Sabaki, the npm package `@sabaki/gtp`.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::support::python::run;
use crate::support::{binary, installed};

/// The version of the package that the test was written for.
const PACKAGE: &str = "@sabaki/gtp@3.0.0";

#[test]
#[ignore = "needs Node.js, npm and its registry"]
fn sabaki_analyzes_and_plays_with_the_program() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sabaki");
    fs::create_dir_all(&folder).unwrap();
    let install = [
        "install",
        "--no-audit",
        "--no-fund",
        "--no-save",
        "--prefix",
    ];
    let mut npm = Command::new(installed::program("npm"));
    run(npm.args(install).arg(&folder).arg(PACKAGE));
    let script = folder.join("client.js");
    fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/client.js"),
        &script,
    )
    .unwrap();
    let mut node = Command::new(installed::program("node"));
    binary::unset(&mut node);
    run(node.arg(script).arg(binary::tao_go().get_program()));
}
