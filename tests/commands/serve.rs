//! `tao-go serve`, spoken with over TCP. The page is tested in `web/test`, games and requests in `src/serve/tests`.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::support::binary;
use crate::support::visitor::{self, Visitor, status, stranger};

/// Starts the program; the visitor has no session yet.
fn start(arguments: &[&str]) -> Visitor {
    visitor::start(serve(&mut binary::tao_go(), arguments))
}

/// Starts the program, which keeps its games in this folder.
fn start_in(folder: &Path, arguments: &[&str]) -> Visitor {
    let mut command = binary::tao_go();
    visitor::start(serve(command.env("XDG_STATE_HOME", folder), arguments))
}

fn serve<'a>(command: &'a mut Command, arguments: &[&str]) -> &'a mut Command {
    let usual = ["serve", "--threads", "1", "--playouts", "20"];
    command.args(usual).args(arguments)
}

#[test]
fn a_visitor_plays_a_game_and_takes_the_record_along() {
    let mut visitor = start(&["--size", "5"]);
    let state = visitor.act(&json!({"action": "play", "move": "C3"}));
    assert_eq!(
        (&state["at"], &state["phase"]),
        (&json!(1), &json!("engine_to_move"))
    );
    let state = visitor.act(&json!({"action": "genmove"}));
    assert_eq!(
        (&state["at"], &state["to_move"]),
        (&json!(2), &json!("black"))
    );
    assert!(state["values"][1]["win_rate"].is_f64(), "{state}");
    let illegal = json!({"action": "play", "move": "C3"}).to_string();
    let (status, body) = visitor.ask("POST", "/api/act", "application/json", &illegal);
    assert_eq!(
        (status, body.as_str()),
        (409, r#"{"error":"C3 is occupied"}"#)
    );
    let (_, record) = visitor.ask("GET", "/api/sgf", "", "");
    assert!(
        record.contains("PB[Human]") && record.contains(";B[cc];W["),
        "{record}"
    );
    let state = visitor.act(&json!({"action": "undo"}));
    assert_eq!(state["at"], json!(0));
    let (status, body) = visitor.ask("POST", "/api/sgf", "application/x-go-sgf", &record);
    let state: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (status, &state["at"], &state["player"]),
        (200, &json!(2), &json!("both"))
    );
    let (status, body) = visitor.ask("POST", "/api/sgf", "application/x-go-sgf", "no game");
    assert!(status == 409 && body.contains("no game found"), "{body}");
}

#[test]
fn the_analysis_follows_the_game_and_ends_with_its_page() {
    let mut visitor = start(&["--size", "5", "--visitors", "1"]);
    visitor.act(&json!({"action": "set", "level": 26, "player": "both"}));
    let mut stream = visitor.connect();
    let head = visitor.head("GET", "/api/events");
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    let mut next = || -> Value {
        let line = lines.find(|line| line.starts_with("data: {\"rev")).unwrap();
        serde_json::from_str(line.strip_prefix("data: ").unwrap()).unwrap()
    };
    let first = next();
    assert_eq!(
        (&first["revision"], &first["to_move"]),
        (&json!(1), &json!("black"))
    );
    assert_eq!(first["owners"].as_array().map(Vec::len), Some(25));
    assert!(first["candidates"][0]["line"][0].is_string(), "{first}");
    visitor.act(&json!({"action": "play", "move": "C3"}));
    while next()["revision"] != json!(2) {}
    // While the page is open, nobody gets the visitor's place. Soon after it is closed, anybody does.
    let stranger = format!(
        "POST /api/act HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 22\r\n\r\n{{\"action\":\"go\",\"to\":0}}",
        visitor.address
    );
    assert_eq!(status(&visitor.raw(stranger.as_bytes())), 503);
    drop(lines);
    let served = (0..600).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        status(&visitor.raw(stranger.as_bytes())) == 200
    });
    assert!(served);
}

/// What a review found stays as it is, whatever is searched afterwards.
#[test]
fn a_review_finds_the_mistakes_that_analyze_finds_and_keeps_them() {
    const RECORD: &str = "(;SZ[7]KM[7];B[dd];W[aa];B[cc];W[ag];B[ee];W[dc];B[ga];W[];B[cd])";
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("game.sgf"), RECORD).unwrap();
    let analyzed = binary::tao_go()
        .args(["analyze", "game.sgf", "--json", "--playouts", "20"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let analyzed: Value = serde_json::from_slice(&analyzed.stdout).unwrap();
    let mut visitor = start(&[]);
    visitor.ask("POST", "/api/sgf", "application/x-go-sgf", RECORD);
    let mut state = json!(null);
    for node in [3, 0, 1, 2, 9, 8, 7, 6, 5, 4] {
        state = visitor.act(&json!({"action": "review", "node": node}));
    }
    let losses = state["losses"].as_array().unwrap().clone();
    assert_eq!(losses.len(), 9);
    for (loss, mv) in losses.iter().zip(analyzed["moves"].as_array().unwrap()) {
        assert_eq!(
            [
                &loss["points"],
                &loss["win_rate"],
                &loss["class"],
                &loss["better"]
            ],
            [
                &mv["points_lost"],
                &mv["win_rate_lost"],
                &mv["class"],
                &mv["principal_variation"]
            ]
        );
    }
    assert!(losses.iter().any(|loss| loss["class"] == "blunder"));
    visitor.act(&json!({"action": "go", "to": 3}));
    let later = visitor.act(&json!({"action": "review", "node": 3}));
    assert_eq!(
        [&later["losses"], &later["values"]],
        [&state["losses"], &state["values"]]
    );
    // A move of a variation is judged as well; the other game has no judgments.
    visitor.act(&json!({"action": "play", "move": "C3"}));
    let tried = visitor.act(&json!({"action": "review", "node": 10}));
    assert!(tried["losses"][3]["points"].is_f64(), "{tried}");
    let new = visitor.act(&json!({"action": "new", "size": 7, "komi": 7, "player": "both"}));
    assert_eq!(new["losses"], json!([]));
    let (status, _) = visitor.ask(
        "POST",
        "/api/act",
        "application/json",
        r#"{"action":"review","node":99}"#,
    );
    assert_eq!(status, 409);
}

/// A second page of the visitor shows an earlier position.
#[test]
fn an_action_for_a_game_that_has_changed_is_refused() {
    let mut visitor = start(&["--size", "5"]);
    let revision = |state: &Value| state["revision"].as_u64().unwrap();
    let first = revision(&visitor.act(&json!({"action": "set", "level": 26, "player": "both"})));
    visitor.act(&json!({"action": "play", "move": "C3"}));
    let status_for = |tag: &str| {
        let body = r#"{"action":"undo"}"#;
        let head = visitor.head("POST", "/api/act");
        let request = format!(
            "{head}Content-Type: application/json\r\nIf-Match: {tag}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        status(&visitor.raw(request.as_bytes()))
    };
    assert_eq!(
        [format!("\"{first}\""), "x".into()].map(|tag: String| status_for(&tag)),
        [412; 2]
    );
    assert_eq!(status_for(&format!("\"{}\"", first + 1)), 200);
}

/// The analysis of the new position begins before the action is answered, and must not hold the answer up.
#[test]
fn another_game_is_shown_at_once_while_an_analysis_runs() {
    let mut visitor = start(&["--size", "5"]);
    visitor.act(&json!({"action": "play", "move": "C3"}));
    let mut stream = visitor.connect();
    let head = visitor.head("GET", "/api/events");
    stream.write_all(format!("{head}\r\n").as_bytes()).unwrap();
    let mut lines = BufReader::new(stream).lines().map(Result::unwrap);
    for _ in 0..8 {
        assert!(lines.any(|line| line.starts_with("event: analysis")));
        let start = Instant::now();
        visitor.act(&json!({"action": "new", "size": 5, "player": "both"}));
        let taken = start.elapsed();
        assert!(taken < Duration::from_secs(20), "{taken:?}");
        visitor.act(&json!({"action": "play", "move": "C3"}));
    }
}

#[test]
fn who_only_looks_makes_no_session_and_takes_nobodys_place() {
    let mut owner = start(&["--size", "5", "--visitors", "2", "--no-save"]);
    owner.act(&json!({"action": "play", "move": "C3"}));
    let searches = ["/api/events", "/api/solve"];
    for path in ["/api/state", "/api/sgf", "/api/explore", "/api/games"]
        .into_iter()
        .chain(searches)
        .cycle()
        .take(60)
    {
        let mut looking = stranger(&owner);
        let (status, body) = looking.ask("GET", path, "", "");
        let expected = if searches.contains(&path) { 409 } else { 200 };
        assert_eq!(
            (status, looking.cookie.as_str()),
            (expected, ""),
            "{path}: {body}"
        );
    }
    // A visitor without moves makes room for the next one, even while it listens to events.
    let mut streams = Vec::new();
    for _ in 0..12 {
        let mut idle = stranger(&owner);
        idle.act(&json!({"action": "go", "to": 0}));
        let mut stream = idle.connect();
        stream
            .write_all(format!("{}\r\n", idle.head("GET", "/api/events")).as_bytes())
            .unwrap();
        streams.push(stream);
    }
    let mut second = stranger(&owner);
    second.act(&json!({"action": "play", "move": "C3"}));
    // Two games with moves make no room for a third.
    let go = json!({"action": "go", "to": 0}).to_string();
    let (status, _) = stranger(&owner).ask("POST", "/api/act", "application/json", &go);
    assert_eq!(status, 503);
    for visitor in [&mut owner, &mut second] {
        let (_, body) = visitor.ask("GET", "/api/state", "", "");
        let state: Value = serde_json::from_str(&body).unwrap();
        assert_eq!(state["at"], json!(1), "{state}");
    }
}

#[test]
fn games_survive_the_program_and_a_place_that_is_given_away() {
    let folder = tempdir().unwrap();
    let start = || start_in(folder.path(), &["--size", "5", "--visitors", "1"]);
    let mut first = start();
    first.act(&json!({"action": "set", "level": 26, "player": "white"}));
    first.act(&json!({"action": "genmove"}));
    let (_, record) = first.ask("GET", "/api/sgf", "", "");
    assert!(record.contains(";B["), "{record}");
    let mut second = stranger(&first);
    for mv in ["C3", "pass", "pass"] {
        second.act(&json!({"action": "set", "level": 26, "player": "both"}));
        second.act(&json!({"action": "play", "move": mv}));
    }
    let new = json!({"action": "new", "size": 9, "player": "both"});
    second.act(&new);
    let again = |visitor: &mut Visitor, path: &str| visitor.ask("GET", path, "", "").1;
    assert_eq!(again(&mut first, "/api/sgf"), record);
    let cookies = [first.cookie.clone(), second.cookie.clone()];
    drop((first, second));
    let mut restarted = start();
    restarted.cookie.clone_from(&cookies[0]);
    assert_eq!(again(&mut restarted, "/api/sgf"), record);
    let state: Value = serde_json::from_str(&again(&mut restarted, "/api/state")).unwrap();
    assert_eq!(
        (&state["player"], &state["phase"]),
        (&json!("white"), &json!("open"))
    );
    restarted.cookie.clone_from(&cookies[1]);
    let games: Value = serde_json::from_str(&again(&mut restarted, "/api/games")).unwrap();
    assert_eq!(
        (&games[0]["moves"], &games[0]["result"], &games[1]),
        (&json!(3), &json!("B+18.0"), &Value::Null)
    );
    restarted.act(&json!({"action": "open", "time": games[0]["time"]}));
    let state: Value = serde_json::from_str(&again(&mut restarted, "/api/state")).unwrap();
    assert_eq!(
        (&state["phase"], &state["result"]),
        (&json!("over"), &json!("B+18.0"))
    );
    // The id in a cookie must not be taken for a path.
    let outside = folder.path().join("outside.sgf");
    fs::write(&outside, "(;SZ[5];B[aa])").unwrap();
    restarted.cookie = "tao-go=../../outside".to_owned();
    assert!(!again(&mut restarted, "/api/sgf").contains(";B["));
}

#[test]
fn hostile_requests_are_refused_and_harm_nobody() {
    let mut visitor = start(&["--size", "5"]);
    visitor.act(&json!({"action": "play", "move": "C3"}));
    let address = visitor.address;
    let get = |rest: &str| format!("GET /api/state HTTP/1.1\r\n{rest}\r\n\r\n");
    let post = |rest: &str| format!("POST /api/act HTTP/1.1\r\nHost: {address}\r\n{rest}");
    let action =
        "Content-Type: application/json\r\nContent-Length: 17\r\n\r\n{\"action\":\"undo\"}";
    for (request, expected) in [
        (get(&format!("Host: evil.example:{}", address.port())), 421),
        (
            get(&format!("Host: {address}\r\nSec-Fetch-Site: cross-site")),
            403,
        ),
        (
            post(&format!("Origin: http://evil.example\r\n{action}")),
            403,
        ),
        (post(&action.replace("application/json", "text/plain")), 415),
        (
            post("Content-Type: application/json\r\nContent-Length: 2000000\r\n\r\n"),
            413,
        ),
        (
            post("Content-Type: application/json\r\nContent-Length: 3\r\n\r\n{}}"),
            400,
        ),
        (
            format!("GET /../../etc/passwd HTTP/1.1\r\nHost: {address}\r\n\r\n"),
            404,
        ),
        (format!("DELETE / HTTP/1.1\r\nHost: {address}\r\n\r\n"), 405),
        (
            format!(
                "POST / HTTP/1.1\r\nHost: {address}\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n"
            ),
            405,
        ),
        (
            format!("GET / HTTP/1.1\r\nX: {}\r\n\r\n", "x".repeat(20_000)),
            431,
        ),
        ("\u{16}\u{3}\u{1} hello\r\n\r\n".to_owned(), 400),
    ] {
        let answer = visitor.raw(request.as_bytes());
        assert_eq!(status(&answer), expected, "{request:.80}\n{answer}");
    }
    // Clients that send nothing keep nobody from playing.
    let silent: Vec<TcpStream> = (0..200).map(|_| visitor.connect()).collect();
    let (status, body) = visitor.ask("GET", "/api/state", "", "");
    let state: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &state["at"]), (200, &json!(1)));
    drop(silent);
}

/// More at once than have a connection.
#[test]
fn a_crowd_is_answered() {
    let host = start(&["--visitors", "1"]);
    let request = format!("{}\r\n", host.head("GET", "/health"));
    let ask = || {
        let mut stream = host.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let asked: Vec<TcpStream> = (0..150).map(|_| ask()).collect();
    for stream in asked {
        let head = BufReader::new(stream).lines().next().unwrap().unwrap();
        assert_eq!(status(&head), 200);
    }
}

#[test]
fn an_address_begins_few_games_in_a_minute_and_removes_none_of_others() {
    let folder = tempdir().unwrap();
    let mut first = start_in(folder.path(), &["--size", "5", "--new-games", "20"]);
    first.act(&json!({"action": "play", "move": "C3"}));
    let new = json!({"action": "new", "size": 5, "player": "both"}).to_string();
    let attack = |_| stranger(&first).ask("POST", "/api/act", "application/json", &new);
    let answers: Vec<_> = (0..1_010).map(attack).collect();
    let begun = answers.iter().filter(|(status, _)| *status == 200).count();
    // A minute may end meanwhile.
    assert!((19..=80).contains(&begun), "{begun}");
    let (status, body) = answers.last().unwrap();
    assert!(*status == 429 && body.contains("in a minute"), "{body}");
    let (_, record) = first.ask("GET", "/api/sgf", "", "");
    assert!(record.contains(";B[cc]"), "{record}");
}

#[test]
fn a_proxy_may_serve_the_page_at_any_address() {
    let arguments = ["--size", "5", "--public-url", "https://go.example.org/go/"];
    let visitor = start(&arguments);
    let ask = |method: &str, path: &str, headers: &str, body: &str| {
        let length = body.len();
        let kind = "Content-Type: application/json";
        let head =
            format!("{method} {path} HTTP/1.0\r\n{headers}{kind}\r\nContent-Length: {length}");
        visitor.raw(format!("{head}\r\n\r\n{body}").as_bytes())
    };
    let host = "Host: go.example.org\r\nX-Forwarded-For: 192.0.2.7\r\n";
    let page = ask("GET", "/go/", host, "");
    assert!(
        page.contains("<script") && !page.contains("\"/api/"),
        "{page:.300}"
    );
    let moved = ask("GET", "/go", host, "");
    assert!(
        status(&moved) == 308 && moved.contains("Location: /go/\r\n"),
        "{moved}"
    );
    let action = r#"{"action":"play","move":"C3"}"#;
    let origin = format!("{host}Origin: https://go.example.org\r\n");
    // The proxy may remove the beginning of the path.
    for path in ["/go/api/act", "/api/act"] {
        let played = ask("POST", path, &origin, action);
        assert_eq!(status(&played), 200, "{played}");
        assert!(played.contains("; Path=/go/; Secure"), "{played}");
    }
    let other = origin.replace("https", "http");
    assert_eq!(status(&ask("POST", "/go/api/act", &other, action)), 403);
}

#[test]
fn the_health_and_the_heads_of_answers_are_told() {
    let visitor = start(&["--size", "5"]);
    // Programs that watch the server give it any name.
    let health = visitor.raw(b"GET /health HTTP/1.1\r\nHost: board\r\n\r\n");
    assert!(
        status(&health) == 200 && health.ends_with(r#"{"health":"ok"}"#),
        "{health}"
    );
    let whole = visitor.raw(format!("{}\r\n", visitor.head("GET", "/api/state")).as_bytes());
    let head = visitor.raw(format!("{}\r\n", visitor.head("HEAD", "/api/state")).as_bytes());
    let (expected, body) = whole.split_once("\r\n\r\n").unwrap();
    assert!(!body.is_empty());
    assert_eq!(head, format!("{expected}\r\n\r\n"));
}

/// A file stands where the folder should be.
#[test]
fn a_folder_that_cannot_be_written_is_told_at_the_start() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("serve"), "").unwrap();
    let log = folder.path().join("log");
    let mut command = binary::tao_go();
    command.env("STATE_DIRECTORY", folder.path());
    let arguments = ["-v", "--log-file", log.to_str().unwrap()];
    let mut visitor = visitor::start(serve(&mut command, &arguments));
    let (status, body) = visitor.ask("GET", "/health", "", "");
    assert!(
        status == 503 && body.contains("cannot be written"),
        "{body}"
    );
    visitor.act(&json!({"action": "play", "move": "C3"}));
    let log = fs::read_to_string(log).unwrap();
    assert!(log.contains("games cannot be kept"), "{log}");
    assert!(log.contains("127.0.0.1 POST /api/act 200 "), "{log}");
}

#[test]
fn the_page_runs_only_its_own_script() {
    let visitor = start(&[]);
    let page = || visitor.raw(format!("{}\r\n", visitor.head("GET", "/")).as_bytes());
    let nonce = |page: &str| {
        let (_, rest) = page.split_once("script-src 'nonce-").unwrap();
        rest.split('\'').next().unwrap().to_owned()
    };
    let (first, second) = (page(), page());
    assert_ne!(nonce(&first), nonce(&second));
    assert!(first.contains(&format!("<script nonce=\"{}\">", nonce(&first))));
    assert!(!first.contains("Set-Cookie") && first.contains("connect-src 'self'"));
}

#[test]
fn a_taken_port_is_an_error() {
    let visitor = start(&[]);
    let port = visitor.address.port().to_string();
    let output = binary::tao_go()
        .args(["serve", "--port", &port])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("cannot listen on 127.0.0.1:"), "{message}");
}
