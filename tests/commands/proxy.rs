//! `tao-go serve` behind the reverse proxies of `docs/serve.md`, with their configuration as it stands there.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::tempdir;

use crate::support::binary;
use crate::support::visitor::{self, status};

const DOCUMENT: &str = include_str!("../../docs/serve.md");

/// Longer than a proxy takes to start on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The code block of the document that has this line.
fn recipe(line: &str) -> &'static str {
    let blocks = DOCUMENT.split("```").skip(1).step_by(2);
    let (_, block) = blocks
        .map(|block| block.split_once('\n').unwrap())
        .find(|(_, block)| block.lines().any(|other| other == line))
        .unwrap();
    block
}

struct Proxy {
    process: Child,
    port: u16,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Proxy {
    fn start(command: &mut Command, port: u16) -> Self {
        let process = command.stdout(Stdio::null()).stderr(Stdio::null());
        let process = process.spawn().unwrap();
        let (proxy, end) = (Self { process, port }, Instant::now() + TIMEOUT);
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(Instant::now() < end, "no proxy at port {port}");
            thread::sleep(Duration::from_millis(50));
        }
        proxy
    }

    fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (port, length) = (self.port, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: go.example.org:{port}\r\nConnection: close\r\n\
             Origin: http://go.example.org:{port}\r\n{headers}Content-Length: {length}\r\n\r\n"
        );
        stream
            .write_all(format!("{head}{body}").as_bytes())
            .unwrap();
        stream
    }

    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> String {
        let mut answer = Vec::new();
        let mut stream = self.send(method, path, headers, body);
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }
}

fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}

/// Plays and analyzes through a proxy, which is started with a folder, its port and the port of the server.
#[expect(clippy::print_stdout, reason = "the figure of a test")]
fn play_through(start: impl Fn(&Path, u16, u16) -> Command) {
    let folder = tempdir().unwrap();
    let port = free_port();
    let public = format!("http://go.example.org:{port}/go/");
    let mut command = binary::tao_go();
    let arguments = [
        "serve",
        "--threads",
        "1",
        "--playouts",
        "20",
        "--new-games",
        "2",
        "--no-save",
    ];
    let board = visitor::start(command.args(arguments).args(["--public-url", &public]));
    let mut proxy = start(folder.path(), port, board.address.port());
    let proxy = Proxy::start(&mut proxy, port);

    assert_eq!(status(&proxy.ask("GET", "/go/", "", "")), 200);
    let moved = proxy.ask("GET", "/go", "", "");
    assert!([301, 308].contains(&status(&moved)), "{moved}");
    let json = "Content-Type: application/json\r\n";
    let play = r#"{"action":"play","move":"C3"}"#;
    // The proxy does not pass on the address that a client claims.
    let claims = |number: u8| format!("{json}X-Forwarded-For: 192.0.2.{number}\r\n");
    let played = proxy.ask("POST", "/go/api/act", &claims(1), play);
    assert_eq!(status(&played), 200, "{played}");
    let (_, cookie) = played.split_once("Set-Cookie: ").unwrap();
    let (cookie, rest) = cookie.split_once(';').unwrap();
    assert!(rest.contains("; Path=/go/"), "{rest}");
    let statuses =
        [2, 3].map(|number| status(&proxy.ask("POST", "/go/api/act", &claims(number), play)));
    assert_eq!(statuses, [200, 429]);

    let cookie = format!("Cookie: {cookie}\r\n");
    let record = proxy.ask("GET", "/go/api/sgf", &cookie, "");
    assert!(record.contains(";B[cg]"), "{record}");
    let begin = Instant::now();
    let events = proxy.send("GET", "/go/api/events", &cookie, "");
    let mut lines = BufReader::new(events).lines().map(Result::unwrap);
    assert!(lines.any(|line| line == "event: analysis"));
    println!("the first event after {:.2?}", begin.elapsed());
}

#[test]
#[ignore = "needs nginx"]
fn the_page_works_behind_nginx() {
    play_through(|folder, port, board| {
        let recipe = recipe("location /go/ {").replace("8009", &board.to_string());
        let path = folder.display();
        let text = format!(
            "daemon off; pid {path}/pid; error_log stderr; events {{}}\n\
             http {{ access_log off; client_body_temp_path {path}/body; proxy_temp_path {path}/proxy;\n\
             fastcgi_temp_path {path}/fastcgi; uwsgi_temp_path {path}/uwsgi; scgi_temp_path {path}/scgi;\n\
             server {{ listen 127.0.0.1:{port};\n{recipe}}} }}\n"
        );
        let file = folder.join("nginx.conf");
        fs::write(&file, text).unwrap();
        let mut command = Command::new("/usr/sbin/nginx");
        command.arg("-p").arg(folder).arg("-c").arg(file);
        command
    });
}

#[test]
#[ignore = "needs caddy"]
fn the_page_works_behind_caddy() {
    play_through(|folder, port, board| {
        let recipe = recipe("go.example.org {").replace("8009", &board.to_string());
        let site = format!("http://go.example.org:{port} {{");
        let recipe = recipe.replace("go.example.org {", &site);
        let file = folder.join("Caddyfile");
        fs::write(&file, format!("{{\n    admin off\n}}\n{recipe}")).unwrap();
        let mut command = Command::new("caddy");
        command
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(file);
        command.env("HOME", folder);
        command
    });
}
