//! Help, manual, completions, colors and exit codes.

use std::fs;
use std::process::{Output, Stdio};

use assert_cmd::Command;

use crate::support::binary;
use crate::support::program::{self, commands, file, text};

#[test]
fn help_and_version_are_printed() {
    let version = format!("tao-go {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(text(&["--version"]), version);
    assert_eq!(text(&["version"]), version);
    let help = text(&["--help"]);
    for word in ["--playouts", "TAO_GO_CONFIG", "NO_COLOR", "Exit codes:"] {
        assert!(help.contains(word), "{word}");
    }
    for command in commands() {
        let help = text(&[&command, "--help"]);
        let (_, examples) = help
            .split_once("\nExamples:\n")
            .unwrap_or_else(|| panic!("{command}"));
        assert!(
            examples.contains(&format!("tao-go {command}")),
            "{examples}"
        );
    }
}

#[test]
fn version_prints_the_build_and_data_hashes_as_json() {
    let build: serde_json::Value = serde_json::from_str(&text(&["version", "--json"])).unwrap();
    assert_eq!(
        (&build["name"], &build["seed"]),
        (&"tao-go".into(), &0.into())
    );
    assert_eq!(build["version"], env!("CARGO_PKG_VERSION"));
    assert!(
        build["target"]
            .as_str()
            .unwrap()
            .starts_with(std::env::consts::ARCH)
    );
    assert!(build["features"].is_array());
    for data in ["patterns", "moves"] {
        assert_eq!(build[data].as_str().unwrap().len(), 16, "{data}");
    }
    assert!(build["network"]["kernel"].is_string());
    assert_eq!(build["network"]["crc"].as_str().unwrap().len(), 8);
}

#[test]
fn every_command_has_a_manual_page() {
    let page = text(&["man"]);
    for word in [
        ".TH tao-go 6",
        "never\\-resign",
        "tao\\-go\\-analyze(6)",
        "TAO_GO_CONFIG",
        "EXIT CODES",
    ] {
        assert!(page.contains(word), "{word}:\n{page}");
    }
    for command in commands() {
        let page = text(&["man", &command]);
        assert!(page.contains(&format!(".TH tao-go-{command} 6")), "{page}");
    }
    let output = program::run(&["man", "nothing"], "");
    assert_eq!(output.status.code(), Some(2));
}

/// What a command needs comes first, then the settings, if it has any. Only one command lists the search settings.
#[test]
fn the_help_begins_with_what_a_command_needs() {
    let headings = |help: &str| {
        let lines = help.lines().filter(|line| !line.starts_with(' '));
        let headings = lines.filter_map(|line| line.strip_suffix(':'));
        headings.map(str::to_owned).collect::<Vec<_>>().join(" ")
    };
    let settings = "Game Engine Terminal Other";
    for (command, own) in [
        ("genmove", "Arguments Options"),
        ("play", "Arguments Options"),
        ("book", "Commands"),
    ] {
        let help = text(&[command, "-h"]);
        assert_eq!(headings(&help), format!("{own} {settings}"), "{help}");
    }
    for command in commands() {
        let [short, long] = ["-h", "--help"].map(|flag| text(&[&command, flag]));
        assert!(short.lines().count() <= 80, "{short}");
        assert!(long.contains("\nExamples:\n"), "{long}");
        let has_list = long.contains("value-bias");
        assert_eq!(has_list, command == "config", "{long}");
    }
    for command in ["completions", "man", "version"] {
        let help = text(&[command, "--help"]);
        assert!(
            !help.contains("--komi") && help.contains("--help"),
            "{help}"
        );
    }
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = text(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        assert!(script.contains("never-resign"), "{shell}");
    }
}

#[test]
fn bash_completes_with_the_script() {
    let script = file("completions.bash", &text(&["completions", "bash"]));
    for (words, expected) in [
        ("genmove --co", "--color --colors --config"),
        ("genmove --preset d", "default"),
        ("play --you b", "black"),
        ("genmove --color w", "white"),
        ("play --level 1", "1 10 11 12 13 14 15 16 17 18 19"),
        ("score --rules t", "tromp-taylor"),
        ("gtp --option root-red", "root-reduction="),
        ("gtp -o root-red", "root-reduction="),
    ] {
        let mut before = words.rsplit(' ');
        let [last, option] = [before.next(), before.next()].map(Option::unwrap);
        let ask = format!(
            "source \"$0\"; COMP_WORDS=(tao-go {words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); \
            _tao__go tao-go {last} {option}; echo \"${{COMPREPLY[@]}}\""
        );
        let bash = Command::new("bash").args(["-c", &ask, &script]).output();
        let output = bash.unwrap();
        let replies = String::from_utf8_lossy(&output.stdout);
        assert_eq!(replies.trim(), expected, "{words}: {output:?}");
    }
}

/// An interactive shell completes a word at a Tab, and adds no blank after `KEY=`.
#[test]
fn bash_completes_the_line_that_is_typed() {
    let script = file("typed.bash", &text(&["completions", "bash"]));
    let typed = format!(
        "source '{script}'; PS1=\ntao-go() {{ printf '<%s>' \"$@\"; echo; }}\n\
        tao-go gtp -o root-red\t0.5 --pres\tplayo\t\n"
    );
    let mut bash = Command::new("bash");
    let bash = bash
        .args(["--norc", "--noprofile", "-i"])
        .env("TERM", "dumb");
    let output = bash.write_stdin(typed).output().unwrap();
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        printed.contains("<gtp><-o><root-reduction=0.5><--preset><playouts>"),
        "{output:?}"
    );
}

#[test]
fn colors_follow_flags_variables_and_terminal() {
    let is_colored = |arguments: &[&str], variables: &[(&str, &str)]| {
        let mut command = program::tao_go(&[]);
        let command = command.args(arguments).envs(variables.iter().copied());
        let output = command.write_stdin("quit\n").output().unwrap();
        let [out, err] = [output.stdout, output.stderr].map(|bytes| bytes.contains(&0x1b));
        out || err
    };
    let force = ("CLICOLOR_FORCE", "1");
    for arguments in [
        &["play", "--size", "2"][..],
        &["--help"],
        &["--nonsense"],
        &["play", "--help"],
        &["play", "--nonsense"],
        &["book", "show", "--nonsense"],
        &["play", "--size", "99"],
        &["play", "--you", "\u{9b}"],
    ] {
        let with = |word| [arguments, &["--colors", word]].concat();
        let first = |word| [&["--colors", word], arguments].concat();
        assert!(!is_colored(arguments, &[]), "{arguments:?} into a pipe");
        assert!(
            is_colored(&first("always"), &[("NO_COLOR", "1")]),
            "{arguments:?}"
        );
        assert!(is_colored(&with("always"), &[]), "{arguments:?}");
        assert!(is_colored(arguments, &[force]), "{arguments:?}");
        assert!(
            is_colored(arguments, &[("TAO_GO_COLORS", "always")]),
            "{arguments:?}"
        );
        assert!(
            !is_colored(arguments, &[force, ("NO_COLOR", "1")]),
            "{arguments:?}"
        );
        assert!(!is_colored(&with("never"), &[force]), "{arguments:?}");
    }
}

/// Terminals of East Asia may draw round stones and bars two columns wide.
#[test]
fn ascii_follows_the_flag_and_the_locale() {
    let game = |arguments: &[&str], locale: &str| {
        let mut command = program::tao_go(&[]);
        let command = command.args(["play", "--size", "5"]).args(arguments).args([
            "--playouts",
            "20",
            "--seed",
            "1",
        ]);
        let output = command
            .env("LC_ALL", locale)
            .write_stdin("C3\nhint\nscore\nquit\n");
        String::from_utf8(output.output().unwrap().stdout).unwrap()
    };
    for (arguments, locale, expected) in [
        (&["--ascii"][..], "zh_CN.UTF-8", true),
        (&[], "zh_CN.UTF-8", false),
        (&[], "zh_CN.GB18030", true),
        (&["--ascii=false"], "C", false),
    ] {
        let transcript = game(arguments, locale);
        assert!(transcript.contains("Tao Go would play "), "{transcript}");
        assert_eq!(transcript.is_ascii(), expected, "{arguments:?} {locale}");
    }
}

fn exit_code(arguments: &[&str]) -> Option<i32> {
    let Output { status, .. } = program::run(arguments, "");
    status.code()
}

#[test]
fn exit_codes_are_those_of_the_help() {
    let no_record = file("no_record.sgf", "nothing");
    let record = file("record.sgf", "(;SZ[2])");
    let nowhere = format!("{no_record}/file");
    for (arguments, code) in [
        (&["genmove", "--playouts", "20"][..], 0),
        (&["--nonsense"], 2),
        (&["genmove", &no_record], 3),
        (&["genmove", "--config", &nowhere], 3),
        (
            &["analyze", "--playouts", "20", "--sgf", &nowhere, &record],
            3,
        ),
        (
            &["analyze", "--playouts", "20", "--svg", &nowhere, &record],
            3,
        ),
        (&["genmove", "--log-file", &nowhere], 3),
    ] {
        assert_eq!(exit_code(arguments), Some(code), "{arguments:?}");
    }
    #[cfg(target_os = "linux")]
    {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let mut program = binary::tao_go();
        let status = program.arg("version").stdout(full).stderr(Stdio::null());
        assert_eq!(status.status().unwrap().code(), Some(1));
    }
}
