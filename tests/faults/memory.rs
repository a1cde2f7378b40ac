//! The memory limit, measured as resident memory of the process.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use tempfile::tempdir;

use crate::support::peer::Peer;
use crate::support::process::{KillOnDrop, TIMEOUT, number_from_env};
use crate::{engine, tao_go};

/// KiB in a field of `/proc/ID/status`: `VmRSS` is the resident memory, `VmHWM` its peak.
pub(crate) fn resident_kib(id: u32, field: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let value = status
        .lines()
        .find_map(|line| line.strip_prefix(field)?.strip_prefix(':'));
    let number = value.and_then(|value| value.trim().strip_suffix(" kB"));
    number.unwrap().parse().unwrap()
}

/// Plays both sides of a game whose searches fill the memory; returns the peak of resident memory in MiB.
fn peak_mib(size: &str, memory: u64, threads: u64, playouts: u64) -> f64 {
    const MOVES: usize = 4;
    let settings = format!(
        "--size {size} --memory {memory} --threads {threads} --playouts {playouts} --seed 1"
    );
    let mut engine = engine(&settings.split(' ').collect::<Vec<_>>());
    for color in ["b", "w"].into_iter().cycle().take(MOVES) {
        engine.ask(&format!("genmove {color}"));
    }
    let tree = tree_mib(&mut engine);
    let search = memory as f64 - 13.0 - threads.saturating_sub(16) as f64 / 8.0;
    // On 9x9, an eighth is for evaluations of the network, and 0.5 MiB for their errors.
    let expected = if size == "9" {
        search * 7.0 / 8.0 - 0.5
    } else {
        search
    };
    assert!(
        tree > 0.9 * expected,
        "the tree of {tree} MiB does not fill {memory} MiB"
    );
    resident_kib(engine.id(), "VmHWM") as f64 / 1024.0
}

/// The size of the search tree in MiB.
fn tree_mib(engine: &mut Peer) -> f64 {
    let statistics = engine.ask("tao-stats");
    let figures: serde_json::Value = serde_json::from_str(&statistics).unwrap();
    figures["memory"].as_f64().unwrap() / f64::from(1 << 20)
}

/// `TAO_PLAYOUTS` makes the searches longer.
#[test]
#[ignore = "fills trees: for release builds"]
fn resident_memory_stays_below_the_limit() {
    let playouts = number_from_env("TAO_PLAYOUTS", 60_000);
    for (size, memory, threads) in [
        ("19", 16, 2),
        ("9", 16, 2),
        ("19", 24, 2),
        ("19", 24, 64),
        ("9", 24, 64),
        ("9", 96, 1024),
        ("9", 160, 1024),
    ] {
        let peak = peak_mib(size, memory, threads, playouts);
        println!(
            "{size}x{size}, --memory {memory}, {threads} threads: at most {peak:.1} MiB resident"
        );
        assert!(
            peak <= memory as f64,
            "{size}x{size}: {peak} MiB of {memory}"
        );
    }
}

/// A client that writes twice as many bytes of queries as fit into the memory, while the first one is searched.
#[test]
fn waiting_queries_stay_below_the_limit() {
    const QUERIES: usize = 2_000;
    const LONG: usize = 64 << 10;
    let query = r#"{"id":"a","moves":[["B","E5"]],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1000000000}"#;
    let line = format!("{query}{}\n", " ".repeat(LONG));
    let mut command = tao_go(&["analysis", "--memory", "64", "--threads", "1"]);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::null());
    let mut program = KillOnDrop(child.stderr(Stdio::null()).spawn().unwrap());
    let mut input = program.0.stdin.take().unwrap();
    let written = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&written);
    thread::spawn(move || {
        for _ in 0..QUERIES {
            // This fails once the program is killed.
            if input.write_all(line.as_bytes()).is_err() {
                break;
            }
            count.fetch_add(1, Ordering::SeqCst);
        }
        // Keeps the input open, because the program ends with its input.
        thread::sleep(TIMEOUT);
    });
    let mut before = 0;
    loop {
        thread::sleep(Duration::from_secs(2));
        let now = written.load(Ordering::SeqCst);
        if now > 0 && now == before {
            break;
        }
        before = now;
    }
    let peak = resident_kib(program.0.id(), "VmHWM") / 1024;
    assert!(peak < 64, "{peak} MiB with {before} queries");
    assert!(before * LONG > 16 << 20, "{before} queries wait");
}

/// Queries of the maximum length that contain hardly anything but moves.
#[test]
fn queries_with_many_moves_stay_below_the_limit() {
    const QUERIES: usize = 16;
    let moves = vec![r#"["B","pass"],["W","pass"]"#; 10_000].join(",");
    let line = format!(
        r#"{{"id":"a","moves":[{moves}],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1}}"#
    );
    assert!(
        (250 << 10..256 << 10).contains(&line.len()),
        "{}",
        line.len()
    );
    let mut command = tao_go(&["analysis", "--memory", "64", "--threads", "2"]);
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut program = KillOnDrop(child.stderr(Stdio::null()).spawn().unwrap());
    let mut input = program.0.stdin.take().unwrap();
    let queries = format!("{line}\n").repeat(QUERIES);
    let writer = thread::spawn(move || input.write_all(queries.as_bytes()).map(|()| input));
    let answers = BufReader::new(program.0.stdout.take().unwrap()).lines();
    let answers: Vec<String> = answers.take(QUERIES).map(Result::unwrap).collect();
    assert!(
        answers.iter().all(|line| line.contains("rootInfo")),
        "{}",
        answers[0]
    );
    let peak = resident_kib(program.0.id(), "VmHWM") / 1024;
    assert!(peak < 64, "{peak} MiB");
    drop(writer.join());
}

#[test]
fn a_move_of_a_record_takes_no_more_than_promised() {
    const MOVES: usize = 199_998;
    const BYTES_OF_A_MOVE: usize = 420;
    let folder = tempdir().unwrap();
    let record = folder.path().join("passes.sgf");
    fs::write(&record, format!("(;SZ[9]{})", ";B[];W[]".repeat(MOVES / 2))).unwrap();
    let mut engine = engine(&["--memory", "16", "--threads", "1", "--playouts", "10"]);
    engine.ask("genmove b");
    let before = resident_kib(engine.id(), "VmRSS");
    engine.ask(&format!("loadsgf {}", record.display()));
    engine.ask("genmove b");
    let peak = resident_kib(engine.id(), "VmHWM");
    let bytes = (peak - before) as usize * 1024 / MOVES;
    assert!(bytes < BYTES_OF_A_MOVE, "{bytes} bytes a move");
}

/// Windows gives the main thread 1 MiB of stack.
#[test]
fn the_main_thread_needs_little_stack() {
    let limited = "ulimit -s 1024 && exec \"$0\" \"$@\"";
    for preset in ["default", "playouts"] {
        let program = tao_go(&[]);
        let output = Command::new("sh")
            .args(["-c", limited])
            .arg(program.get_program())
            .envs(
                program
                    .get_envs()
                    .filter_map(|(name, value)| Some((name, value?))),
            )
            .args(["genmove", "--moves", ""])
            .args(["--preset", preset, "--playouts", "50", "--threads", "1"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}
