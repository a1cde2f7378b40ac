//! The settings that `config` prints are a file with the same settings.

use std::fmt::Write as _;
use std::fs;

use proptest::prelude::*;
use tempfile::NamedTempFile;

use super::config;
use crate::support::binary;

/// A key and its value as TOML.
type Setting = (&'static str, String);

fn setting(
    key: &'static str,
    value: impl Strategy<Value = String>,
) -> impl Strategy<Value = Setting> {
    value.prop_map(move |value| (key, value))
}

fn number(range: std::ops::Range<u64>) -> impl Strategy<Value = String> {
    range.prop_map(|number| number.to_string())
}

fn word(words: &'static [&'static str]) -> impl Strategy<Value = String> {
    prop::sample::select(words).prop_map(|word| format!("\"{word}\""))
}

fn switch() -> impl Strategy<Value = String> {
    any::<bool>().prop_map(|on| on.to_string())
}

fn settings() -> impl Strategy<Value = Vec<Setting>> {
    let one = prop_oneof![
        setting("size", number(2..20)),
        setting(
            "komi",
            (-99..99).prop_map(|halves| format!("{:?}", f64::from(halves) / 2.0))
        ),
        setting("rules", word(&["chinese", "tromp-taylor", "cgos"])),
        setting("ko", word(&["simple", "positional", "situational"])),
        setting(
            "preset",
            word(&[
                "default",
                "playouts",
                "alpha-amaf",
                "tao-go-2010-tuned",
                "tao-go-2010",
                "plain-uct"
            ])
        ),
        setting("network", word(&["none"])),
        setting("level", number(1..26)),
        setting("playouts", number(1..1_000_000_000_000)),
        setting("time", word(&["5s", "500ms", "2m", "1.5", "0.1s"])),
        setting("memory", number(1..4096)),
        setting("kernel", word(&["portable"])),
        setting("threads", number(1..64)),
        setting("seed", number(0..i64::MAX as u64)),
        setting("ponder", switch()),
        setting("never-resign", switch()),
        setting("resign-threshold", number(0..50)),
        setting("mistakes", word(&["1.5,3,6", "1,2.5,4"])),
        setting("colors", word(&["auto", "always", "never"])),
        setting("ascii", switch()),
        setting(
            "log-level",
            word(&["off", "error", "warn", "info", "debug", "trace"])
        ),
    ];
    prop::collection::vec(one, 0..16).prop_map(once_each)
}

fn options() -> impl Strategy<Value = Vec<Setting>> {
    let one = prop_oneof![
        setting(
            "exploration",
            (0..300).prop_map(|hundredths| format!("{:?}", f64::from(hundredths) / 100.0))
        ),
        setting("expand-after", number(1..1000)),
        setting("choice", word(&["visits", "mean"])),
        setting("reuse", word(&["on", "off"])),
        setting("memory", number(1..4096)),
        setting("threads", number(1..64)),
    ];
    prop::collection::vec(one, 0..5).prop_map(once_each)
}

/// Sorts the settings and keeps one of each key, as TOML requires.
fn once_each(mut settings: Vec<Setting>) -> Vec<Setting> {
    settings.sort();
    settings.dedup_by_key(|&mut (key, _)| key);
    settings
}

/// The settings that `config` prints with this text as the settings file, a line each, without their origin.
fn printed_settings(text: &str) -> Vec<String> {
    let file = NamedTempFile::new().unwrap();
    fs::write(&file, text).unwrap();
    let mut command = binary::tao_go();
    let output = command
        .args(["config", "--config"])
        .arg(file.path())
        .output();
    let output = output.unwrap();
    // Some settings turn on the log, so stderr may have text.
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    let settings = printed.lines().filter(|line| !line.starts_with('#'));
    let without_origin = |line: &str| {
        line.rsplit_once(" # ")
            .map_or(line, |(setting, _)| setting.trim_end())
            .to_owned()
    };
    settings.map(without_origin).collect()
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn printed_settings_are_read_back(settings in settings(), options in options()) {
        let mut file = String::new();
        for (key, value) in &settings {
            writeln!(file, "{key} = {value}").unwrap();
        }
        file += "[option]\n";
        for (key, value) in &options {
            writeln!(file, "{key} = {value}").unwrap();
        }
        let all_printed = printed_settings(&file);
        for (key, value) in settings.iter().chain(&options) {
            let value = value.trim_matches('"');
            let is_setting = |line: &String| {
                let setting = line.split_once(" = ").map(|(key, value)| (key, value.trim_matches('"')));
                setting == Some((key, value))
            };
            prop_assert!(all_printed.iter().any(is_setting), "{} = {} is not in {:?}", key, value, all_printed);
        }
        prop_assert_eq!(printed_settings(&all_printed.join("\n")), all_printed);
    }
}
