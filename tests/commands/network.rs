//! The setting `--network`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

use crate::support::binary;

fn tao_go(arguments: &[&str]) -> Command {
    let mut command = Command::from_std(binary::tao_go());
    command.args(arguments);
    command
}

#[test]
fn a_bad_network_file_is_named_with_what_is_wrong() {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad.taonet");
    fs::write(&file, "TaoGo: no network").unwrap();
    for (name, expected) in [
        (file.to_str().unwrap(), "bad.taonet: not a network file"),
        ("missing.taonet", "missing.taonet: "),
    ] {
        for command in ["genmove", "gtp", "version"] {
            let assert = tao_go(&[command, "--network", name]).assert().code(3);
            let stderr = String::from_utf8_lossy(&assert.get_output().stderr);
            assert!(stderr.contains(expected), "{command}: {stderr}");
        }
    }
}

#[test]
fn the_version_names_the_network() {
    let assert = tao_go(&["version", "--json", "--network", "none"]).assert();
    let output = assert.success().get_output().clone();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\"network\":null"), "{text}");
}
