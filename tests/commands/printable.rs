//! Control characters in arguments, files and input, which must not reach a terminal.

use std::process::Output;

use crate::support::program::{folder, run, tao_go};

/// Clears the screen, rings the bell, and changes the color by U+009B, which begins a control sequence without ESC.
const EVIL: &str = "a\x1b[2J\x07b\u{9b}31mc";
const ESCAPED: &str = "a\\u001b[2J\\u0007b\\u009b31mc";

/// Checks that the output has no control characters, and shows the escaped text.
fn assert_printable(output: &Output, arguments: &[&str]) {
    let text = [&output.stdout[..], &output.stderr].concat();
    let text = String::from_utf8(text).unwrap();
    let control = text.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(control, None, "{arguments:?}: {text:?}");
    assert!(text.contains(ESCAPED), "{arguments:?}: {text}");
}

#[test]
fn control_characters_of_arguments_and_files_are_escaped() {
    let folder = folder("printable");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (record, config) = (path(&format!("{EVIL}.sgf")), path("config.toml"));
    std::fs::write(&record, "(;SZ[5];B[cc])").unwrap();
    std::fs::write(
        &config,
        format!("\"{}\" = 1\n", "a\\u001b[2J\\u0007b\\u009b31mc"),
    )
    .unwrap();
    let (missing, other) = (path(EVIL), path("other.sgf"));
    std::fs::write(&other, "(;SZ[5])").unwrap();
    for arguments in [
        &["genmove", &missing][..],
        &["genmove", "--moves", EVIL],
        &["genmove", "--moves", "", "--rules", EVIL],
        &["genmove", "--moves", "", "-o", EVIL],
        &["genmove", "--moves", "", "--network", &missing],
        &[EVIL],
        &[&format!("--{EVIL}")],
        &["--config", &config, "genmove", "--moves", ""],
        &["--config", &missing, "genmove", "--moves", ""],
        &["analyze", "--playouts", "2", &record, &other],
        &["analyze", "--playouts", "2", "--json", &record],
        &[
            "-v",
            "genmove",
            "--moves",
            "",
            "--playouts",
            "2",
            "--log-file",
            &missing,
        ],
    ] {
        assert_printable(&run(arguments, ""), arguments);
    }
    let arguments = ["play", "--size", "5", "--playouts", "2", "--no-save"];
    let typed = format!("load {missing}\n{EVIL}\nquit\n");
    assert_printable(&run(&arguments, &typed), &arguments);
    let mut program = tao_go(&["play", "--size", "5", "--playouts", "2"]);
    let program = program.env("XDG_STATE_HOME", format!("/dev/null/{EVIL}"));
    let output = program.write_stdin("C3\nquit\n").output().unwrap();
    assert_printable(&output, &["play"]);
    assert_printable(&run(&["-vvv", "gtp"], &format!("{EVIL}\nquit\n")), &["gtp"]);
}

#[test]
fn the_name_of_a_file_is_one_line() {
    let folder = folder("printable-lines");
    let record = folder.join("other.sgf");
    std::fs::write(&record, "(;SZ[5])").unwrap();
    let record = record.to_str().unwrap();
    for arguments in [
        &["analyze", record, record, "--svg", "a\nb.svg"][..],
        &["analyze", record, "--sgf", "a\nb", "--html", "a\nb"],
        &["analyze", "a\nb", "a\nb"],
        &["gtp", "--log-file", "/nowhere/a\nb"],
    ] {
        let output = run(arguments, "");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains("a\\u000ab"), "{arguments:?}: {said}");
    }
}
