//! Ranks that search the same position.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::mpirun::{TIMEOUT, rank_process, ranks, run, signal};
use crate::support::binary;

/// On one thread of each rank, without a network.
const SETTINGS: &str = "--threads 1 --preset playouts";

/// Waits until a process has used a fifth of a second of processor time.
fn wait_until_it_thinks(process: u32) {
    let start = Instant::now();
    loop {
        // User time is field 14 of `stat`; the second field, the name in parentheses, may have blanks.
        let line = fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
        let mut fields = line.rsplit_once(')').unwrap().1.split_whitespace();
        if fields.nth(11).unwrap().parse::<u64>().unwrap() > 20 {
            return;
        }
        assert!(start.elapsed() < TIMEOUT, "it does not search");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A conversation over GTP with rank 0. All ranks are killed when it goes out of scope.
struct Conversation {
    mpirun: Child,
    output: BufReader<ChildStdout>,
}

impl Conversation {
    fn start(options: &str) -> Self {
        let mut command = ranks(3, &format!("gtp {SETTINGS} {options}"));
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut mpirun = command.spawn().unwrap();
        let output = BufReader::new(mpirun.stdout.take().unwrap());
        Self { mpirun, output }
    }

    /// The answer to a command.
    fn ask(&mut self, command: &str) -> String {
        writeln!(self.mpirun.stdin.as_mut().unwrap(), "{command}").unwrap();
        let mut response = String::new();
        while !response.ends_with("\n\n") {
            assert!(
                self.output.read_line(&mut response).unwrap() > 0,
                "{command}: {response}"
            );
        }
        let answer = response.strip_prefix("= ");
        answer
            .unwrap_or_else(|| panic!("{command}: {response}"))
            .trim()
            .to_owned()
    }

    /// Quits, and waits for the end of all ranks.
    fn quit(mut self) {
        self.ask("quit");
        let start = Instant::now();
        let status = loop {
            if let Some(status) = self.mpirun.try_wait().unwrap() {
                break status;
            }
            assert!(start.elapsed() < TIMEOUT, "the ranks do not leave");
            thread::sleep(Duration::from_millis(20));
        };
        assert!(status.success());
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        // When `mpirun` is killed, it ends its ranks. This fails if it has ended already.
        let mut kill = Command::new("kill");
        let kill = kill.arg(self.mpirun.id().to_string()).stderr(Stdio::null());
        if let Ok(None) = self.mpirun.try_wait() {
            let _ = kill.status();
            let _ = self.mpirun.wait();
        }
    }
}

#[test]
fn the_result_is_of_all_ranks_and_is_written_once() {
    let arguments = "genmove --moves E5 --playouts 20000 --json --seed 1 -o share-milliseconds=5";
    let (output, text, errors) = run(3, &format!("{arguments} {SETTINGS}"));
    assert!(output.status.success(), "{errors}");
    let json: Value = serde_json::from_str(&text).unwrap();
    let number = |name: &str| json[name].as_u64().unwrap();
    assert!((20_001..=60_000).contains(&number("playouts")), "{text}");
    let candidates = json["candidates"].as_array().unwrap().iter();
    let visits: u64 = candidates.map(|one| one["visits"].as_u64().unwrap()).sum();
    assert_eq!(number("playouts"), visits, "{text}");
    assert_eq!(errors, "");
}

#[test]
fn one_rank_is_the_program_without_mpi() {
    let arguments = format!("genmove --moves E5 --playouts 1000 --json --seed 1 {SETTINGS}");
    let without_time = |text: &str| -> Value {
        let mut json: Value = serde_json::from_str(text).unwrap();
        json["seconds"].take();
        json
    };
    let (_, text, _) = run(1, &arguments);
    let mut alone = binary::tao_go();
    alone.args(arguments.split_whitespace());
    let alone = alone.output().unwrap();
    let alone = String::from_utf8(alone.stdout).unwrap();
    assert_eq!(without_time(&text), without_time(&alone));
}

#[test]
fn ranks_play_a_game_with_pondering_and_leave_after_it() {
    let mut peer = Conversation::start("--playouts 300 --ponder -o share-milliseconds=5");
    for color in ["b", "w", "b", "w", "b"] {
        assert_ne!(peer.ask(&format!("genmove {color}")), "resign");
        thread::sleep(Duration::from_millis(20));
    }
    peer.ask("undo");
    peer.ask("clear_board");
    peer.ask("boardsize 13");
    peer.ask("genmove b");
    peer.quit();
}

#[test]
fn a_killed_rank_ends_the_program_and_is_named() {
    for rank in [0, 2] {
        let mut command = ranks(3, &format!("genmove --moves E5 --time 1h {SETTINGS}"));
        let mpirun = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mpirun = mpirun.spawn().unwrap();
        let process = rank_process(mpirun.id(), rank);
        wait_until_it_thinks(process);
        let start = Instant::now();
        signal("KILL", process);
        let output = mpirun.wait_with_output().unwrap();
        assert!(start.elapsed() < TIMEOUT);
        assert!(!output.status.success());
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            errors.contains(&format!("process rank {rank} ")),
            "{errors}"
        );
    }
}

#[test]
fn a_rank_that_stands_still_keeps_nobody_waiting() {
    let mut peer = Conversation::start("--time 400ms");
    peer.ask("genmove b");
    let process = rank_process(peer.mpirun.id(), 1);
    signal("STOP", process);
    let start = Instant::now();
    for color in ["w", "b"] {
        peer.ask(&format!("genmove {color}"));
    }
    let elapsed = start.elapsed();
    signal("CONT", process);
    assert!(elapsed < Duration::from_secs(5), "{elapsed:?}");
    peer.ask("genmove w");
    peer.quit();
}
