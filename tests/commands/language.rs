//! The help in Chinese.

use std::fs;

use console::measure_text_width;
use tempfile::tempdir;

use crate::support::program::{self, commands};

/// A run with these variables, which must succeed, and its output.
fn printed(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let mut command = program::tao_go(arguments);
    let output = command.envs(variables.iter().copied()).output().unwrap();
    program::printed(output, arguments)
}

fn is_chinese(text: &str) -> bool {
    text.contains('：')
}

#[test]
fn the_help_is_in_the_language_of_the_option_variable_file_or_locale() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("config.toml");
    fs::write(&file, "lang = \"zh\"\n").unwrap();
    let file = file.to_str().unwrap();
    let chinese = ("LC_ALL", "zh_CN.UTF-8");
    for (arguments, variables, expected) in [
        (&["--help"][..], &[][..], false),
        (&["--help", "--lang", "zh"], &[], true),
        (&["--lang=zh", "play", "-h"], &[], true),
        (&["--lang", "zh", "help", "book", "show"], &[], true),
        (&["analyze", "-h"], &[chinese], true),
        (&["analyze", "-h", "--lang", "en"], &[chinese], false),
        (&["-h"], &[("TAO_GO_LANG", "zh")], true),
        (&["-h"], &[("TAO_GO_LANG", "en"), chinese], false),
        (&["-h"], &[("TAO_GO_CONFIG", file)], true),
        (
            &["-h"],
            &[("TAO_GO_CONFIG", file), ("TAO_GO_LANG", "")],
            true,
        ),
        (&["-h", "--config", file], &[], true),
        (&["-h", "--config", file, "--lang", "en"], &[], false),
    ] {
        let help = printed(arguments, variables);
        assert_eq!(is_chinese(&help), expected, "{arguments:?}: {help}");
        assert!(!help.contains('\x1b'), "{arguments:?}: {help}");
    }
    let colored = printed(&["-h", "--lang", "zh", "--colors", "always"], &[]);
    assert!(colored.contains("\x1b[1m\x1b[4m用法：\x1b[0m"), "{colored}");
}

#[test]
fn all_but_the_help_is_in_english() {
    let chinese = [("LC_ALL", "zh_CN.UTF-8"), ("TAO_GO_LANG", "zh")];
    let moves = [
        "genmove",
        "--json",
        "--size",
        "2",
        "--playouts",
        "2",
        "--seed",
        "1",
    ];
    for arguments in [
        &["--version"][..],
        &["man"],
        &["config"],
        &["completions", "bash"],
        &moves,
    ] {
        assert!(printed(arguments, &chinese).is_ascii(), "{arguments:?}");
    }
    let mut command = program::tao_go(&["gtp", "--size", "99"]);
    let output = command.envs(chinese).output().unwrap();
    assert!(output.stderr.is_ascii());
}

#[test]
fn the_help_in_chinese_fits_as_the_english_one_does() {
    for command in commands() {
        for flag in ["-h", "--help"] {
            let help = printed(&[&command, flag, "--lang", "zh"], &[]);
            for line in help.lines().filter(|line| !line.is_ascii()) {
                assert!(measure_text_width(line) <= 100, "{line}");
            }
            assert!(flag == "--help" || help.lines().count() <= 80, "{help}");
        }
    }
}
