//! Signals at any moment.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use tao_lab::matches::read_log;
use tempfile::tempdir;

use crate::support::binary;
use crate::{KillOnDrop, tao_go, wait_until};

/// Starts the program with input after which it thinks for hours, and waits until it thinks.
fn start_thinking(arguments: &[&str], input: &str) -> KillOnDrop {
    // The tests may have been started with ignored signals: a shell ignores SIGINT for a process in the background, `nohup` ignores
    // SIGHUP.
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,HUP,TERM");
    command.arg(binary::tao_go().get_program()).args(arguments);
    binary::unset(&mut command);
    command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut program = KillOnDrop(command.stderr(Stdio::null()).spawn().unwrap());
    let stdin = program.0.stdin.as_mut().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    stdin.flush().unwrap();
    let stat = format!("/proc/{}/stat", program.0.id());
    // User time is field 14 of `stat`; the second field, the name in parentheses, may have blanks.
    let user_ticks = || -> u64 {
        let stat = fs::read_to_string(&stat).unwrap();
        let fields = stat.rsplit_once(')').unwrap().1;
        fields.split_whitespace().nth(11).unwrap().parse().unwrap()
    };
    wait_until("the program thinks", || user_ticks() > 20);
    program
}

#[test]
fn signals_end_the_program_while_it_thinks() {
    const HOURS: &[&str] = &["--playouts", "100000000000", "--threads", "2"];
    for (name, number) in [("TERM", 15), ("INT", 2), ("HUP", 1), ("KILL", 9)] {
        for (arguments, input) in [
            (&["gtp"][..], "genmove b\n"),
            (&["gtp", "--ponder"], "lz-analyze b 10\n"),
            (&["genmove", "--moves", ""], ""),
        ] {
            let mut program = start_thinking(&[arguments, HOURS].concat(), input);
            let mut kill = Command::new("kill");
            kill.args([format!("-{name}"), program.0.id().to_string()]);
            assert!(kill.status().unwrap().success());
            wait_until(&format!("{arguments:?} ends after {name}"), || {
                program.0.try_wait().unwrap().is_some()
            });
            let status = program.0.wait().unwrap();
            assert_eq!(status.signal(), Some(number), "{arguments:?}");
        }
    }
}

#[test]
fn a_killed_match_keeps_its_finished_games() {
    let folder = tempdir().unwrap();
    let [log, records] = ["log.jsonl", "games"].map(|name| folder.path().join(name));
    let players = "--a plain-uct --b tao-go-2010 --playouts 20 --size 5";
    let mut command = tao_go(&["match", "--games", "100000"]);
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
