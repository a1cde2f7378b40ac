//! The cap on memory, measured from outside: what of the process is resident.

use std::fs;

use crate::peer::Peer;
use crate::{engine, number};

/// KiB of a process by a line of the system's account of it: `VmHWM` is the most that was ever resident, `VmRSS` what is.
pub(crate) fn resident(id: u32, line: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let value = status
        .lines()
        .find_map(|other| other.strip_prefix(line)?.strip_prefix(':'));
    let number = value.and_then(|value| value.trim().strip_suffix(" kB"));
    number.unwrap().parse().unwrap()
}

/// Plays both sides of a game whose searches fill the memory, and returns the most MiB that were
/// resident.
fn most_resident(size: &str, memory: u64, moves: usize, playouts: u64) -> f64 {
    let (memory_text, playouts) = (memory.to_string(), playouts.to_string());
    let settings = ["--size", size, "--memory", &memory_text, "--threads", "2"];
    let mut engine = engine(&[&settings[..], &["--playouts", &playouts, "--seed", "1"]].concat());
    for color in ["b", "w"].into_iter().cycle().take(moves) {
        engine.ask(&format!("genmove {color}"));
    }
    let tree = tree_of(&mut engine);
    assert!(
        tree > 0.9 * (memory as f64 - 8.0),
        "{tree} MiB of {memory} are not full"
    );
    resident(engine.id(), "VmHWM") as f64 / 1024.0
}

/// MiB that the tree takes.
fn tree_of(engine: &mut Peer) -> f64 {
    let statistics = engine.ask("tao-stats");
    let words: Vec<&str> = statistics.split_whitespace().collect();
    let number = words.windows(2).find_map(|pair| match pair {
        [number, unit] if unit.starts_with("MiB") => number.parse().ok(),
        _ => None,
    });
    number.unwrap_or_else(|| panic!("{statistics}"))
}

/// `TAO_PLAYOUTS` makes the searches longer.
#[test]
#[ignore = "fills trees: for release builds"]
fn the_process_takes_no_more_memory_than_it_may() {
    let playouts = number("TAO_PLAYOUTS", 30_000);
    for (size, memory) in [("19", 16), ("9", 16), ("19", 24)] {
        let most = most_resident(size, memory, 4, playouts);
        println!("{size}x{size}, --memory {memory}: at most {most:.1} MiB resident");
        assert!(
            most <= memory as f64,
            "{most} MiB resident with {memory}, {size}x{size}"
        );
    }
}
