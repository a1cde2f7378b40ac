//! The program under test, without the settings of the user who runs the tests.

use std::env;
use std::process::{Command, Output};

/// A command that runs `tao-go` with default settings, but without the opening book. Only for tests of its package.
pub(crate) fn tao_go() -> Command {
    program_at(option_env!("CARGO_BIN_EXE_tao-go"))
}

/// A command that runs `tao-lab` in the same way. Only for tests of its package.
pub(crate) fn tao_lab() -> Command {
    program_at(option_env!("CARGO_BIN_EXE_tao-lab"))
}

/// A command that runs the program of the package whose tests run.
pub(crate) fn program() -> Command {
    let tao_go = option_env!("CARGO_BIN_EXE_tao-go");
    program_at(tao_go.or(option_env!("CARGO_BIN_EXE_tao-lab")))
}

fn program_at(path: Option<&str>) -> Command {
    let mut command = Command::new(path.unwrap());
    unset(&mut command);
    command
}

/// Removes all settings from the environment of a command that is the program or starts it, and leaves out the book.
pub(crate) fn unset(command: &mut Command) {
    const OTHERS: &str = "CLICOLOR CLICOLOR_FORCE COLORTERM NO_COLOR RUST_BACKTRACE RUST_LOG";
    let names = env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    for name in names.filter(|name| name.starts_with("TAO_GO_")) {
        command.env_remove(name);
    }
    for name in OTHERS.split(' ') {
        command.env_remove(name);
    }
    command.env("TAO_GO_CONFIG", "").env("LC_ALL", "C.UTF-8");
    // Games of tests must not be kept with the user's.
    command.env(
        "XDG_STATE_HOME",
        concat!(env!("CARGO_TARGET_TMPDIR"), "/state"),
    );
    // Tests of searches must not find moves of the opening book.
    command.env("TAO_GO_BOOK", "none");
}

/// What a command prints for this input, and how it ends.
pub(crate) fn output_for(command: Command, input: impl Into<Vec<u8>>) -> Output {
    let mut command = assert_cmd::Command::from_std(command);
    command.write_stdin(input).output().unwrap()
}
