//! Many visitors of `tao-go serve`.

use std::io::{BufRead, BufReader, Write};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::support::process::number_from_env;
use crate::support::visitor::{Visitor, start, stranger};
use crate::tao_go;

const ANALYZING: usize = 10;
const PLAYING: u64 = 40;

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

/// Plays against the engine until `end`, and returns how long each of its moves took.
fn moves(visitor: &mut Visitor, seed: u64, end: Instant) -> Vec<Duration> {
    let minutes = seed.is_multiple_of(2).then_some(5);
    let new = json!({"action": "new", "size": 9, "player": "black", "minutes": minutes});
    visitor.act(&new);
    let mut times = Vec::new();
    while Instant::now() < end {
        thread::sleep(Duration::from_millis(seed * 1237 % 10_000));
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
    visitor.act(&json!({"action": "set", "level": 20, "player": "both"}));
    play(visitor, seed);
    let mut stream = visitor.connect();
    let head = visitor.head("GET", "/api/events");
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    let lines = BufReader::new(stream).lines().map(Result::unwrap);
    let lines = lines.take_while(|_| Instant::now() < end);
    lines.filter(|line| line == "event: analysis").count()
}

/// `TAO_SECONDS` is how long they play.
#[test]
#[ignore = "a minute on two cores that have nothing else to do: for release builds"]
fn every_move_is_answered_in_time_while_others_analyze() {
    let seconds = number_from_env("TAO_SECONDS", 60);
    for (name, arguments) in [("visits", &[][..]), ("time", &["--time", "1s"])] {
        let usual = ["serve", "--threads", "2", "--visitors", "64", "--no-save"];
        let host = start(tao_go(&usual).args(arguments));
        let own = moves(
            &mut stranger(&host),
            4,
            Instant::now() + Duration::from_secs(10),
        );
        let own = own.into_iter().max().unwrap();
        let end = Instant::now() + Duration::from_secs(seconds);
        let (mut times, shown) = thread::scope(|scope| {
            let host = &host;
            let analyze = |seed| scope.spawn(move || events(&mut stranger(host), seed, end));
            let analyzing: Vec<_> = (0..ANALYZING as u64).map(analyze).collect();
            let play = |seed| scope.spawn(move || moves(&mut stranger(host), seed, end));
            let playing: Vec<_> = (0..PLAYING).map(play).collect();
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
        assert!(longest < own + MOST, "{longest:?}");
        assert!(shown.iter().all(|&events| events > 0), "{shown:?}");
    }
}
