//! Ranks that share games.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::support::binary;
use crate::support::mpi::{TIMEOUT, alone, rank_process, ranks, signal, together};

/// The games of a log in their order, without times.
fn games(log: &Path) -> Vec<Value> {
    let text = fs::read_to_string(log).unwrap();
    let games = text.lines().map(|line| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for side in ["a", "b"] {
            game[side] = game[side]["moves"].take();
        }
        game
    });
    let mut games: Vec<Value> = games.collect();
    games.sort_by_key(|game| game["game"].as_u64());
    games
}

#[test]
fn a_match_is_the_same_on_all_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    let arguments = |log: &str| {
        let (log, records) = (file(log), file(&format!("{log}-games")));
        format!(
            "match --a playouts --b plain-uct --playouts 60 --games 10 --seed 7 --log {} --sgf-dir {}",
            log.display(),
            records.display()
        )
    };
    alone(&arguments("one"));
    together(&arguments("three"));
    let expected = games(&file("one"));
    assert_eq!(expected.len(), 10);
    assert_eq!(games(&file("three")), expected);
    for number in 0..10 {
        let record = |log: &str| {
            let name = format!("{log}-games/game-{number:05}.sgf");
            fs::read_to_string(file(&name)).unwrap()
        };
        assert_eq!(record("three"), record("one"));
    }
}

#[test]
fn ranks_go_from_match_to_match() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().display();
    let arguments = format!(
        "match --players playouts,plain-uct,tao-go-2010 --playouts 20 --games 4 --log {log}"
    );
    let text = together(&arguments);
    for name in ["1-2", "1-3", "2-3"] {
        assert!(text.contains(&format!("{name}: ")), "{text}");
        assert_eq!(games(&folder.path().join(format!("{name}.jsonl"))).len(), 4);
    }
    // The ranks also go on from match to match if there is nothing left to play.
    assert_eq!(together(&arguments), text);
    let sweep =
        "match --a plain-uct --b plain-uct --playouts 20 --games 4 --sweep exploration=0.2,1";
    assert_eq!(together(sweep), alone(sweep));
}

#[test]
fn a_sequential_test_ends_the_games_of_all_ranks() {
    let arguments = "match --a playouts --b plain-uct --playouts 100 --sprt 0,200 --games 1000";
    let text = together(arguments);
    assert!(text.contains("H1 accepted"), "{text}");
    assert!(!text.contains("of 1000 games"), "{text}");
}

#[test]
fn programs_that_play_do_not_take_themselves_for_ranks() {
    let program = binary::tao_lab().get_program().display().to_string();
    let mut command = ranks(3, "match --games 6 --size 5 --a plain-uct:playouts=20");
    let command = command.args(["--b", &format!("{program} alpha-beta --playouts 20")]);
    let output = command.stdin(Stdio::null()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("of 6 games"), "{text}");
    // No game is lost by a fault.
    assert!(text.lines().last().unwrap().ends_with("  0"), "{text}");
}

#[test]
fn an_interrupt_of_rank_0_finishes_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut command = long_match(&log);
    let command = command.stdin(Stdio::null()).stdout(Stdio::piped());
    let mpirun = command.stderr(Stdio::null()).spawn().unwrap();
    wait_for(&log, 5_000);
    signal("INT", rank_process(mpirun.id(), 0));
    let output = mpirun.wait_with_output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        text.contains(&format!("of {} games", games(&log).len())),
        "{text}"
    );
}

#[test]
fn games_to_learn_from_are_the_same_on_all_ranks() {
    let arguments = "learn games --games 6 --playouts 20 --seed 3";
    let lines = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    assert_eq!(lines(&together(arguments)), lines(&alone(arguments)));
}

#[test]
fn self_play_and_books_grow_on_all_ranks() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (games, records, book) = (file("games"), file("records"), file("book"));
    let text = together(&format!(
        "selfplay {games} --games 5 --visits 8 --cheap-visits 4 --threads 1 --sgf-dir {records}"
    ));
    assert!(text.starts_with("5 games, "), "{text}");
    assert_eq!(fs::read_dir(games).unwrap().count(), 1);
    assert_eq!(fs::read_dir(records).unwrap().count(), 5);
    for (command, positions) in [("build", 7), ("grow", 12)] {
        let more = if command == "build" { 7 } else { 5 };
        let text = together(&format!(
            "book {command} {book} --positions {more} --visits 20 --threads 1"
        ));
        let expected = format!("komi 7: {positions} positions");
        assert!(text.starts_with(&expected), "{text}");
    }
    assert!(alone(&format!("book check {book}")).contains("12 positions"));
}

/// A match on three ranks that does not end by itself.
fn long_match(log: &Path) -> Command {
    let players = "--size 5 --a plain-uct --b plain-uct --playouts 20";
    let log = log.display();
    ranks(3, &format!("match {players} --games 100000 --log {log}"))
}

/// Waits until a file has so many bytes.
fn wait_for(file: &Path, bytes: u64) {
    let start = Instant::now();
    while fs::metadata(file).map_or(0, |file| file.len()) < bytes {
        assert!(start.elapsed() < TIMEOUT, "nothing is stored");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Kills a rank while the others play, when so many bytes are stored. Returns the errors.
fn kill_one(mut command: Command, store: &Path, bytes: u64) -> String {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null());
    let mpirun = command.stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    wait_for(store, bytes);
    signal("KILL", rank_process(mpirun.id(), 1));
    let output = mpirun.wait_with_output().unwrap();
    assert!(!output.status.success());
    assert!(start.elapsed() < 2 * TIMEOUT);
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_was_finished_when_a_rank_dies_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let errors = kill_one(long_match(&log), &log, 5_000);
    assert!(errors.contains("process rank 1 "), "{errors}");
    let report = alone(&format!("match report {}", log.display()));
    assert!(report.contains("A wins"), "{report}");

    let games = folder.path().join("games");
    let arguments = format!(
        "selfplay {} --visits 4 --cheap-visits 2 --threads 1",
        games.display()
    );
    let file = games.join("000000.games");
    let errors = kill_one(ranks(3, &arguments), &file, 20_000);
    assert!(errors.contains("process rank 1 "), "{errors}");
    assert!(fs::read(file).unwrap().len() >= 20_000);
}
