use std::fs;

use super::service;
use crate::serve::{BoardService, Server};

/// A page that only looks sees the loss first.
#[test]
fn a_game_that_is_lost_on_time_is_kept_and_makes_room() {
    const ID: &str = "0123456789abcdef0123456789abcdef";
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
