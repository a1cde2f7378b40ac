//! Our program at the other end of the GTP client inside Sabaki, the npm package `@sabaki/gtp`.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::{binary, installed};

/// The version of the package that the test was written for.
const PACKAGE: &str = "@sabaki/gtp@3.0.0";

#[test]
#[ignore = "needs Node.js, npm and its registry"]
fn sabaki_analyzes_and_plays_with_us() {
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
    succeed(npm.args(install).arg(&folder).arg(PACKAGE));
    let script = folder.join("client.js");
    fs::copy(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/peers/client.js"),
        &script,
    )
    .unwrap();
    let mut node = Command::new(installed::program("node"));
    binary::unset(&mut node);
    succeed(node.arg(script).arg(binary::tao_go().get_program()));
}

fn succeed(command: &mut Command) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let [stdout, stderr] = [stdout, stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(
        status.success(),
        "{command:?}: {status}\n{stdout}\n{stderr}"
    );
}
