//! Python with packages from `PyPI`.

use std::path::Path;
use std::process::Command;
use std::sync::Once;

use super::installed;

/// Python with sgfmill, a library that reads and writes SGF, in the version that the tests were written for. Pip installs it
/// once in each run of the tests.
pub(crate) fn with_sgfmill() -> Command {
    static INSTALL: Once = Once::new();
    with_package("sgfmill==1.1.1", &INSTALL)
}

/// Python with a package and its dependencies.
pub(crate) fn with_package(package: &str, install: &Once) -> Command {
    let (name, _) = package.split_once('=').unwrap_or((package, ""));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-library"));
    let python = installed::program("python3");
    install.call_once(|| {
        let mut pip = Command::new(&python);
        pip.args(["-m", "pip", "install", "--quiet", "--upgrade", "--target"]);
        run(pip.arg(&folder).arg(package));
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
