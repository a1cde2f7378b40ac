//! A full disk.

use std::fs;

use tempfile::tempdir;

use crate::support::file_limit::{ENDLESS, names, run_with_file_limit, run_with_input, stderr};

#[test]
fn an_output_that_does_not_fit_leaves_the_old_file_unchanged() {
    let folder = tempdir().unwrap();
    let [chart, record] = ["chart.svg", "game.sgf"].map(|name| folder.path().join(name));
    let [chart_name, record_name] = [&chart, &record].map(|path| path.to_str().unwrap());
    let game = format!("(;SZ[9]{})", ";B[];W[]".repeat(20));
    fs::write(&chart, "old content").unwrap();
    fs::write(&record, &game).unwrap();
    for (option, file) in [("--svg", chart_name), ("--sgf", record_name)] {
        let analyze = "analyze --playouts 1 --moves 1-40 --force";
        let files = [option, file, record_name];
        let arguments: Vec<&str> = analyze.split(' ').chain(files).collect();
        let output = run_with_file_limit(1, &arguments);
        let complaint = stderr(&output, 3);
        assert!(complaint.contains("File too large"), "{complaint}");
    }
    assert_eq!(fs::read_to_string(&chart).unwrap(), "old content");
    assert_eq!(fs::read_to_string(&record).unwrap(), game);
    let file_count = fs::read_dir(&folder).unwrap().count();
    assert_eq!(file_count, 2, "an unfinished file is left");
}

#[test]
fn nothing_is_left_where_nothing_could_be_written() {
    let folder = tempdir().unwrap();
    let games = folder.path().join("games");
    let games_name = games.to_str().unwrap();
    let arguments = ["gtp", "--sgf-dir", games_name, "--size", "5"];
    let output = run_with_input(0, &arguments, "play b c3\nclear_board\nplay b c4\nquit\n");
    assert!(stderr(&output, 0).contains("File too large"), "{output:?}");
    assert_eq!(names(&games), [""; 0]);
    assert_eq!(names(folder.path()), ["games"]);
}

#[test]
fn an_endless_file_is_refused() {
    for (command, reason) in [
        ("--config", "larger than 1 MiB"),
        ("genmove", "larger than 16 MiB"),
    ] {
        let arguments: Vec<&str> = command.split(' ').chain([ENDLESS]).collect();
        let output = run_with_file_limit(1, &arguments);
        let expected = format!("tao-go: {ENDLESS}: {reason}\n");
        assert_eq!(stderr(&output, 3), expected);
    }
}
