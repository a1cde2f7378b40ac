//! Our SGF files, read by other programs.

use std::fs;
use std::path::Path;
use std::process::Command;

use tao_rules::board::Color;
use tao_rules::game::Rules;
use tao_sgf::{Metadata, read, write};

use crate::random_game::random_game;
use crate::support::installed;
use crate::support::peer::Peer;

/// Number of random games.
const GAMES: u64 = 60;

#[test]
#[ignore = "needs GNU Go"]
fn gnu_go_reads_our_records() {
    let gnu_go = installed::program("gnugo");
    let mut gnu_go = Peer::start("GNU Go", Command::new(gnu_go).args(["--mode", "gtp"]));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("gnugo-records");
    fs::create_dir_all(&folder).unwrap();
    for seed in 0..GAMES {
        // GNU Go has no suicide and no board below 5x5.
        let game = random_game(seed, Rules::CHINESE, 5..=19);
        let path = folder.join(format!("{seed}.sgf"));
        fs::write(&path, write(&game, &Metadata::default())).unwrap();
        gnu_go.ask(&format!("loadsgf {}", path.display()));
        assert_eq!(gnu_go.ask("query_boardsize"), game.size().to_string());
        for color in Color::BOTH {
            let mut theirs: Vec<String> = gnu_go
                .ask(&format!("list_stones {color}"))
                .split_whitespace()
                .map(str::to_owned)
                .collect();
            let mut ours: Vec<String> = game
                .board()
                .all_stones()
                .filter(|&(owner, _)| owner == color)
                .map(|(_, coord)| coord.to_string())
                .collect();
            theirs.sort();
            ours.sort();
            assert_eq!(theirs, ours, "{}, {}", gnu_go.name(), path.display());
        }
    }
}

/// Old programs read names of one or two capitals, and no rectangles of points.
#[test]
fn records_have_only_what_old_programs_read() {
    for seed in 0..GAMES {
        let game = random_game(seed, Rules::TROMP_TAYLOR, 2..=19);
        let file = write(&game, &Metadata::default());
        for property in file.split_inclusive(']') {
            let (name, value) = property.split_once('[').unwrap_or_default();
            let capitals = name.chars().filter(char::is_ascii_uppercase).count();
            assert!(capitals <= 2, "a long name: {property} in {file}");
            let is_rectangle = value.len() == 6 && value.as_bytes()[2] == b':';
            assert!(!is_rectangle, "{property} in {file}");
        }
        assert_eq!(read(file.as_bytes()).unwrap().moves(), game.moves());
    }
}
