//! Signals at any moment.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use tao_lab::matches::read_log;
use tempfile::tempdir;

use crate::support::binary;
use crate::support::process::{KillOnDrop, wait_until};

#[test]
fn a_killed_match_keeps_its_finished_games() {
    let folder = tempdir().unwrap();
    let [log, records] = ["log.jsonl", "games"].map(|name| folder.path().join(name));
    let players = "--a plain-uct --b tao-go-2010 --playouts 20 --size 5";
    let mut command = binary::tao_lab();
    command.args(["match", "--games", "100000"]);
    command.args(players.split(' ')).stdout(Stdio::null());
    command.arg("--log").arg(&log);
    command.arg("--sgf-dir").arg(&records);
    let mut games = Vec::new();
    for attempt in 0..8 {
        let program = KillOnDrop(command.spawn().unwrap());
        wait_until("there are more games", || {
            read_log(&log).is_ok_and(|log| log.len() > games.len())
        });
        thread::sleep(Duration::from_millis(7 * attempt));
        drop(program);
        let entries = read_log(&log).unwrap();
        assert!(entries.starts_with(&games), "a game is lost");
        games = entries;
    }
    let mut numbers: Vec<u64> = games.iter().map(|entry| entry.game).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), games.len(), "a game is played twice");
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
            assert!(text.ends_with(b")\n"), "{} is cut off", path.display());
        }
    }
}
