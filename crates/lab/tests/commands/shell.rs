//! Help and colors.

use console::measure_text_width;

use crate::support::program::{self, commands, tao_lab, text};

#[test]
fn every_command_has_help_with_examples() {
    let version = format!("tao-lab {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(text(&["--version"]), version);
    let help = text(&["--help"]);
    for word in ["--playouts", "tao-lab match", "Exit codes:"] {
        assert!(help.contains(word), "{word}");
    }
    let commands = commands();
    assert!(commands.len() > 4, "{commands:?}");
    for command in commands {
        let [short, long] = ["-h", "--help"].map(|flag| text(&[&command, flag]));
        assert!(short.lines().count() <= 80, "{short}");
        let (_, examples) = long.split_once("\nExamples:\n").unwrap();
        assert!(
            examples.contains(&format!("tao-lab {command}")),
            "{examples}"
        );
        assert_eq!(long.contains("rate-atari"), command == "match", "{long}");
    }
}

#[test]
fn the_help_begins_with_what_a_command_needs() {
    let help = text(&["match", "-h"]);
    let lines = help.lines().filter(|line| !line.starts_with(' '));
    let headings: Vec<&str> = lines.filter_map(|line| line.strip_suffix(':')).collect();
    assert_eq!(
        headings.join(" "),
        "Commands Players Games Records Game Engine Terminal Other"
    );
}

#[test]
fn the_help_in_chinese_fits() {
    for command in commands() {
        for flag in ["-h", "--help"] {
            let help = text(&[&command, flag, "--lang", "zh"]);
            assert!(help.contains('：'), "{help}");
            for line in help.lines().filter(|line| !line.is_ascii()) {
                assert!(measure_text_width(line) <= 100, "{line}");
            }
            assert!(flag == "--help" || help.lines().count() <= 80, "{help}");
        }
    }
    let mut command = tao_lab(&["match", "-h", "--lang", "en"]);
    let output = command.env("LC_ALL", "zh_CN.UTF-8").output().unwrap();
    assert!(output.stdout.is_ascii());
}

#[test]
fn colors_follow_the_flag() {
    for arguments in [&["book", "check", "--nonsense"][..], &["match", "--help"]] {
        for (when, is_colored) in [("always", true), ("never", false)] {
            let output = program::run(&[arguments, &["--colors", when]].concat(), "");
            let [out, err] = [output.stdout, output.stderr].map(|bytes| bytes.contains(&0x1b));
            assert_eq!(out || err, is_colored, "{arguments:?} {when}");
        }
    }
}

#[test]
fn a_command_must_be_given() {
    let complaint = program::complaint(program::run(&[], ""), 2, &[]);
    assert_eq!(complaint, "tao-lab: write a command: see tao-lab --help\n");
}
