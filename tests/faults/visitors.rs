//! Many visitors of `tao-go serve`.

use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::tempdir;

use crate::memory::resident_kib;
use crate::support::process::number_from_env;
use crate::support::visitor::{Visitor, start, stranger};
use crate::tao_go;

const ANALYZING: u64 = 10;

/// Time that a move may take beside its own.
const MOST: Duration = Duration::from_secs(2);

/// Plays where it is possible, the first time at `seed`.
fn play(visitor: &mut Visitor, seed: u64) {
    for point in (0..81).map(|step| (seed * 32 + step * 25) % 81) {
        let column = char::from(b"ABCDEFGHJ"[point as usize / 9]);
        let action = json!({"action": "play", "move": format!("{column}{}", point % 9 + 1)});
        let (status, _) = visitor.ask("POST", "/api/act", "application/json", &action.to_string());
        if status == 200 {
            return;
        }
    }
}

/// Plays against the engine until `end`, with a clock for seeds below 20, and returns how long each of its moves took. The player
/// thinks less than `most`.
fn moves(visitor: &mut Visitor, seed: u64, most: Duration, end: Instant) -> Vec<Duration> {
    let minutes = (seed < 20).then_some(5);
    let new = json!({"action": "new", "size": 9, "player": "black", "minutes": minutes});
    visitor.act(&new);
    let mut times = Vec::new();
    while Instant::now() < end {
        thread::sleep(most * (seed * 1237 % 10_000) as u32 / 10_000);
        play(visitor, seed + times.len() as u64);
        let start = Instant::now();
        let state = visitor.act(&json!({"action": "genmove"}));
        times.push(start.elapsed());
        let is_lost_on_time = state["result"] == "B+T";
        assert!(!is_lost_on_time, "{state}");
        if state["phase"] == "over" || times.len().is_multiple_of(20) {
            visitor.act(&new);
        }
    }
    times
}

/// Analyzes until `end`, and returns the number of events.
fn events(visitor: &mut Visitor, seed: u64, end: Instant) -> usize {
    visitor.act(&json!({"action": "set", "level": 26, "player": "both"}));
    play(visitor, seed);
    let mut stream = visitor.connect();
    let head = visitor.head("GET", "/api/events");
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    let lines = lines.take_while(|_| Instant::now() < end);
    lines.filter(|line| line == "event: analysis").count()
}

/// Lets so many visitors play while others analyze, and prints and checks how long the moves take. `TAO_SECONDS` is how long they
/// play.
#[expect(clippy::print_stdout, reason = "the figures of a test")]
fn load(name: &str, arguments: &[&str], playing: u64) {
    let seconds = number_from_env("TAO_SECONDS", 60);
    let folder = tempdir().unwrap();
    let usual = ["serve", "--threads", "2", "--new-games", "1000"];
    let mut command = tao_go(&usual);
    command.env("XDG_STATE_HOME", folder.path());
    let host = start(command.args(arguments));
    // Two processors answer four moves a second.
    let thinking = Duration::from_millis(250 * playing);
    let after = |seconds| Instant::now() + Duration::from_secs(seconds);
    let own = moves(
        &mut stranger(&host),
        4,
        thinking.min(Duration::from_secs(10)),
        after(10),
    );
    let own = own.into_iter().max().unwrap();
    let end = after(seconds);
    let (mut times, shown) = thread::scope(|scope| {
        let host = &host;
        let analyze = |seed| scope.spawn(move || events(&mut stranger(host), seed, end));
        let analyzing: Vec<_> = (0..ANALYZING).map(analyze).collect();
        let play = |seed| scope.spawn(move || moves(&mut stranger(host), seed, thinking, end));
        let playing: Vec<_> = (0..playing).map(play).collect();
        let times = playing.into_iter().flat_map(|each| each.join().unwrap());
        let times: Vec<Duration> = times.collect();
        let shown = analyzing.into_iter().map(|each| each.join().unwrap());
        (times, shown.collect::<Vec<usize>>())
    });
    times.sort_unstable();
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    println!(
        "{name}: alone {own:.2?}, {} moves: {median:.2?}, at most {longest:.2?}",
        times.len()
    );
    println!("events of the analyses: {shown:?}");
    println!(
        "at most {:.1} MiB resident",
        resident_kib(host.id(), "VmHWM") as f64 / 1024.0
    );
    assert!(longest < own + MOST, "{longest:?}");
    assert!(shown.iter().all(|&events| events > 0), "{shown:?}");
}

#[test]
#[ignore = "a minute on two cores that have nothing else to do: for release builds"]
fn every_move_is_answered_in_time_while_others_analyze() {
    load("visits", &["--visitors", "64"], 40);
    load("time", &["--visitors", "64", "--time", "1s"], 40);
}

/// Most games wait on the disk.
#[test]
#[ignore = "a minute on two cores that have nothing else to do: for release builds"]
fn two_hundred_visitors_are_answered_in_time() {
    load("two hundred", &["--visitors", "200"], 190);
}
