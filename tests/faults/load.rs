//! Much of everything: commands, games.

use std::fmt::Write as _;
use std::io::Write;
use std::process::Stdio;

use crate::memory::resident;
use crate::{engine, number, tao_go};

/// So many commands are sent before the first answer is read.
const COMMANDS: usize = 10_000;

#[test]
fn ten_thousand_commands_at_once_are_answered_in_order() {
    let kinds = [
        "play b d4",
        "play w e5",
        "undo",
        "showboard",
        "genmove b",
        "clear_board",
        "nonsense",
    ];
    let mut input = String::new();
    for id in 0..COMMANDS {
        writeln!(input, "{id} {}", kinds[id % kinds.len()]).unwrap();
    }
    let mut command = tao_go(&["gtp", "--size", "5", "--playouts", "1", "--threads", "1"]);
    let mut program = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = program.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).unwrap();
    drop(stdin);
    let output = program.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let output = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(answers.len(), COMMANDS);
    for (id, answer) in answers.iter().enumerate() {
        let sign = if kinds[id % kinds.len()] == "nonsense" {
            '?'
        } else {
            '='
        };
        assert!(
            answer.starts_with(&format!("{sign}{id} ")),
            "{id}: {answer}"
        );
    }
}

/// Plays games of the engine against itself to two passes, and returns the KiB that are resident then.
fn play(engine: &mut crate::peer::Peer, games: usize) -> u64 {
    for game in 0..games {
        engine.ask("clear_board");
        let mut passes = 0;
        for color in ["b", "w"].into_iter().cycle() {
            let mv = engine.ask(&format!("genmove {color}"));
            passes = if mv == "pass" { passes + 1 } else { 0 };
            if passes == 2 || mv == "resign" {
                break;
            }
        }
        if game % 10 == 0 {
            engine.ask("final_score");
        }
    }
    resident(engine.id(), "VmRSS")
}

/// `TAO_GAMES` is the number of games.
#[test]
#[ignore = "2000 games: for release builds"]
fn a_week_of_games_takes_no_more_memory_than_a_day() {
    let games: usize = number("TAO_GAMES", 2_000);
    let settings = [
        "--size",
        "5",
        "--playouts",
        "20",
        "--threads",
        "2",
        "--seed",
        "1",
    ];
    let mut engine = engine(&[&settings[..], &["--memory", "16"]].concat());
    let early = play(&mut engine, games / 10);
    let late = play(&mut engine, games - games / 10);
    println!(
        "{early} KiB after {} games, {late} after {games}",
        games / 10
    );
    assert!(late < early + 1024, "{early} KiB became {late}");
}
