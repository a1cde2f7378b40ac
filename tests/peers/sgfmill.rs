//! SGF files exchanged with sgfmill, a Python library.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use tao_rules::board::Color;
use tao_rules::game::{Game, Rules};
use tao_sgf::{Metadata, ReadOptions, Record, read_record, write};

use crate::random_game::random_game;
use crate::support::python;

/// Number of games that sgfmill reads.
const GAMES: u64 = 200;

/// Text with all characters that need an escape or an encoding.
const COMMENT: &str = "one\n\\two] [three: (;) 囲碁 é 🙂\\";

#[test]
#[ignore = "needs Python, pip and its registry"]
fn sgfmill_and_we_read_each_others_records() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sgfmill");
    let records = folder.join("records");
    let _ = fs::remove_dir_all(&records);
    fs::create_dir_all(&records).unwrap();
    for seed in 0..GAMES {
        let path = records.join(format!("ours-{seed}.sgf"));
        fs::write(path, ours(seed)).unwrap();
    }
    let judge = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/peers/judge.py");
    let judged = python::run(python::with_sgfmill().arg(judge).arg(&records));
    let mut count = 0;
    for line in judged.lines() {
        let expected: Map<String, Value> = serde_json::from_str(line).unwrap();
        let name = expected["file"].as_str().unwrap();
        let record = fs::read(records.join(name)).unwrap();
        assert_eq!(
            Value::Object(expected.clone()),
            facts(name, &record, &expected),
            "{name}"
        );
        count += 1;
    }
    assert!(count > GAMES, "the files written by sgfmill are missing");
}

/// Returns the SGF text of a random game with metadata.
fn ours(seed: u64) -> String {
    let rules = [Rules::CHINESE, Rules::TROMP_TAYLOR][seed as usize / 4 % 2];
    let game = random_game(seed, rules, 2..=19);
    let metadata = Metadata {
        black: Some("許]功\\"),
        result: Some("B+0.5"),
        comment: Some(COMMENT),
        ..Metadata::default()
    };
    write(&game, &metadata)
}

/// Returns our reading of a record in the format of the judge; the character set is taken from the judge.
fn facts(name: &str, file: &[u8], judged: &Map<String, Value>) -> Value {
    let Record { game, header, .. } = read_record(file, &ReadOptions::default()).unwrap();
    let letter = |color| if color == Color::Black { "b" } else { "w" };
    let moves = game.moves().iter();
    let moves: Vec<String> = moves
        .map(|&(color, mv)| format!("{} {}", letter(color), mv.to_string().to_lowercase()))
        .collect();
    let mut stones: Vec<String> = game
        .board()
        .all_stones()
        .map(|(color, coord)| format!("{} {}", letter(color), coord.to_string().to_lowercase()))
        .collect();
    stones.sort();
    let text: Map<String, Value> = [
        ("PB", header.black.as_deref()),
        ("PW", header.white.as_deref()),
        ("RE", header.result.as_deref()),
        ("BR", header.get("BR")),
        ("GC", header.get("GC")),
        ("C", header.get("C")),
    ]
    .into_iter()
    .filter_map(|(name, text)| Some((name.to_owned(), text?.into())))
    .collect();
    json!({
        "file": name,
        "size": game.size(),
        "komi": game.komi(),
        "handicap": handicap(&game, judged),
        "charset": judged["charset"],
        "moves": moves,
        "stones": stones,
        "text": text,
    })
}

/// Returns the `HA` that is expected: the number of stones that were set up, unless Black got more by passes of White. For us a
/// position with white stones has no handicap, so the one of the judge is taken.
fn handicap(game: &Game, judged: &Map<String, Value>) -> Value {
    let set_up = |color| game.initial_board().stones(color).len();
    if set_up(Color::White) > 0 {
        judged["handicap"].clone()
    } else if game.handicap() == set_up(Color::Black) {
        game.handicap().into()
    } else {
        0.into()
    }
}
