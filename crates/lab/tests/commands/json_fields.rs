//! Every output in JSON is as the schema declares it, of which `docs/lab/json.md` is made.

use std::fs;

use tempfile::tempdir;

use crate::support::schema::{LAB_OUTPUTS, Schema, lines};

/// The lines of a log of the match with these arguments.
fn log(arguments: &str) -> Vec<String> {
    let folder = tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    let arguments = format!(
        "match {arguments} --playouts 5 --games 2 --log {}",
        log.display()
    );
    lines(&arguments, "");
    let text = fs::read_to_string(log).unwrap();
    text.lines().map(str::to_owned).collect()
}

#[test]
fn every_field_is_printed_with_its_type_and_range() {
    let fake = "sh tests/commands/matches/fake.sh";
    let logs = [
        log(&format!(
            "--a plain-uct --b '{fake} crash' --size 5 --openings none"
        )),
        log("--a plain-uct --b playouts --size 5 --main-time 60s"),
    ];
    let games = lines("learn games --games 1 --size 5 --playouts 10 --seed 1", "");
    let schema = Schema::read();
    for ((output, name), lines) in LAB_OUTPUTS.into_iter().zip([logs.concat(), games]) {
        schema.assert_printed(output, name, &lines);
    }
}
