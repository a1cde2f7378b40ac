//! Settings that are printed are a file that makes the same settings.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::{Arc, Mutex};

use proptest::prelude::*;
use tao_go::cli::{Cli, Palette, Source, Streams, run};

use crate::inputs;

/// A key with a value of its kind, as TOML.
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
            word(&["default", "alpha-amaf", "tao-go-2010", "plain-uct"])
        ),
        setting("playouts", number(1..1_000_000_000_000)),
        setting("time", word(&["5s", "500ms", "2m", "1.5", "0.1s"])),
        setting("memory", number(1..4096)),
        setting("threads", number(1..64)),
        setting("seed", number(0..i64::MAX as u64)),
        setting("ponder", switch()),
        setting("never-resign", switch()),
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
        setting("threads", number(1..64)),
    ];
    prop::collection::vec(one, 0..5).prop_map(once_each)
}

/// TOML has every key once.
fn once_each(mut settings: Vec<Setting>) -> Vec<Setting> {
    settings.sort();
    settings.dedup_by_key(|&mut (key, _)| key);
    settings
}

/// What the program prints of its settings with this text in the file: a line for each that is set.
fn in_force(text: &str) -> Result<Vec<String>, String> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("properties.toml");
    fs::write(&path, text).unwrap();
    let line = ["tao-go", "config", "--config"].map(OsString::from);
    let cli = Cli::read(line.into_iter().chain([path.into_os_string()]))
        .map_err(|error| error.to_string())?;
    let output = Shared::default();
    let streams = Streams {
        input: io::empty(),
        output: output.clone(),
        graphics: io::sink(),
        source: Source::Pipe,
        palette: Palette::Plain,
    };
    run(cli, streams).map_err(|error| error.to_string())?;
    let printed = String::from_utf8(output.0.lock().unwrap().clone()).unwrap();
    let settings = printed.lines().filter(|line| !line.starts_with('#'));
    Ok(settings
        .map(|line| {
            line.rsplit_once(" # ")
                .map_or(line, |(setting, _)| setting.trim_end())
                .to_owned()
        })
        .collect())
}

/// What is written is kept.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<u8>>>);

impl io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

proptest! {
    #![proptest_config(inputs(200))]

    #[test]
    fn settings_come_back(settings in settings(), options in options()) {
        let mut file = String::new();
        for (key, value) in &settings {
            writeln!(file, "{key} = {value}").unwrap();
        }
        file += "[option]\n";
        for (key, value) in &options {
            writeln!(file, "{key} = {value}").unwrap();
        }
        let told = in_force(&file).map_err(TestCaseError::fail)?;
        for (key, value) in settings.iter().chain(&options) {
            let value = value.trim_matches('"');
            let is_told = |line: &String| {
                let told = line.split_once(" = ").map(|(key, value)| (key, value.trim_matches('"')));
                told == Some((key, value))
            };
            prop_assert!(told.iter().any(is_told), "{} = {} is not in {:?}", key, value, told);
        }
        let again = in_force(&told.join("\n")).map_err(TestCaseError::fail)?;
        prop_assert_eq!(again, told);
    }
}
