//! The memory limit, measured as resident memory of the process.

use std::fs;
use std::process::Command;

use crate::support::peer::Peer;
use crate::{engine, number_from_env, tao_go};

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
fn peak_mib(size: &str, memory: u64, moves: usize, playouts: u64) -> f64 {
    let settings =
        format!("--size {size} --memory {memory} --threads 2 --playouts {playouts} --seed 1");
    let mut engine = engine(&settings.split(' ').collect::<Vec<_>>());
    for color in ["b", "w"].into_iter().cycle().take(moves) {
        engine.ask(&format!("genmove {color}"));
    }
    let tree = tree_mib(&mut engine);
    // On 9x9 an eighth keeps evaluations of the network.
    let share = if size == "9" { 7.0 / 8.0 } else { 1.0 };
    assert!(
        tree > 0.9 * share * (memory as f64 - 12.0),
        "the tree of {tree} MiB does not fill {memory} MiB"
    );
    resident_kib(engine.id(), "VmHWM") as f64 / 1024.0
}

/// The size of the search tree in MiB.
fn tree_mib(engine: &mut Peer) -> f64 {
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
fn resident_memory_stays_below_the_limit() {
    let playouts = number_from_env("TAO_PLAYOUTS", 30_000);
    for (size, memory) in [("19", 16), ("9", 16), ("19", 24)] {
        let peak = peak_mib(size, memory, 4, playouts);
        println!("{size}x{size}, --memory {memory}: at most {peak:.1} MiB resident");
        assert!(
            peak <= memory as f64,
            "{size}x{size}: {peak} MiB of {memory}"
        );
    }
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
