//! Any text as the settings file. If it is valid, the settings that `config` prints are a file with the same settings.

#![no_main]

use std::fs;
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use tao_go_fuzz::tao_go;

fuzz_target!(|text: &str| {
    // A setting for a log file would create that file, at any path.
    if text.contains("log") {
        return;
    }
    let folder = std::env::temp_dir();
    let file = folder.join(format!("tao-go-fuzz-{}.toml", std::process::id()));
    let printed = print(&file, text);
    match printed {
        Ok(printed) => assert_eq!(print(&file, &printed).as_deref(), Ok(&*printed)),
        Err((code, complaint)) => assert!(
            (2..=3).contains(&code) && !complaint.is_empty(),
            "{code} {complaint}"
        ),
    }
    let _ = fs::remove_file(&file);
});

/// The settings that the program prints with this text as its settings file, a line each, without their origin.
fn print(file: &Path, text: &str) -> Result<String, (u8, String)> {
    fs::write(file, text).expect("there is room");
    let path = file.to_str().expect("a plain name");
    let printed = tao_go(&["config", "--config", path], b"")?;
    let settings = printed.lines().filter(|line| !line.starts_with('#'));
    Ok(settings.map(|line| without_origin(line) + "\n").collect())
}

fn without_origin(line: &str) -> String {
    line.rsplit_once(" # ")
        .map_or(line, |(setting, _)| setting.trim_end())
        .to_owned()
}
