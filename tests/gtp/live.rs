//! Input during a search.

use std::fs;
use std::thread;
use std::time::Duration;

use tempfile::TempDir;

use super::program::Program;

/// Input this long after a command does not count as sent together with it.
const LATER: Duration = Duration::from_millis(110);

/// Options for a search that does not end.
const ENDLESS: &str = "--playouts 1000000000000 --threads 1";

/// A program whose search does not end, with the folder of its log.
fn endless() -> (Program, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let program = Program::start(&format!("{ENDLESS} --log-file {}", log.display()));
    (program, folder)
}

/// Waits until the program has received a command, and then until further input counts as later, however slow the machine is.
fn wait_until_received(command: &str, folder: &TempDir) {
    let log = folder.path().join("log");
    let line = format!("gtp < {command}\n");
    while !fs::read_to_string(&log).unwrap().contains(&line) {
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(LATER);
}

/// Reads the status and the first three lines of an analysis.
fn read_three_lines(program: &Program, status: &str) {
    assert_eq!(program.line(), status);
    for _ in 0..3 {
        let line = program.line();
        assert!(line.starts_with("info move "), "{line}");
    }
}

/// Reads the remaining lines of an analysis.
fn read_rest(program: &Program) {
    let lines = program.response();
    assert!(
        lines.iter().all(|line| line.starts_with("info ")),
        "{lines:?}"
    );
}

#[test]
fn an_analysis_goes_on_until_any_line_comes() {
    let mut program = Program::start("");
    program.send("1 lz-analyze 10\n");
    read_three_lines(&program, "=1");
    program.send("\n");
    read_rest(&program);
    program.send("lz-analyze b 5\n");
    read_three_lines(&program, "= ");
    program.send("2 name\n");
    read_rest(&program);
    assert_eq!(program.response(), ["=2 Tao Go"]);
    program.send("3 kata-analyze b 5 ownership true\n");
    read_three_lines(&program, "=3");
    program.send("# interrupt\n4 stop\n");
    read_rest(&program);
    assert_eq!(program.response(), ["=4 "]);
}

#[test]
fn an_analysis_ends_with_the_next_one() {
    let mut program = Program::start("");
    program.send("1 lz-analyze 5\n");
    read_three_lines(&program, "=1");
    program.send("2 lz-analyze 5\n");
    program.response();
    read_three_lines(&program, "=2");
}

#[test]
fn the_end_of_the_input_ends_an_analysis() {
    let mut program = Program::start("");
    program.send("lz-analyze 5\n");
    read_three_lines(&program, "= ");
    program.close_input();
    let (code, output, errors) = program.end();
    assert_eq!(code, Some(0));
    assert_eq!(output.last().map(String::as_str), Some(""));
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn quit_during_a_search_ends_it_at_once() {
    for command in ["genmove b", "lz-genmove_analyze b", "reg_genmove b"] {
        let (mut program, folder) = endless();
        program.send(&format!("{command}\n"));
        wait_until_received(command, &folder);
        program.send("quit\n");
        assert!(program.response()[0].starts_with("= "), "{command}");
        assert_eq!(program.response(), ["= "]);
        assert_eq!(program.end().0, Some(0));

        let (mut program, folder) = endless();
        program.send(&format!("{command}\n"));
        wait_until_received(command, &folder);
        program.close_input();
        let (code, output, _) = program.end();
        assert_eq!(code, Some(0));
        assert!(output[0].starts_with("= "), "{command}: {output:?}");
    }
}

#[test]
fn what_was_sent_with_quit_is_carried_out_in_full() {
    for end in ["quit\n", ""] {
        let mut program = Program::start("--playouts 600 --seed 1");
        program.send(&format!(
            "genmove b\nlz-genmove_analyze w\nname\ntao-stats\n{end}"
        ));
        program.close_input();
        let (code, output, _) = program.end();
        assert_eq!(code, Some(0));
        assert!(
            output
                .iter()
                .any(|line| line.starts_with("= {\"playouts\":600,")),
            "{output:?}"
        );
    }
}

#[test]
fn lines_during_a_search_wait_for_its_move() {
    let (mut program, folder) = endless();
    program.send("1 genmove b\n2 name\n\n# a comment\n3 version\n");
    wait_until_received("1 genmove b", &folder);
    program.send("# interrupt\n4 name\n");
    let answers = [(); 4].map(|()| program.response().remove(0));
    assert!(answers[0].starts_with("=1 "));
    assert_eq!(answers[1], "=2 Tao Go");
    assert_eq!(answers[3], "=4 Tao Go");
}

#[test]
fn a_closed_output_ends_an_analysis() {
    let mut program = Program::start("");
    program.send("lz-analyze 1\n");
    read_three_lines(&program, "= ");
    program.close_output();
    let (code, _, errors) = program.end();
    assert_eq!(code, Some(0));
    assert!(errors.is_empty(), "{errors:?}");
}

#[test]
fn an_analysis_stays_within_its_memory() {
    let mut program = Program::start("--memory 1 --size 9");
    program.send("lz-analyze 10\n");
    assert_eq!(program.line(), "= ");
    let visits = |line: &str| -> u64 {
        let words: Vec<&str> = line.split(' ').collect();
        let counts = words.windows(2).filter(|pair| pair[0] == "visits");
        counts.map(|pair| pair[1].parse::<u64>().unwrap()).sum()
    };
    while visits(&program.line()) < 20_000 {}
    program.send("tao-stats\n");
    program.response();
    let stats = program.response().remove(0);
    let stats: serde_json::Value = serde_json::from_str(&stats[2..]).unwrap();
    let nodes = stats["nodes"].as_u64().unwrap();
    // The tree has room for 10 240 nodes, and a tenth of them are links to further children.
    assert!((9_000..=10_240).contains(&nodes), "{stats}");
}

#[test]
fn the_log_is_not_part_of_the_responses() {
    let mut program = Program::start("-vvv --threads 2 --ponder");
    program.send("play b z9\nloadsgf /nowhere\nlz-analyze 5\n");
    program.response();
    program.response();
    read_three_lines(&program, "= ");
    program.send("cgos-gameover B+Resign\ncgos-opponent_name -> x\ngenmove b\n");
    (0..4).for_each(|_| drop(program.response()));
    program.send("quit\n");
    let (_, _, errors) = program.end();
    assert!(errors.iter().any(|line| line == "tao-go: opponent: => x"));
    for line in errors {
        assert!(
            line.starts_with("tao-go: ") && !line.contains(" -> "),
            "{line}"
        );
    }
}

#[test]
fn a_running_search_is_drawn_for_gogui() {
    let mut program = Program::start(ENDLESS);
    program.send("gogui-version 1.6.0\ngenmove b\n");
    assert_eq!(program.response(), ["= "]);
    for _ in 0..2 {
        assert_eq!(program.error_line(), "gogui-gfx:");
        let lines = std::iter::from_fn(|| Some(program.error_line()));
        let block: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
        let words: Vec<&str> = block
            .iter()
            .map(|line| line.split(' ').next().unwrap())
            .collect();
        assert_eq!(words, ["VAR", "LABEL", "INFLUENCE", "TEXT"]);
    }
    program.send("# interrupt\nquit\n");
    let (_, _, errors) = program.end();
    assert_eq!(errors.last().map(String::as_str), Some("gogui-gfx: CLEAR"));
}
