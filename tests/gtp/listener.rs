//! GTP over TCP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use crate::program::TIMEOUT;
use crate::support::binary::tao_go;

/// A program that listens. It is killed when it is dropped.
struct Listener {
    process: Child,
    address: String,
}

impl Listener {
    fn start() -> Self {
        let mut process = tao_go()
            .args(["gtp", "--listen=127.0.0.1:0", "--playouts=10", "--size=5"])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut errors = BufReader::new(process.stderr.take().unwrap());
        errors.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").unwrap();
        Self {
            process,
            address: address.to_owned(),
        }
    }

    fn connect(&self) -> BufReader<TcpStream> {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        BufReader::new(stream)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The response to a command, without the empty line that ends it.
fn ask(connection: &mut BufReader<TcpStream>, command: &str) -> String {
    writeln!(connection.get_mut(), "{command}").unwrap();
    let mut response = String::new();
    while !response.ends_with("\n\n") {
        assert_ne!(
            connection.read_line(&mut response).unwrap(),
            0,
            "{command}: {response}"
        );
    }
    response.trim_end().to_owned()
}

fn rest(connection: &mut BufReader<TcpStream>) -> String {
    let mut text = String::new();
    connection.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn one_game_after_another_is_played_over_tcp() {
    let listener = Listener::start();
    for _ in 0..2 {
        // The game before may take a moment to end.
        let mut connection = loop {
            let mut connection = listener.connect();
            if ask(&mut connection, "name").ends_with("Tao Go") {
                break connection;
            }
        };
        assert!(ask(&mut connection, "genmove b").starts_with("= "));
        let mut second = listener.connect();
        assert_eq!(rest(&mut second), "? another game is being played\n\n");
        assert_eq!(
            ask(&mut connection, "move_history").lines().count(),
            1,
            "a new game"
        );
        assert_eq!(ask(&mut connection, "quit"), "=");
        assert_eq!(rest(&mut connection), "");
    }
}

#[test]
fn files_and_nonsense_are_refused_over_tcp() {
    let listener = Listener::start();
    let mut connection = listener.connect();
    for command in ["loadsgf a.sgf", "savesgf a.sgf", "printsgf a.sgf"] {
        assert_eq!(
            ask(&mut connection, command),
            "? no files over this connection",
            "{command}"
        );
    }
    assert!(ask(&mut connection, "printsgf").contains("GM[1]"));
    assert_eq!(ask(&mut connection, "GET /"), "? unknown command");
    connection.get_mut().write_all(&[0xff; 3000]).unwrap();
    assert_eq!(ask(&mut connection, ""), "? unknown command");
    // A controller that disconnects without a word makes room for the next one.
    drop(connection);
    while ask(&mut listener.connect(), "name") != "= Tao Go" {}
}

/// A page in a browser can send a request to any port, with commands in the body.
#[test]
fn a_request_of_a_browser_ends_the_connection_before_its_body_is_read() {
    let listener = Listener::start();
    let request =
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\n\r\nname\nquit\n";
    // The game before may take a moment to end.
    let refused = || {
        let mut connection = listener.connect();
        connection.get_mut().write_all(request.as_bytes()).unwrap();
        let mut said = String::new();
        // The server may reset the connection, as it does not read the rest of the request.
        let _ = connection.read_to_string(&mut said);
        said
    };
    assert_eq!(refused(), "? an HTTP request, but this is GTP\n\n");
    while ask(&mut listener.connect(), "name") != "= Tao Go" {}
}

#[test]
fn only_addresses_of_this_machine_are_served() {
    for (address, reason) in [
        ("0.0.0.0:0", "only addresses of this machine are served"),
        (
            "192.0.2.1:9000",
            "only addresses of this machine are served",
        ),
        ("127.0.0.1", "invalid socket address"),
    ] {
        let output = tao_go()
            .args(["gtp", "--listen", address])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{address}");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(
            message.contains(address) && message.contains(reason),
            "{message}"
        );
    }
}
