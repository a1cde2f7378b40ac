//! Any text as `--moves`, with several board sizes and all rules. It is a legal sequence, or the message names the wrong move.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tao_go_fuzz::tao_go;

fuzz_target!(|input: (u8, &str)| {
    let (kind, moves) = input;
    let size = ["2", "5", "9", "19"][usize::from(kind & 3)];
    let rules = ["chinese", "tromp-taylor", "cgos", "cgos"][usize::from(kind >> 2 & 3)];
    let moves = format!("--moves={}", moves.replace('\0', " "));
    let line = [
        "genmove",
        "--playouts",
        "1",
        "--threads",
        "1",
        "--memory",
        "1",
        "--seed",
        "1",
    ];
    let line = [&line[..], &["--size", size, "--rules", rules, &moves]].concat();
    match tao_go(&line, b"") {
        Ok(mv) => assert!(mv.ends_with('\n') && mv.lines().count() == 1, "{mv:?}"),
        Err((code, complaint)) => assert!(
            code == 2 && complaint.contains("--moves: move "),
            "{complaint}"
        ),
    }
});
