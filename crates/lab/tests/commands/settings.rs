//! Settings of the user.

use std::fs;

use tempfile::tempdir;

use crate::support::program::{complaint, printed, tao_lab};

#[test]
fn measurements_use_only_flags() {
    let folder = tempdir().unwrap();
    let config = folder.path().join("tao-go/config.toml");
    fs::create_dir_all(config.parent().unwrap()).unwrap();
    let settings = "preset = \"plain-uct\"\nsize = 5\nponder = true\ntime = \"1h\"\n";
    fs::write(&config, settings).unwrap();
    let arguments = [
        "match",
        "--a",
        "plain-uct",
        "--b",
        "plain-uct",
        "--games",
        "2",
        "--playouts",
        "2",
    ];
    let mut command = tao_lab(&arguments);
    let command = command
        .env_remove("TAO_GO_CONFIG")
        .env("XDG_CONFIG_HOME", folder.path());
    let report = printed(command.output().unwrap(), &arguments);
    assert!(report.contains("9x9"), "{report}");
    // The file is read all the same.
    fs::write(&config, "sise = 5\n").unwrap();
    let error = complaint(command.output().unwrap(), 3, &arguments);
    assert!(error.contains("line 1: unknown key `sise`"), "{error}");
}
