//! Flags over environment over file, and the log.

use std::env;
use std::fs;
use std::io::{BufReader, Read, Result, sink};
use std::panic;
use std::path::{Path, PathBuf};
use std::process::Output;

use assert_cmd::Command;
use tao_go::cli::{self, Cli, Endpoint, Palette, Streams, TaoGo};

use crate::support::{binary, program};

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    program::folder(&format!("settings/{name}"))
}

/// The program for a user with the folder `home` and no settings.
fn tao_go(home: &Path) -> Command {
    let mut command = Command::from_std(binary::tao_go());
    command
        .env_clear()
        .env("HOME", home)
        .current_dir(home)
        .timeout(std::time::Duration::from_secs(60));
    command
}

/// Writes the default file of settings for that user.
fn write_config(home: &Path, text: &str) -> PathBuf {
    let path = home.join(".config/tao-go/config.toml");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// The output of a command that must succeed without messages.
fn printed(command: &mut Command) -> String {
    program::printed(command.output().unwrap(), &[])
}

/// The board size that the program reports over GTP.
fn size(command: &mut Command) -> String {
    let answer = printed(command.write_stdin("query_boardsize\n"));
    answer.trim_start_matches('=').trim().to_owned()
}

#[test]
fn flags_go_before_the_environment_and_that_before_the_file() {
    let home = folder("layers");
    assert_eq!(size(&mut tao_go(&home)), "9");
    write_config(&home, "size = 5\n");
    assert_eq!(size(&mut tao_go(&home)), "5");
    assert_eq!(size(tao_go(&home).env("TAO_GO_SIZE", "7")), "7");
    let mut all = tao_go(&home);
    assert_eq!(
        size(all.env("TAO_GO_SIZE", "7").args(["gtp", "--size", "13"])),
        "13"
    );
}

#[test]
fn the_file_may_be_another_or_none() {
    let home = folder("files");
    write_config(&home, "size = 5\n");
    let [one, two] = ["one.toml", "two.toml"].map(|name| home.join(name));
    fs::write(&one, "size = 7\n").unwrap();
    fs::write(&two, "size = 11\n").unwrap();
    assert_eq!(size(tao_go(&home).env("TAO_GO_CONFIG", &one)), "7");
    assert_eq!(size(tao_go(&home).env("TAO_GO_CONFIG", "")), "9");
    let mut flag = tao_go(&home);
    assert_eq!(
        size(flag.env("TAO_GO_CONFIG", &one).arg("--config").arg(&two)),
        "11"
    );
    assert_eq!(
        size(tao_go(&home).env("XDG_CONFIG_HOME", home.join("none"))),
        "9"
    );
    let output = tao_go(&home)
        .args(["--config", "three.toml"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(
        stderr(&output).starts_with("tao-go: three.toml: "),
        "{output:?}"
    );
}

#[test]
fn numbers_in_a_file_are_answered_with_their_range() {
    let home = folder("ranges");
    write_config(&home, "size = 1\n");
    let output = tao_go(&home).output().unwrap();
    let expected = "line 1: size: write a whole number from 2 to 19";
    assert!(stderr(&output).contains(expected), "{output:?}");
}

#[test]
#[expect(clippy::too_many_lines, reason = "most of them are cases")]
fn errors_name_their_place_and_the_nearest_key() {
    let home = folder("mistakes");
    let config = write_config(&home, "komi = 7\nsise = 5\n");
    let output = tao_go(&home).output().unwrap();
    let expected = format!(
        "tao-go: {}: line 2: unknown key `sise`, did you mean `size`?\n",
        config.display()
    );
    assert_eq!(
        (output.status.code(), stderr(&output)),
        (Some(3), &*expected)
    );
    // Commands that use no settings work in spite of the bad file.
    for arguments in [
        &["version"][..],
        &["config", "--dump-default"],
        &["completions", "bash"],
    ] {
        printed(tao_go(&home).args(arguments));
    }
    for (text, expected) in [
        ("size = 5\ntime = \"soon\"\n", "line 2: time: not a time"),
        (
            "[option]\nchoice = \"best\"\n",
            "line 2: choice: bad value `best`",
        ),
        (
            "preset = \"plain-uct\"\n[option]\nrave-equivalence = 100\n",
            "line 3: rave-equivalence: the setting `rave-equivalence` belongs to selection=rave",
        ),
        (
            "[option]\nshapes = \"on\"\n",
            "line 2: the setting `shapes` is for experiments: only `tao-lab` takes it, as in `PRESET:shapes=VALUE`",
        ),
    ] {
        write_config(&home, text);
        let output = tao_go(&home).args(["--size", "9"]).output().unwrap();
        assert_eq!(output.status.code(), Some(3), "{text}");
        assert!(stderr(&output).contains(expected), "{output:?}");
    }
    for (name, value, expected) in [
        (
            "TAO_GO_PRESETS",
            "default",
            "`TAO_GO_PRESETS`, did you mean `TAO_GO_PRESET`?",
        ),
        (
            "TAO_GO_THREADS",
            "0",
            "TAO_GO_THREADS: write a whole number from 1 to 1024",
        ),
        (
            "TAO_GO_OPTION",
            "choise=mean",
            "unknown setting `choise`, did you mean `choice`?",
        ),
    ] {
        let mut command = tao_go(&home);
        let output = command
            .env("TAO_GO_CONFIG", "")
            .env(name, value)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(stderr(&output).contains(expected), "{output:?}");
    }
}

#[test]
fn config_prints_the_effective_settings_with_their_origins() {
    let home = folder("show");
    let config = write_config(
        &home,
        "komi = 6.5\ntime = \"5s\"\n[option]\nchoice = \"mean\"\nsymmetry = \"on\"\n",
    );
    let mut command = tao_go(&home);
    let text = printed(command.env("TAO_GO_SEED", "3").args([
        "config",
        "--playouts",
        "50",
        "--never-resign",
    ]));
    let config = config.display();
    for (setting, origin) in [
        ("size = 9", "default".to_owned()),
        ("komi = 6.5", format!("{config}, line 1")),
        ("playouts = 50", "command line".to_owned()),
        ("seed = 3", "TAO_GO_SEED".to_owned()),
        ("never-resign = true", "command line".to_owned()),
        ("choice = \"mean\"", format!("{config}, line 4")),
        ("symmetry = \"on\"", format!("{config}, line 5")),
    ] {
        let line = text.lines().find(|line| line.starts_with(setting));
        assert!(line.unwrap().ends_with(&format!("# {origin}")), "{text}");
    }
    assert!(
        text.contains("\n# time is not set\n"),
        "the flag's limit takes its place: {text}"
    );
    // The text is a file with the same settings.
    let copy = home.join("copy.toml");
    fs::write(&copy, &text).unwrap();
    let again = printed(tao_go(&home).arg("--config").arg(&copy).arg("config"));
    let settings = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines
            .map(|line| line.split('#').next().unwrap().trim().to_owned())
            .collect()
    };
    assert_eq!(settings(&again), settings(&text));
}

#[test]
fn the_default_file_is_read_back() {
    let home = folder("default");
    let text = printed(tao_go(&home).args(["config", "--dump-default"]));
    write_config(&home, &text);
    let shown = printed(tao_go(&home).arg("config"));
    assert!(shown.contains("config.toml, line "), "{shown}");
    let arguments = ["genmove", "--size", "5", "--playouts", "20", "--seed", "1"];
    let with_file = printed(tao_go(&home).args(arguments));
    let without = printed(tao_go(&home).env("TAO_GO_CONFIG", "").args(arguments));
    assert_eq!(with_file, without);
}

#[test]
fn a_flag_can_switch_off_a_setting_of_the_file() {
    let home = folder("switch");
    let config = write_config(&home, "size = 5\nponder = true\n");
    // Pondering needs tree reuse.
    let expected = format!(
        "tao-go: {}: line 2: ponder: these settings keep no tree for the next move (reuse=on does)\n",
        config.display()
    );
    for command in ["gtp", "gmp"] {
        let arguments = [command, "--preset", "tao-go-2010"];
        let output = tao_go(&home).args(arguments).output().unwrap();
        assert_eq!(
            (output.status.code(), stderr(&output)),
            (Some(3), &*expected)
        );
        printed(tao_go(&home).args(arguments).arg("--ponder=false"));
    }
}

#[test]
fn commands_ignore_settings_that_they_do_not_use() {
    let home = folder("useless");
    write_config(
        &home,
        "size = 5\nplayouts = 10\npreset = \"plain-uct\"\nponder = true\n",
    );
    for (arguments, input) in [
        (&["genmove"][..], ""),
        (&["analyze", "-"], "(;SZ[5];B[cc])"),
        (&["score", "-"], "(;SZ[5];B[cc])"),
        (&["play", "--ascii"], "quit\n"),
        (&["config"], ""),
    ] {
        printed(tao_go(&home).args(arguments).write_stdin(input));
    }
}

#[test]
fn a_record_ranks_over_the_file() {
    let home = folder("record");
    write_config(&home, "size = 13\nplayouts = 20\nseed = 1\n");
    let mut command = tao_go(&home);
    printed(
        command
            .args(["genmove", "-"])
            .write_stdin("(;SZ[5];B[cc];W[cd])"),
    );
}

#[test]
fn the_log_file_has_every_line_with_its_direction() {
    let home = folder("log");
    write_config(&home, "log-file = \"game.log\"\n");
    let input = "1 name\n\tplay b  E5 # a comment\r\nnonsense\nshowboard";
    let answers = printed(tao_go(&home).args(["gtp", "-q"]).write_stdin(input));
    let log = fs::read_to_string(home.join("game.log")).unwrap();
    let traffic: Vec<&str> = log
        .lines()
        .filter_map(|line| line.split_once(" gtp ").map(|(_, traffic)| traffic))
        .collect();
    let received: Vec<_> = traffic
        .iter()
        .filter_map(|line| line.strip_prefix("< "))
        .collect();
    let sent: Vec<_> = traffic
        .iter()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    assert_eq!(
        received,
        [
            "1 name",
            "\tplay b  E5 # a comment",
            "nonsense",
            "showboard"
        ]
    );
    let answered: Vec<_> = answers
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(sent, answered);
    assert!(log.contains(" INFO version "), "{log}");
    // A second run appends.
    printed(tao_go(&home).write_stdin("quit\n"));
    let longer = fs::read_to_string(home.join("game.log")).unwrap();
    assert!(
        longer.starts_with(&log) && longer.contains(" gtp < quit"),
        "{longer}"
    );
}

#[test]
fn a_log_that_cannot_be_written_is_an_error_at_once() {
    let home = folder("no-log");
    for (path, code, expected) in [
        (
            "/nonexistent/game.log",
            3,
            "tao-go: /nonexistent/game.log: cannot write the log: ",
        ),
        (".", 3, "tao-go: .: cannot write the log: "),
        (
            "-",
            2,
            "tao-go: --log-file -: the standard output is for results",
        ),
        (
            "/dev/stdout",
            2,
            "tao-go: --log-file /dev/stdout: the standard output is for results",
        ),
    ] {
        let output = tao_go(&home).args(["--log-file", path]).output().unwrap();
        assert_eq!(
            (output.status.code(), stdout(&output)),
            (Some(code), ""),
            "{path}"
        );
        assert!(stderr(&output).starts_with(expected), "{output:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_once_and_the_game_goes_on() {
    let home = folder("full");
    let mut command = tao_go(&home);
    let command = command.args(["gtp", "--log-file", "/dev/full"]);
    let output = command
        .write_stdin("name\nversion\nquit\n")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(stdout(&output).matches('=').count(), 3);
    let complaint = stderr(&output);
    assert!(
        complaint.starts_with("tao-go: log file /dev/full: No space left on device"),
        "{complaint}"
    );
    assert!(complaint.ends_with("\nGTP ready\n"), "{complaint}");
    assert_eq!(complaint.lines().count(), 2, "{complaint}");
}

#[test]
fn the_log_level_is_set_by_flag_then_rust_log_then_variable() {
    let home = folder("level");
    let is_told = |command: &mut Command| {
        let output = command.write_stdin("quit\n").output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        stderr(&output).contains("tao-go: 9x9")
    };
    assert!(!is_told(&mut tao_go(&home)));
    assert!(is_told(tao_go(&home).env("TAO_GO_LOG_LEVEL", "info")));
    assert!(is_told(tao_go(&home).env("RUST_LOG", "info")));
    let mut both = tao_go(&home);
    let both = both
        .env("TAO_GO_LOG_LEVEL", "info")
        .env("RUST_LOG", "error");
    assert!(!is_told(both));
    assert!(is_told(both.args(["--log-level", "debug"])));
    // A level for one target leaves the others as they are.
    let mut part = tao_go(&home);
    let part = part.env("TAO_GO_LOG_LEVEL", "info");
    assert!(is_told(part.env("RUST_LOG", "gtp=trace")));
    assert!(is_told(part.env("RUST_LOG", "")));
    assert!(!is_told(tao_go(&home).env("RUST_LOG", "info").arg("-q")));
    let output = tao_go(&home)
        .args(["-v", "--log-level", "info"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}

/// An input that panics.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> Result<usize> {
        panic!("on purpose")
    }
}

/// The variable that makes the test panic in this process.
const FAIL: &str = "FAIL_ON_PURPOSE";

/// Both log file and error stream have the report at any log level, because the message asks the user to send it.
#[test]
fn a_panic_anywhere_is_reported_and_an_error() {
    if env::var_os(FAIL).is_some() {
        return fail();
    }
    let mut again = Command::new(env::current_exe().unwrap());
    let output = again
        .args([
            "--exact",
            "settings::a_panic_anywhere_is_reported_and_an_error",
        ])
        .env_clear()
        .envs([(FAIL, "1"), ("RUST_LOG", "off,panic=off")])
        .env("RUST_MIN_STACK", "8388608") // as the main thread has
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = stderr(&output);
    assert!(
        report.starts_with("tao-go: internal error in version ") && report.contains("on purpose"),
        "{output:?}"
    );
}

fn fail() {
    let home = folder("panic");
    let [log, none] = ["game.log", "none.toml"].map(|name| home.join(name));
    fs::write(&none, "").unwrap();
    let arguments = [
        "tao-go".into(),
        "gtp".into(),
        "-q".into(),
        "--config".into(),
    ];
    let files = [none.into(), "--log-file".into(), log.clone().into()];
    let cli = Cli::<TaoGo>::read(arguments.into_iter().chain(files)).unwrap();
    let streams = Streams {
        input: Box::new(BufReader::new(Broken)),
        output: Box::new(sink()),
        errors: Box::new(sink()),
        source: Endpoint::Pipe,
        target: Endpoint::Pipe,
        palette: Palette::Plain,
    };
    let error = cli::run(cli, streams).unwrap_err();
    // The hook would report failures of other tests.
    let _ = panic::take_hook();
    assert_eq!(error.exit_code(), 1);
    assert!(error.to_string().starts_with("internal error"), "{error}");
    let log = fs::read_to_string(log).unwrap();
    let report = format!(
        " ERROR internal error in version {}: panicked at ",
        env!("CARGO_PKG_VERSION")
    );
    assert!(log.contains(&report) && log.contains("on purpose"), "{log}");
}
