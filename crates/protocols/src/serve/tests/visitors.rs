use std::fs;
#[cfg(unix)]
use std::io::Write;
use std::iter;
#[cfg(unix)]
use std::process::Command;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::service;
use crate::serve::{BoardService, Server};

const ID: &str = "0123456789abcdef0123456789abcdef";

/// The loss is noticed by a request that only reads the state.
#[test]
fn a_game_that_is_lost_on_time_is_kept_and_makes_room() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{ID}.sgf"));
    fs::write(&file, "(;SZ[5]TM[0]PB[Tao Go]PW[Human];B[cc])").unwrap();
    let service = BoardService {
        folder: Some(folder.path().to_owned()),
        ..service()
    };
    let server = Server::new(service, 1);
    let visitor = server.visitors.find(ID, &server).unwrap().unwrap();
    assert_eq!(visitor.state(&server)["phase"], "over");
    let record = fs::read_to_string(file).unwrap();
    assert!(record.contains("RE[B+T]"), "{record}");
    drop(visitor);
    assert!(server.visitors.begin(&server).is_ok());
}

#[test]
fn a_visitor_whose_engine_searches_its_first_move_stays() {
    let server = Server::new(service(), 1);
    let visitor = server.visitors.begin(&server).unwrap();
    // The visitor's search waits until these end.
    let searches: Vec<_> = iter::from_fn(|| server.gate.enter(Duration::ZERO)).collect();
    let genmove = serde_json::from_value(json!({"action": "genmove"})).unwrap();
    thread::scope(|scope| {
        let search = scope.spawn(|| visitor.act(genmove, &server));
        while visitor.state(&server)["phase"] != "thinking" {
            thread::yield_now();
        }
        assert!(server.visitors.begin(&server).is_err());
        drop(searches);
        let state = search.join().unwrap().unwrap();
        assert_eq!(state["moves"].as_array().map(Vec::len), Some(1));
    });
    let known = server.visitors.find(&visitor.id, &server).unwrap();
    assert!(known.is_some());
}

/// The game is in a named pipe, which can be read only slowly.
#[cfg(unix)]
#[test]
fn a_game_that_is_being_read_holds_nobody_up() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{ID}.sgf"));
    let made = Command::new("mkfifo").arg(&file).status().unwrap();
    assert!(made.success());
    let service = BoardService {
        folder: Some(folder.path().to_owned()),
        ..service()
    };
    let server = Server::new(service, 1);
    thread::scope(|scope| {
        let reader = scope.spawn(|| server.visitors.find(ID, &server).unwrap());
        // The pipe can be opened only when somebody reads it.
        let mut pipe = fs::File::options().write(true).open(&file).unwrap();
        server.visitors.begin(&server).unwrap();
        pipe.write_all(b"(;SZ[5];B[cc])").unwrap();
        drop(pipe);
        assert!(reader.join().unwrap().is_some());
    });
}
