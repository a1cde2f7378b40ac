//! Any requests to the server of the board in the browser, from one visitor: parts of the input between zero bytes are the body
//! of an action (`{`), a record (`(`) or a whole request. Each is answered, none with an internal error, and the game is there
//! afterwards.

#![no_main]

use std::io;
use std::io::{Cursor, Write};

use libfuzzer_sys::fuzz_target;
use tao_engine::raw::EngineSettings;
use tao_engine::raw::search::{MachineParams, Params};
use tao_protocols::review::MistakeSizes;
use tao_protocols::serve::{BoardService, Server};
use tao_rules::game::Game;

/// Maximum number of requests of an input. Each may make the engine move.
const MAX_REQUESTS: usize = 32;

/// A client that leaves after the head and one event, as a stream of events has no end.
#[derive(Default)]
struct Client {
    taken: Vec<u8>,
    writes: usize,
}

/// Maximum number of writes that the client takes: the head and the body of an answer.
const MAX_WRITES: usize = 2;

impl Write for Client {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writes += 1;
        if self.writes > MAX_WRITES {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        self.taken.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The head and the body of an answer; nothing for a request that is not complete.
fn ask(server: &Server, request: &[u8]) -> Option<(String, String)> {
    let mut client = Client::default();
    let _ = server.answer(&mut Cursor::new(request), &mut client);
    let answer = String::from_utf8(client.taken).expect("answers are UTF-8");
    assert!(!answer.starts_with("HTTP/1.1 500"), "{answer}");
    if answer.is_empty() {
        return None;
    }
    let (head, body) = answer.split_once("\r\n\r\n").expect("answers have a head");
    Some((head.to_owned(), body.to_owned()))
}

fuzz_target!(|input: &[u8]| {
    let service = BoardService {
        folder: None,
        settings: EngineSettings {
            params: Params {
                machine: MachineParams {
                    memory: 1,
                    ..Params::PLAYOUTS.machine
                },
                ..Params::PLAYOUTS
            },
            playouts: Some(2),
            seed: Some(1),
            ..EngineSettings::default()
        },
        sizes: MistakeSizes::default(),
        threads: 1,
        template: "{{data}}",
        visitors: 4,
        game: Game::new(5).expect("a size that is allowed"),
        new_games: 1000,
        public: "https://go.example.org/go/".parse().ok(),
        has_fixed_port: false,
    };
    let server = Server::new(service, 80);
    let state = "GET /api/state HTTP/1.1\r\nHost: localhost\r\n";
    let first = "{\"action\":\"go\",\"to\":0}";
    let begin = format!(
        "POST /api/act HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{first}",
        first.len()
    );
    let (head, _) = ask(&server, begin.as_bytes()).expect("an answer");
    let (_, cookie) = head.split_once("Set-Cookie: ").expect("a new visitor");
    let cookie = cookie.split(';').next().unwrap_or_default();
    let post = |path, kind, body: &[u8]| {
        let length = body.len();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
        );
        ask(&server, &[head.as_bytes(), body].concat())
    };
    for part in input.split(|&byte| byte == 0).take(MAX_REQUESTS) {
        let answer = match part.first() {
            Some(b'{') => post("/api/act", "application/json", part),
            Some(b'(') => post("/api/sgf", "application/x-go-sgf", part),
            _ => ask(&server, part),
        };
        if let Some((head, body)) = answer {
            let status = head.strip_prefix("HTTP/1.1 ").expect("a status");
            assert!(
                !status.starts_with('4') || body.contains("\"error\""),
                "{body}"
            );
        }
    }
    let request = format!("{state}Cookie: {cookie}\r\n\r\n");
    let (head, body) = ask(&server, request.as_bytes()).expect("an answer");
    assert!(
        head.starts_with("HTTP/1.1 200") && !head.contains("Set-Cookie"),
        "{head}"
    );
    assert!(body.contains("\"phase\""), "{body}");
});
