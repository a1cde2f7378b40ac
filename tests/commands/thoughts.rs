//! Statistics of playouts.

use std::process::Output;

use crate::support::binary;
use serde_json::Value;

fn genmove(arguments: &[&str]) -> Output {
    let mut command = binary::tao_go();
    command.args(["genmove", "--seed", "1", "--playouts", "300"]);
    command.args(arguments).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).unwrap()
}

#[test]
fn genmove_prints_statistics_of_its_playouts() {
    let plain = genmove(&[]);
    assert_eq!(genmove(&["--stats"]).status.code(), Some(2));
    let output = genmove(&["--stats", "--json"]);
    assert_eq!(text(&output.stderr), "");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(
        format!("{}\n", answer["move"].as_str().unwrap()),
        text(&plain.stdout)
    );
    let games = &answer["stats"]["games"];
    let scores = games["scores"].as_array().unwrap();
    let sum: u64 = scores.iter().map(|pair| pair[1].as_u64().unwrap()).sum();
    assert_eq!((games["count"].as_u64(), sum), (Some(300), 300));
    // The network does not play games to their end.
    assert!(games["length"].is_null());
    for rows in [&games["ownership"], &games["criticality"]] {
        let rows = rows.as_array().unwrap();
        assert!(rows.len() == 9 && rows.iter().all(|row| row.as_array().unwrap().len() == 9));
    }
    let without: Value = serde_json::from_slice(&genmove(&["--json"]).stdout).unwrap();
    assert!(without.get("stats").is_none());
}
