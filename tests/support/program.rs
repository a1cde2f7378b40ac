//! Runs of the program under test as a shell makes them, and the files that they need.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Output, Stdio};

use assert_cmd::Command;

use super::binary;

/// `tao-go` with these arguments.
pub(crate) fn tao_go(arguments: &[&str]) -> Command {
    let mut command = Command::from_std(binary::tao_go());
    command.args(arguments);
    command
}

/// `tao-lab` with these arguments.
pub(crate) fn tao_lab(arguments: &[&str]) -> Command {
    let mut command = Command::from_std(binary::tao_lab());
    command.args(arguments);
    command
}

/// The program under test in a folder, with these words as arguments.
pub(crate) fn in_folder(folder: &Path, words: &str) -> Command {
    let mut command = Command::from_std(binary::program());
    command.current_dir(folder).args(words.split_whitespace());
    command
}

/// The output of such a run, which must succeed.
pub(crate) fn printed_in(folder: &Path, words: &str) -> String {
    let assert = in_folder(folder, words).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// The error output of such a run, which must fail with this code.
pub(crate) fn refused_in(folder: &Path, words: &str, code: i32) -> String {
    let assert = in_folder(folder, words).assert().code(code);
    String::from_utf8(assert.get_output().stderr.clone()).unwrap()
}

/// A run with this standard input.
pub(crate) fn run(arguments: &[&str], input: &str) -> Output {
    let mut command = binary::program();
    command.args(arguments);
    binary::output_for(command, input)
}

/// A run in progress, with a pipe for each stream.
pub(crate) fn start(arguments: &[&str]) -> Child {
    let mut command = binary::program();
    let command = command.args(arguments).stdin(Stdio::piped());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// The messages about a record without komi. Most records in tests have none.
const WITHOUT_KOMI: [&str; 2] = [
    "tao-go: the record has no komi, 7 is taken\n",
    "tao-go: the record has no komi, 0.5 is taken\n",
];

/// The error stream without the line that a session of GTP begins with, and without the messages about a missing komi.
pub(crate) fn messages(output: &Output) -> String {
    let text = std::str::from_utf8(&output.stderr).unwrap();
    let text = text.strip_prefix("GTP ready\n").unwrap_or(text);
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !WITHOUT_KOMI.contains(line)).collect()
}

/// The output of a run that must succeed without messages. The arguments are for the message of a failure.
pub(crate) fn printed(output: Output, arguments: &[&str]) -> String {
    let result = (output.status.code(), messages(&output));
    assert_eq!(result, (Some(0), String::new()), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The output of a run without input, which must succeed without messages.
pub(crate) fn text(arguments: &[&str]) -> String {
    printed(run(arguments, ""), arguments)
}

/// The commands that the help lists.
pub(crate) fn commands() -> Vec<String> {
    let help = text(&["--help"]);
    let (_, list) = help.split_once("\nCommands:\n").unwrap();
    let (list, _) = list.split_once("\n\n").unwrap();
    let names = list
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    let names = names.map(|line| line.split_whitespace().next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

/// The error message of a run that must print nothing else and exit with `code`.
pub(crate) fn complaint(output: Output, code: i32, arguments: &[&str]) -> String {
    let complaint = String::from_utf8(output.stderr).unwrap();
    let result = (output.status.code(), output.stdout.as_slice());
    assert_eq!(result, (Some(code), &b""[..]), "{arguments:?}: {complaint}");
    complaint
}

/// An empty folder for a test. No other test of its program may use the same name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Writes a file and returns its path. No other test of its program may use the same name.
pub(crate) fn file(name: &str, content: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}
