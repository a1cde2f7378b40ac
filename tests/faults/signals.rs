//! Signals, at any moment.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tao_go::matches::read_log;

use crate::{PATIENCE, Started, folder, tao_go, wait_until};

fn signal(program: &Started, name: &str) {
    let sent = Command::new("kill")
        .args([&format!("-{name}"), &program.0.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
}

/// Starts the program, has it think for hours, and waits until it does.
fn thinking(arguments: &[&str], input: &str) -> Started {
    let program = tao_go(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut program = Started(program);
    let stdin = program.0.stdin.as_mut().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    stdin.flush().unwrap();
    let stat = format!("/proc/{}/stat", program.0.id());
    let ticks = || {
        let stat = fs::read_to_string(&stat).unwrap();
        let fields = stat.rsplit_once(')').unwrap().1;
        let ticks: u64 = fields.split_whitespace().nth(11).unwrap().parse().unwrap();
        ticks
    };
    wait_until("it thinks", || ticks() > 20);
    program
}

#[test]
fn signals_end_the_program_at_once_whatever_it_does() {
    const HOURS: &[&str] = &["--playouts", "100000000000", "--threads", "2"];
    for (name, number) in [("TERM", 15), ("INT", 2), ("HUP", 1), ("KILL", 9)] {
        for (arguments, input) in [
            (&["gtp"][..], "genmove b\n"),
            (&["gtp", "--ponder"], "lz-analyze b 10\n"),
            (&["genmove"], ""),
        ] {
            let mut program = thinking(&[arguments, HOURS].concat(), input);
            signal(&program, name);
            let start = Instant::now();
            while program.0.try_wait().unwrap().is_none() {
                assert!(start.elapsed() < PATIENCE, "{arguments:?} outlives {name}");
                thread::sleep(Duration::from_millis(10));
            }
            let status = program.0.wait().unwrap();
            assert_eq!(status.signal(), Some(number), "{arguments:?}");
        }
    }
}

/// A match that is killed again and again at no particular moment.
#[test]
fn a_match_that_is_killed_goes_on_with_the_games_that_it_had() {
    let folder = folder("killed");
    let (log, records) = (folder.join("log.jsonl"), folder.join("games"));
    let players = [
        "--a",
        "plain-uct",
        "--b",
        "tao-go-2010",
        "--playouts",
        "20",
        "--size",
        "5",
    ];
    let files = [
        "--log",
        log.to_str().unwrap(),
        "--sgf-dir",
        records.to_str().unwrap(),
    ];
    let arguments = [&["match", "--games", "100000"][..], &players, &files].concat();
    let mut games = Vec::new();
    for attempt in 0..8 {
        let program = tao_go(&arguments).stdout(Stdio::null()).spawn();
        let program = Started(program.unwrap());
        wait_until("there are more games", || {
            read_log(&log).is_ok_and(|log| log.len() > games.len())
        });
        thread::sleep(Duration::from_millis(7 * attempt));
        drop(program);
        let entries = read_log(&log).unwrap();
        assert!(entries.starts_with(&games), "no game is lost");
        games = entries;
    }
    let mut numbers: Vec<u64> = games.iter().map(|entry| entry.game).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), games.len(), "no game is played twice");
    for number in numbers {
        let record = records.join(format!("game-{number:05}.sgf"));
        assert!(
            record.is_file(),
            "{} is missing, but its game is in the log",
            record.display()
        );
    }
    for record in fs::read_dir(&records).unwrap() {
        let path = record.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "sgf") {
            let text = fs::read(&path).unwrap();
            assert!(text.ends_with(b")\n"), "{}", path.display());
        }
    }
}
