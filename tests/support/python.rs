//! Python with sgfmill, a library that reads and writes SGF.

use std::path::Path;
use std::process::Command;
use std::sync::Once;

use crate::installed;

/// The version of the package that the tests were written for.
const SGFMILL: &str = "sgfmill==1.1.1";

/// Python with the package, which pip installs once in each run of the tests.
pub(crate) fn with_sgfmill() -> Command {
    static INSTALL: Once = Once::new();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sgfmill-library");
    let python = installed::program("python3");
    INSTALL.call_once(|| {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]);
        run(pip.arg(&folder).arg(SGFMILL));
    });
    let mut command = Command::new(python);
    command.env("PYTHONPATH", folder);
    command
}

/// The output of a command, which must succeed.
pub(crate) fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{stderr}",
        output.status
    );
    String::from_utf8(output.stdout).unwrap()
}
