//! `analyze --last`: the last game that was played in the terminal.

use std::fs;

use super::{command, folder};
use crate::support::program;

#[test]
fn the_last_game_in_the_terminal_is_found() {
    let folder = folder("last");
    let last = |more: &[&str]| {
        let mut command = command(&folder, &["--last", "--playouts", "40"]);
        command.env("XDG_STATE_HOME", &folder).args(more);
        command.output().unwrap()
    };
    let none = last(&[]);
    assert_eq!(none.status.code(), Some(3), "{none:?}");
    let games = folder.join("tao-go/games");
    fs::create_dir_all(&games).unwrap();
    for (name, moves) in [("game-00001.sgf", ""), ("game-00002.sgf", ";B[cc];W[dd]")] {
        fs::write(games.join(name), format!("(;SZ[5]{moves})")).unwrap();
    }
    let table = program::printed(last(&[]), &["--last"]);
    assert!(table.contains("5x5, komi 7, 2 moves"), "{table}");
    assert_eq!(last(&["game.sgf"]).status.code(), Some(2));
}
