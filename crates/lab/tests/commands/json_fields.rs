//! `docs/json.md` describes every field of the outputs in JSON.

use std::fs;

use tempfile::tempdir;

use crate::support::json_document::{OF_LAB, assert_described, lines};

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
fn the_document_lists_every_field_with_type_and_range() {
    let fake = "sh tests/commands/matches/fake.sh";
    let logs = [
        log(&format!(
            "--a plain-uct --b '{fake} crash' --size 5 --openings none"
        )),
        log(&format!(
            "--a plain-uct --b playouts --size 5 --main-time 60s --referee '{fake} pass B+3.0'"
        )),
    ];
    let games = lines("learn games --games 1 --size 5 --playouts 10 --seed 1", "");
    let [log, learn] = OF_LAB;
    assert_described(log, &logs.concat());
    assert_described(learn, &games);
}
