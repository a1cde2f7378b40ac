//! Many commands and many games.

use std::fmt::Write as _;
use std::io::Write;
use std::process::Stdio;

use crate::memory::resident_kib;
use crate::support::peer::Peer;
use crate::support::process::number_from_env;
use crate::{engine, tao_go};

/// Commands that are sent before the first answer is read.
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
    let commands = || (0..COMMANDS).zip(kinds.into_iter().cycle());
    let mut input = String::new();
    for (id, command) in commands() {
        writeln!(input, "{id} {command}").unwrap();
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
    for ((id, command), answer) in commands().zip(answers) {
        let status = if command == "nonsense" { '?' } else { '=' };
        assert!(
            answer.starts_with(&format!("{status}{id} ")),
            "{id}: {answer}"
        );
    }
}

/// Plays games of the engine against itself until two passes or a resignation; returns the resident memory in KiB.
fn play(engine: &mut Peer, games: usize) -> u64 {
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
    resident_kib(engine.id(), "VmRSS")
}

/// A leak grows in every quarter of the games; a new peak of what two threads need at once grows in one. `TAO_GAMES` is the number
/// of games.
#[test]
#[ignore = "800 games: for release builds"]
fn memory_does_not_grow_over_many_games() {
    let games: usize = number_from_env("TAO_GAMES", 800);
    let settings = "--size 5 --playouts 20 --threads 2 --seed 1 --memory 16";
    let mut engine = engine(&settings.split(' ').collect::<Vec<_>>());
    let resident: Vec<u64> = (0..4).map(|_| play(&mut engine, games / 4)).collect();
    println!("{resident:?} KiB after each quarter of {games} games");
    let grown = resident
        .windows(2)
        .map(|pair| pair[1].saturating_sub(pair[0]));
    assert!(grown.min().unwrap() < 64, "{resident:?}");
}
