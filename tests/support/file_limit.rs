//! A full disk, simulated by the limit on the size of files (`ulimit -f`).

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::binary;

/// A file without an end.
pub(crate) const ENDLESS: &str = "/dev/zero";

/// Runs the program with a limit in KiB on the size of files.
pub(crate) fn run_with_file_limit(kibibytes: u32, arguments: &[&str]) -> Output {
    run_with_input(kibibytes, arguments, "")
}

pub(crate) fn run_with_input(kibibytes: u32, arguments: &[&str], input: &str) -> Output {
    // Without the trap, the signal XFSZ kills a process that exceeds the limit.
    let script = format!("trap '' XFSZ; ulimit -f {kibibytes}; exec \"$0\" \"$@\"");
    let mut command = Command::new("bash");
    binary::unset(&mut command);
    command
        .args(["-c", &script])
        .arg(binary::program().get_program())
        .args(arguments);
    binary::output_for(command, input)
}

/// Checks the exit code and returns what is on stderr.
pub(crate) fn stderr(output: &Output, code: i32) -> &str {
    let stderr = str::from_utf8(&output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{stderr}");
    stderr
}

/// The files in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.collect()
}
