//! The setting `--network`.

use crate::support::program::{complaint, file, printed, run};

#[test]
fn a_bad_network_file_is_named_with_what_is_wrong() {
    let bad = file("bad.taonet", "TaoGo: no network");
    for (name, expected) in [
        (bad.as_str(), "bad.taonet: not a network file"),
        ("missing.taonet", "missing.taonet: "),
    ] {
        for command in ["genmove", "gtp", "version"] {
            let arguments = [command, "--network", name];
            let complaint = complaint(run(&arguments, ""), 3, &arguments);
            assert!(complaint.contains(expected), "{command}: {complaint}");
        }
    }
}

#[test]
fn the_version_names_the_network() {
    let arguments = ["version", "--json", "--network", "none"];
    let text = printed(run(&arguments, ""), &arguments);
    assert!(text.contains("\"network\":null"), "{text}");
}
