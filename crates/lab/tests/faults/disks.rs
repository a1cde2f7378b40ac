//! A full disk.

use std::fs;
use std::path::Path;

use tao_lab::matches::read_log;
use tempfile::tempdir;

use crate::support::file_limit::{ENDLESS, names, run_with_file_limit, stderr};

#[test]
fn nothing_is_left_where_nothing_could_be_written() {
    let folder = tempdir().unwrap();
    let within = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (book, log, positions) = (within("book"), within("log"), within("positions"));
    let build = format!("book build {book} --positions 1 --visits 20 --threads 1");
    let players = "--a plain-uct --b plain-uct --playouts 5 --size 5 --games 2";
    for command in [build, format!("match {players} --log {log}")] {
        let arguments: Vec<&str> = command.split(' ').collect();
        let output = run_with_file_limit(0, &arguments);
        assert!(stderr(&output, 3).contains("File too large"), "{output:?}");
    }
    let selfplay = format!("selfplay {positions} --games 1 --visits 5 --threads 1");
    let arguments: Vec<&str> = selfplay.split(' ').collect();
    assert!(!run_with_file_limit(0, &arguments).status.success());
    assert_eq!(names(Path::new(&positions)), [""; 0]);
    assert_eq!(names(folder.path()), ["positions"]);
}

#[test]
fn an_endless_file_is_refused() {
    let command = "match --a plain-uct --b plain-uct --openings";
    let arguments: Vec<&str> = command.split(' ').chain([ENDLESS]).collect();
    let output = run_with_file_limit(1, &arguments);
    let expected = format!("tao-lab: {ENDLESS}: larger than 16 MiB\n");
    assert_eq!(stderr(&output, 3), expected);
}

#[test]
fn a_match_whose_log_file_was_full_can_be_resumed() {
    let folder = tempdir().unwrap();
    let log = folder.path().join("log.jsonl");
    let path = log.to_str().unwrap();
    let command =
        "match --a plain-uct --b plain-uct --playouts 5 --size 5 --rules cgos --games 20 --log";
    let arguments: Vec<&str> = command.split(' ').chain([path]).collect();
    let output = run_with_file_limit(8, &arguments);
    let complaint = stderr(&output, 3);
    assert!(complaint.contains(path), "{complaint}");
    let text = fs::read_to_string(&log).unwrap();
    assert!(text.ends_with("}\n"), "not a whole line: {text}");
    let games = read_log(&log).unwrap().len();
    assert!((1..20).contains(&games), "{games}");
    stderr(&run_with_file_limit(1 << 20, &arguments), 0);
    assert_eq!(read_log(&log).unwrap().len(), 20);
}
