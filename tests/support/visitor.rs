//! A visitor of `tao-go serve`.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

/// Longer than any test takes on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A visitor of the running program.
pub(crate) struct Visitor {
    /// The program, for the visitor that has started it.
    process: Option<Child>,
    pub(crate) address: SocketAddr,
    pub(crate) cookie: String,
}

impl Drop for Visitor {
    fn drop(&mut self) {
        if let Some(process) = &mut self.process {
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

/// Starts the program, which is given its arguments; the visitor has no session yet.
pub(crate) fn start(command: &mut Command) -> Visitor {
    let mut process = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(process.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let (_, rest) = line.split_once("http://").unwrap();
    let (address, _) = rest.split_once('/').unwrap();
    Visitor {
        process: Some(process),
        address: address.parse().unwrap(),
        cookie: String::new(),
    }
}

/// A visitor of a running program who has no session yet.
pub(crate) fn stranger(host: &Visitor) -> Visitor {
    Visitor {
        process: None,
        address: host.address,
        cookie: String::new(),
    }
}

impl Visitor {
    /// The process ID of the program, for the visitor that has started it.
    pub(crate) fn id(&self) -> u32 {
        self.process.as_ref().unwrap().id()
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        stream
    }

    /// The answer of the program to these bytes.
    pub(crate) fn raw(&self, request: &[u8]) -> String {
        let mut stream = self.connect();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8(answer).unwrap()
    }

    pub(crate) fn head(&self, method: &str, path: &str) -> String {
        let (address, cookie) = (self.address, &self.cookie);
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nCookie: {cookie}\r\n")
    }

    /// The status and the body of an answer. The visitor keeps the cookie of a new session.
    pub(crate) fn ask(
        &mut self,
        method: &str,
        path: &str,
        kind: &str,
        body: &str,
    ) -> (u16, String) {
        let (head, length) = (self.head(method, path), body.len());
        let request =
            format!("{head}Content-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}");
        let answer = self.raw(request.as_bytes());
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        if let Some((_, cookie)) = head.split_once("Set-Cookie: ") {
            cookie
                .split(';')
                .next()
                .unwrap()
                .clone_into(&mut self.cookie);
        }
        (status(head), body.to_owned())
    }

    /// The state after an action that is allowed.
    pub(crate) fn act(&mut self, action: &Value) -> Value {
        let (status, body) = self.ask("POST", "/api/act", "application/json", &action.to_string());
        assert_eq!(status, 200, "{action}: {body}");
        serde_json::from_str(&body).unwrap()
    }
}

pub(crate) fn status(head: &str) -> u16 {
    head.split(' ').nth(1).unwrap().parse().unwrap()
}
