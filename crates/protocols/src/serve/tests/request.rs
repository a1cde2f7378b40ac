use std::io;
use std::io::{Cursor, Read};

use proptest::prelude::{ProptestConfig, any, prop, proptest};

use crate::serve::request::{HttpRequest, MAX_BODY, ReadError};
use crate::serve::response::HttpStatus;

fn read(text: &str) -> Result<HttpRequest, HttpStatus> {
    match HttpRequest::read(&mut Cursor::new(text)) {
        Ok(request) => Ok(request),
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
        HttpRequest::read(&mut Slow(text.as_bytes())).unwrap(),
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
    let slow = HttpRequest::read(&mut Slow(b"GET / HTTP/1.1\r\n"));
    assert!(matches!(slow, Err(ReadError::Refused(HttpStatus::TIMEOUT))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200), post in any::<bool>()) {
        let start: &[u8] = if post { b"POST / HTTP/1.1\r\nContent-Length: 5\r\n" } else { b"" };
        let bytes = [start, &bytes].concat();
        if let Ok(request) = HttpRequest::read(&mut Cursor::new(bytes)) {
            assert!(request.body.len() <= MAX_BODY);
        }
    }
}
