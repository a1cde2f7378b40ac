//! The command `book` and the setting `--book`.

use std::fs;

use tao_engine::raw::search::Params;
use tempfile::{TempDir, tempdir};

use crate::support::program::{in_folder as tao_go, printed_in as printed, refused_in as refused};

/// Ten positions for komi 7: `tao-lab book build small.taobook --positions 10 --visits 20 --threads 1`.
const SMALL: &[u8] = include_bytes!("small.taobook");

/// A folder with a book of ten positions, `a.taobook`.
fn folder_with_book() -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a.taobook"), SMALL).unwrap();
    folder
}

#[test]
fn a_book_is_shown() {
    let folder = folder_with_book();
    let path = folder.path();
    let shown = printed(path, "book show a.taobook");
    assert!(
        shown.starts_with("Black to move with komi 7: value "),
        "{shown}"
    );
    assert!(
        shown.contains("20 visits, 200 with those below\n"),
        "{shown}"
    );
    let unknown = printed(path, "book show a.taobook --komi 7.5");
    assert_eq!(
        unknown,
        "The book does not have this position with komi 7.5.\n"
    );
    let first = printed(path, "genmove --playouts 30 --book a.taobook --seed 3");
    let after = printed(path, &format!("book show a.taobook --moves {first}"));
    assert!(
        after.starts_with("White to move with komi 7: value "),
        "{after}"
    );
    fs::write(path.join("game.sgf"), "(;GM[1]SZ[9];B[aa];W[ib];B[bb];W[])").unwrap();
    assert!(printed(path, "book show a.taobook game.sgf").contains("does not have"));
}

#[test]
fn a_broken_book_is_named_with_the_place() {
    let folder = folder_with_book();
    let path = folder.path();
    let mut bytes = SMALL.to_vec();
    bytes[120] ^= 1;
    fs::write(path.join("bad.taobook"), &bytes).unwrap();
    fs::write(path.join("text.taobook"), "hello").unwrap();
    for (name, expected) in [
        ("bad.taobook", "bad.taobook: byte 1"),
        ("text.taobook", "text.taobook: byte 0: not an opening book"),
        ("none.taobook", "none.taobook: "),
    ] {
        for command in ["book show", "genmove --book", "gtp --book"] {
            let error = refused(path, &format!("{command} {name}"), 3);
            assert!(error.contains(expected), "{command}: {error}");
        }
    }
}

#[test]
fn moves_of_a_book_are_shown_as_such() {
    let folder = folder_with_book();
    let path = folder.path();
    let json = |arguments: &str| {
        let playouts = if arguments.contains("--playouts") {
            ""
        } else {
            "--playouts 30"
        };
        let text = printed(path, &format!("genmove --json {playouts} {arguments}"));
        serde_json::from_str::<serde_json::Value>(&text).unwrap()
    };
    let from_book = json("--book a.taobook");
    assert_eq!(
        (&from_book["book"], &from_book["playouts"]),
        (&true.into(), &0.into())
    );
    for preset in Params::preset_names() {
        for book in ["a.taobook", "built-in"] {
            let json = json(&format!("--book {book} --preset {preset}"));
            assert_eq!(json["book"], true, "{preset} {book}");
        }
    }
    assert!(from_book["win_rate"].as_f64().unwrap() > 0.3);
    assert!(from_book["points_ahead"].is_number());
    for arguments in [
        "--book none",
        "--book a.taobook --komi 7.5",
        "--book a.taobook --size 7",
        "--book a.taobook --stats",
        "--book a.taobook --moves A1",
        "--book a.taobook --playouts 500",
    ] {
        assert_eq!(json(arguments)["book"], false, "{arguments}");
    }
    let hint = tao_go(path, "play --playouts 30 --book a.taobook")
        .write_stdin("hint\nquit\n")
        .assert()
        .success();
    let text = String::from_utf8_lossy(&hint.get_output().stdout).into_owned();
    assert!(text.contains("  (book, win rate "), "{text}");
    let gtp = "gtp --playouts 30 --book a.taobook";
    let explained = tao_go(path, gtp)
        .write_stdin("genmove b\ngomill-explain_last_move\n")
        .assert()
        .success();
    let text = String::from_utf8_lossy(&explained.get_output().stdout).into_owned();
    assert!(text.contains(": opening book, win rate "), "{text}");
}

#[test]
fn the_program_has_a_book() {
    let folder = tempdir().unwrap();
    for (komi, has_book) in [
        ("5.5", true),
        ("6.5", true),
        ("7", true),
        ("7.5", true),
        ("0.5", false),
    ] {
        let arguments = format!("genmove --json --playouts 100 --komi {komi}");
        let mut command = tao_go(folder.path(), &arguments);
        let assert = command.env_remove("TAO_GO_BOOK").assert().success();
        let json: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        assert_eq!(json["book"], has_book, "komi {komi}");
    }
    // The built-in book is for searches with a network, unless it is asked for.
    for settings in ["--preset playouts", "--network none"] {
        let arguments = format!("genmove --json --playouts 100 {settings}");
        let mut command = tao_go(folder.path(), &arguments);
        let assert = command.env_remove("TAO_GO_BOOK").assert().success();
        let json: serde_json::Value = serde_json::from_slice(&assert.get_output().stdout).unwrap();
        assert_eq!(json["book"], false, "{settings}");
    }
}

#[test]
fn an_analysis_marks_moves_of_the_book() {
    let folder = folder_with_book();
    let path = folder.path();
    let mv = printed(path, "genmove --playouts 30 --book a.taobook --seed 3");
    let start = tao_rules::game::Game::new(9).unwrap();
    for (first, is_book) in [(mv.trim(), true), ("A1", false)] {
        let mut game = start.clone();
        game.play(first.parse().unwrap()).unwrap();
        let record = tao_sgf::write(&game, &tao_sgf::Metadata::default());
        fs::write(path.join("game.sgf"), record).unwrap();
        let analyze = "analyze game.sgf --playouts 30 --book a.taobook";
        let table = printed(path, analyze);
        assert_eq!(table.contains(" book\n"), is_book, "{table}");
        let json = printed(path, &format!("{analyze} --json"));
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(json["moves"][0]["book"], is_book);
    }
}
