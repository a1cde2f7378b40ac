//! The program of somebody who has set nothing: no settings of the developer's are part of a test.

use std::env;
use std::process::Command;

/// The program.
pub(crate) fn tao_go() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tao-go"));
    unset(&mut command);
    command
}

/// Takes what is set from the environment of the program, or of one that starts it.
pub(crate) fn unset(command: &mut Command) {
    let set = env::vars_os().map(|(name, _)| name);
    for name in set.filter(|name| name.to_string_lossy().starts_with("TAO_GO_")) {
        command.env_remove(name);
    }
    for name in [
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "NO_COLOR",
        "RUST_BACKTRACE",
        "RUST_LOG",
    ] {
        command.env_remove(name);
    }
    command.env("TAO_GO_CONFIG", "").env("LC_ALL", "C.UTF-8");
}
