//! Requests and visitors without a network. `tests/commands/serve.rs` speaks with the program.

use std::fs;
use std::io;
#[cfg(unix)]
use std::io::Write;
use std::io::{Cursor, Read};
#[cfg(unix)]
use std::process::Command;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use proptest::prelude::{ProptestConfig, any, prop, proptest};
use serde_json::json;

use super::http::{HttpRequest, HttpStatus, MAX_BODY, ReadError};
use super::{BoardService, Server};
use crate::review::MistakeSizes;
use crate::schema::page::Phase;
use tao_engine::raw::EngineSettings;
use tao_rules::game::Game;

/// A service for one visitor, whose games are on small boards and are not kept.
pub(super) fn service() -> BoardService {
    BoardService {
        settings: EngineSettings::default().sharing_memory(12),
        sizes: MistakeSizes::default(),
        threads: 1,
        visitors: 1,
        template: "<!--policy-->{{nonce}}{{data}}",
        folder: None,
        game: Game::new(5).unwrap(),
        new_games: 1000,
        public: None,
        has_fixed_port: false,
    }
}

/// A turn that does not end.
const LONG: Duration = Duration::from_secs(600);

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
    let visitor = server.visitor(ID).unwrap().unwrap();
    assert_eq!(visitor.state(&server).status.phase, Phase::Over);
    let record = fs::read_to_string(file).unwrap();
    assert!(record.contains("RE[B+T]"), "{record}");
    drop(visitor);
    assert!(server.new_visitor().is_ok());
}

#[test]
fn a_visitor_whose_engine_searches_its_first_move_stays() {
    let server = Server::new(service(), 1);
    let visitor = server.new_visitor().unwrap();
    // The visitor's search waits for these.
    let searches: Vec<_> = (0..4).map(|_| server.gate.enter_for_move(LONG)).collect();
    let genmove = serde_json::from_value(json!({"action": "genmove"})).unwrap();
    thread::scope(|scope| {
        let search = scope.spawn(|| visitor.act(genmove, None, &server));
        while visitor.state(&server).status.phase != Phase::Thinking {
            thread::yield_now();
        }
        assert!(server.new_visitor().is_err());
        drop(searches);
        let state = search.join().unwrap().unwrap();
        assert_eq!(state.game.moves.len(), 1);
    });
    let known = server.visitor(&visitor.id).unwrap();
    assert!(known.is_some());
}

/// The engine has less time than its move waits.
#[test]
fn the_clock_of_the_engine_stands_while_its_move_waits() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(format!("{ID}.sgf"));
    fs::write(&file, "(;SZ[5]TM[0.5]PB[Tao Go]PW[Human];B[cc];W[bb])").unwrap();
    let service = BoardService {
        folder: Some(folder.path().to_owned()),
        ..service()
    };
    let server = Server::new(service, 1);
    let _others: Vec<_> = (0..4).map(|_| server.gate.enter_for_move(LONG)).collect();
    let visitor = server.visitor(ID).unwrap().unwrap();
    let genmove = serde_json::from_value(json!({"action": "genmove"})).unwrap();
    thread::scope(|scope| {
        let search = scope.spawn(|| visitor.act(genmove, None, &server));
        while !search.is_finished() {
            visitor.state(&server);
            thread::sleep(Duration::from_millis(10));
        }
        let state = search.join().unwrap().unwrap();
        assert_eq!(
            (state.game.moves.len(), state.status.phase),
            (3, Phase::Open)
        );
    });
}

/// There is one thread, so that a move leaves room for the analysis alone whose turn ends last.
#[test]
fn an_analysis_gives_way_to_a_move_at_once_and_goes_on_after_it() {
    let service = BoardService {
        game: Game::new(9).unwrap(),
        ..service()
    };
    let server = Server::new(service, 1);
    let visitor = server.new_visitor().unwrap();
    let _other = server
        .gate
        .enter_for_analysis(Instant::now(), Duration::ZERO, LONG);
    let (sender, events) = mpsc::channel();
    thread::scope(|scope| {
        scope.spawn(|| {
            visitor.analyze(&server, &mut |event| {
                let sent =
                    visits(event).map_or(Ok(()), |visits| sender.send((visits, Instant::now())));
                sent.map_err(|_| io::ErrorKind::BrokenPipe.into())
            })
        });
        let (before, _) = events.recv().unwrap();
        let permit = server.gate.enter_for_move(LONG);
        let limit = Instant::now() + Duration::from_millis(200);
        thread::sleep(Duration::from_secs(1));
        assert_eq!(
            events.try_iter().filter(|(_, when)| *when > limit).count(),
            0
        );
        drop(permit);
        let (after, _) = events.recv().unwrap();
        assert!(after > before, "{after} visits after {before}");
        drop(events);
    });
}

/// The visits of an analysis.
fn visits(event: &str) -> Option<u64> {
    let (_, data) = event.split_once("data: ")?;
    let analysis: serde_json::Value = serde_json::from_str(data).ok()?;
    analysis["visits"].as_u64()
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
        let reader = scope.spawn(|| server.visitor(ID).unwrap());
        // The pipe can be opened only when somebody reads it.
        let mut pipe = fs::File::options().write(true).open(&file).unwrap();
        server.new_visitor().unwrap();
        pipe.write_all(b"(;SZ[5];B[cc])").unwrap();
        drop(pipe);
        assert!(reader.join().unwrap().is_some());
    });
}

#[test]
fn a_change_of_the_game_ends_the_solver() {
    let service = BoardService {
        game: Game::new(9).unwrap(),
        ..service()
    };
    let server = Server::new(service, 1);
    let visitor = server.new_visitor().unwrap();
    let start = Instant::now();
    thread::scope(|scope| {
        let solver = scope.spawn(|| visitor.solve(&server).unwrap());
        thread::sleep(Duration::from_millis(200));
        let play = serde_json::from_value(json!({"action": "play", "move": "E5"})).unwrap();
        visitor.act(play, None, &server).unwrap();
        let found = solver.join().unwrap();
        assert_eq!((found.revision, found.lead), (0, None));
    });
    assert!(start.elapsed() < Duration::from_secs(9));
}

#[test]
fn a_game_that_could_not_be_written_is_written_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("serve");
    fs::write(&place, "").unwrap();
    let service = BoardService {
        folder: Some(place.clone()),
        ..service()
    };
    let server = Server::new(service, 1);
    let visitor = server.new_visitor().unwrap();
    let play = serde_json::from_value(json!({"action": "play", "move": "C3"})).unwrap();
    visitor.act(play, None, &server).unwrap();
    // The visitor's place is not given away meanwhile.
    assert!(!visitor.is_saved() && server.new_visitor().is_err());
    fs::remove_file(&place).unwrap();
    server.save_all();
    let kept = fs::read_to_string(place.join(format!("{}.sgf", visitor.id))).unwrap();
    assert!(kept.contains(";B[cc]") && visitor.is_saved(), "{kept}");
}

#[test]
fn games_without_moves_are_kept_and_those_in_which_nothing_happened_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let service = BoardService {
        folder: Some(folder.path().to_owned()),
        visitors: 3,
        ..service()
    };
    let server = Server::new(service, 1);
    let act = |action| {
        let visitor = server.new_visitor().unwrap();
        visitor
            .act(serde_json::from_value(action).unwrap(), None, &server)
            .unwrap();
        visitor.id.clone()
    };
    act(json!({"action": "go", "to": 0}));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let begun = act(json!({"action": "new", "size": 7, "komi": 2.5, "player": "both"}));
    let loaded = server.new_visitor().unwrap();
    loaded.load(b"(;SZ[5]AB[cc]C[Look!])", &server).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    let again = Server::new(server.service.clone(), 1);
    let state = |id: &str| again.visitor(id).unwrap().unwrap().state(&again);
    let (begun, loaded) = (state(&begun), state(&loaded.id));
    assert_eq!((begun.game.size, begun.game.komi), (7, 2.5));
    assert_eq!(
        (&*loaded.position.stones[2], &*loaded.game.tree[0].comment),
        ("..X..", "Look!")
    );
}

fn read(text: &str) -> Result<HttpRequest, HttpStatus> {
    match HttpRequest::read(&mut Cursor::new(text), &Mutex::default()) {
        Ok((request, _)) => Ok(request),
        Err(ReadError::Refused(status)) => Err(status),
        Err(ReadError::Gone) => Err(HttpStatus::DONE),
    }
}

/// A reader that gives a byte at a time, and then fails like a slow client.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (first, rest) = self.0.split_first().ok_or(io::ErrorKind::TimedOut)?;
        buffer[0] = *first;
        self.0 = rest;
        Ok(1)
    }
}

#[test]
fn a_request_is_read_whole() {
    let text = "POST /api/act?x=1 HTTP/1.1\r\nHost: localhost\r\nCookie: a=1; b=2;c\r\nContent-Length: 4\r\n\r\nbodyrest";
    for request in [
        read(text).unwrap(),
        HttpRequest::read(&mut Slow(text.as_bytes()), &Mutex::default())
            .unwrap()
            .0,
    ] {
        assert_eq!(request.method, "POST");
        assert_eq!(request.path, "/api/act");
        assert_eq!(request.body, b"body");
        assert_eq!(request.header("host"), Some("localhost"));
        assert_eq!(
            ["a", "b", "c", "d"].map(|name| request.cookie(name)),
            [Some("1"), Some("2"), None, None]
        );
    }
}

#[test]
fn what_breaks_the_rules_or_a_limit_is_refused() {
    let post = |header: &str| format!("POST / HTTP/1.1\r\n{header}\r\n\r\n");
    let many = "A: b\r\n".repeat(65);
    for (text, status) in [
        ("\u{0}\u{1}\r\n\r\n".to_owned(), HttpStatus::BAD_REQUEST),
        ("GET / HTTP/9.9\r\n\r\n".to_owned(), HttpStatus::BAD_REQUEST),
        (
            format!("GET /{} HTTP/1.1\r\n", "a".repeat(9000)),
            HttpStatus::HEADERS_TOO_LARGE,
        ),
        (
            format!("GET / HTTP/1.1\r\n{many}\r\n"),
            HttpStatus::HEADERS_TOO_LARGE,
        ),
        (post("A: b"), HttpStatus::LENGTH_REQUIRED),
        (
            post("Transfer-Encoding: chunked"),
            HttpStatus::LENGTH_REQUIRED,
        ),
        (post("Content-Length: -1"), HttpStatus::BAD_REQUEST),
        (post("Content-Length: +1"), HttpStatus::BAD_REQUEST),
        (
            post("Content-Length: 1\r\nContent-Length: 2"),
            HttpStatus::BAD_REQUEST,
        ),
        (
            post(&format!("Content-Length: {}", MAX_BODY + 1)),
            HttpStatus::BODY_TOO_LARGE,
        ),
        (
            post("Content-Length: 99999999999999999999999"),
            HttpStatus::BODY_TOO_LARGE,
        ),
        // The client has gone.
        ("GET / HT".to_owned(), HttpStatus::DONE),
        (post("Content-Length: 1"), HttpStatus::DONE),
    ] {
        assert_eq!(read(&text), Err(status), "{text:.60}");
    }
    let slow = HttpRequest::read(&mut Slow(b"GET / HTTP/1.1\r\n"), &Mutex::default()).map(drop);
    assert!(matches!(slow, Err(ReadError::Refused(HttpStatus::TIMEOUT))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), post in any::<bool>()) {
        let start: &[u8] = if post { b"POST / HTTP/1.1\r\nContent-Length: 5\r\n" } else { b"" };
        let bytes = [start, &bytes].concat();
        if let Ok((request, _)) = HttpRequest::read(&mut Cursor::new(bytes), &Mutex::default()) {
            assert!(request.body.len() <= MAX_BODY);
        }
    }
}
