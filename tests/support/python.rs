//! Python with sgfmill, the SGF library that judges records.

use std::path::Path;
use std::process::{Command, Output};

use crate::installed;

/// The version of the package that the tests were written for.
const SGFMILL: &str = "sgfmill==1.1.1";

/// Python, once the package is in the folder.
pub(crate) fn with_sgfmill(folder: &Path) -> Command {
    let python = installed::program("python3");
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]);
    run(pip.arg(folder).arg(SGFMILL));
    let mut command = Command::new(python);
    command.env("PYTHONPATH", folder);
    command
}

/// What a program prints, which must succeed.
pub(crate) fn run(command: &mut Command) -> String {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{command:?}: {status}\n{stderr}");
    String::from_utf8(stdout).unwrap()
}
