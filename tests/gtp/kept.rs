//! The files of the games of a session: `--sgf-dir`.

use std::fs;
use std::path::Path;

use tao_protocols::files::Keeper;
use tao_protocols::gtp::Session;
use tempfile::TempDir;

use super::conversation::{responses, session};

/// The files in a folder, by name.
fn games_in(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let entries = entries.filter(|entry| entry.file_name() != "loaded");
    let name = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let text = |entry: &fs::DirEntry| fs::read_to_string(entry.path()).unwrap().replace('\n', "");
    let mut games: Vec<_> = entries.map(|entry| (name(&entry), text(&entry))).collect();
    games.sort();
    games
}

/// A session that keeps its games in a new folder.
fn keeping() -> (Session, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let mut session = session();
    session.keep_games(Keeper::new(Some(folder.path().to_owned())));
    (session, folder)
}

#[test]
fn every_game_is_kept() {
    let (mut session, folder) = keeping();
    let loaded = folder.path().join("loaded");
    fs::write(&loaded, "(;SZ[9];B[ee];W[cc])").unwrap();
    let loaded = loaded.display();
    let before_finish = [
        "boardsize 5",
        "time_settings 60 0 0",
        "genmove b",
        "clear_board",
    ];
    responses(&mut session, &before_finish);
    let finish = ["play b c4", "play w pass", "play b pass", "name"];
    responses(&mut session, &finish);
    let games = games_in(folder.path());
    let names: Vec<&str> = games.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["game-00001.sgf", "game-00002.sgf"]);
    assert!(games[0].1.contains("PB[Tao Go]TM[60]"), "{games:?}");
    assert!(games[0].1.contains("]BL["), "{games:?}");
    assert!(!games[0].1.contains("PW["), "{games:?}");
    assert!(games[1].1.contains("RE[B+"), "{games:?}");
    // A game without moves is not kept, nor is one that is only loaded, in part or whole.
    let others = [
        "boardsize 9",
        "clear_board",
        &format!("loadsgf {loaded}"),
        "undo",
    ];
    responses(&mut session, &others);
    assert_eq!(games_in(folder.path()).len(), 2);
    // The game is kept at the end of the input.
    responses(&mut session, &["play b a1"]);
    let games = games_in(folder.path());
    assert!(games[2].1.ends_with(";B[ee];B[ai])"), "{games:?}");
}

/// Graphical boards take moves back or change the position by sending all moves again.
#[test]
fn a_game_that_is_sent_again_goes_on_in_its_file() {
    let (mut session, folder) = keeping();
    for moves in [
        &["play b e5"][..],
        &["play b e5", "play w c3"],
        &["play b e5", "play w c3", "play b g7"],
        &["play b e5", "play w d4"],
    ] {
        responses(&mut session, &[&["clear_board"], moves].concat());
    }
    let games = games_in(folder.path());
    assert_eq!(games.len(), 2, "{games:?}");
    assert!(games[0].1.ends_with(";B[ee];W[cg];B[gc])"), "{games:?}");
    assert!(games[1].1.ends_with(";B[ee];W[df])"), "{games:?}");
}

#[test]
fn a_resignation_and_the_name_of_the_opponent_are_kept() {
    let (mut session, folder) = keeping();
    let commands = "tao-param preset playouts|boardsize 5|clear_board|komi 90|cgos-opponent_name Lee 7|kata-set-param maxPlayouts 600|\
        play b c3|play w b2|play b d2|play w c2|play b b3|play w d3|\
        genmove b|play w pass|genmove b|play w pass|genmove b";
    let commands: Vec<&str> = commands.split('|').collect();
    let answers = responses(&mut session, &commands);
    assert!(answers.contains(&"= resign".to_owned()), "{answers:?}");
    let games = games_in(folder.path());
    assert_eq!(games.len(), 1, "{games:?}");
    assert!(
        games[0].1.contains("PB[Tao Go]PW[Lee 7]RE[W+R]"),
        "{games:?}"
    );
}

#[test]
fn a_game_that_cannot_be_kept_does_not_end_the_session() {
    let (mut session, folder) = keeping();
    let path = folder.path().to_owned();
    drop(folder);
    fs::write(&path, "").unwrap();
    let answers = responses(&mut session, &["play b e5", "clear_board", "play b e5"]);
    assert_eq!(answers, ["= ", "= ", "= "]);
    fs::remove_file(path).unwrap();
}

#[test]
fn a_finished_game_is_not_replaced_by_the_next() {
    let (mut session, folder) = keeping();
    let finished = ["play b e5", "play w pass", "play b pass", "clear_board"];
    responses(&mut session, &finished);
    responses(&mut session, &finished);
    let games = games_in(folder.path());
    assert_eq!(games.len(), 2, "{games:?}");
    assert!(
        games[..2].iter().all(|(_, text)| text.contains("RE[B+")),
        "{games:?}"
    );
}
