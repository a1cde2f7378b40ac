//! HTTP responses.

use std::fmt::Write as _;
use std::io;
use std::io::Write;

use serde_json::json;

/// The statuses that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum HttpStatus {
    Done,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Timeout,
    /// The game refuses the action.
    Conflict,
    LengthRequired,
    BodyTooLarge,
    UnsupportedType,
    Misdirected,
    HeadersTooLarge,
    Internal,
    Busy,
}

impl HttpStatus {
    /// The number and the words of the status line.
    pub(super) const fn line(self) -> &'static str {
        match self {
            Self::Done => "200 OK",
            Self::BadRequest => "400 Bad HttpRequest",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::Timeout => "408 HttpRequest Timeout",
            Self::Conflict => "409 Conflict",
            Self::LengthRequired => "411 Length Required",
            Self::BodyTooLarge => "413 Content Too Large",
            Self::UnsupportedType => "415 Unsupported Media Type",
            Self::Misdirected => "421 Misdirected HttpRequest",
            Self::HeadersTooLarge => "431 HttpRequest Header Fields Too Large",
            Self::Internal => "500 Internal Server Error",
            Self::Busy => "503 Service Unavailable",
        }
    }
}

/// Headers of every answer: nothing is stored, framed, sniffed or shown to other sites.
const COMMON: &str = "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n";

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct HttpResponse {
    pub(super) status: HttpStatus,
    content_type: &'static str,
    /// More headers, each with its end of line.
    headers: String,
    pub(super) body: String,
}

impl HttpResponse {
    pub(super) fn new(content_type: &'static str, body: String) -> Self {
        Self {
            status: HttpStatus::Done,
            content_type,
            headers: String::new(),
            body,
        }
    }

    /// JSON that was made by `serde_json`.
    pub(super) fn json(body: String) -> Self {
        Self::new("application/json", body)
    }

    /// A refusal with its reason.
    pub(super) fn error(status: HttpStatus, reason: &str) -> Self {
        Self {
            status,
            ..Self::json(json!({ "error": reason }).to_string())
        }
    }

    /// A refusal with the words of its status as the reason.
    pub(super) fn of_status(status: HttpStatus) -> Self {
        let (_, words) = status.line().split_once(' ').unwrap_or_default();
        Self::error(status, words)
    }

    /// The same with another header, whose value must not contain line ends.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        let _ = write!(self.headers, "{name}: {value}\r\n");
        self
    }

    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        let Self {
            status,
            content_type,
            headers,
            body,
        } = self;
        let (line, length) = (status.line(), body.len());
        let head = format!(
            "HTTP/1.1 {line}\r\nContent-Type: {content_type}; charset=utf-8\r\nContent-Length: {length}\r\n{COMMON}{headers}\r\n"
        );
        writer.write_all(head.as_bytes())?;
        writer.write_all(body.as_bytes())?;
        writer.flush()
    }

    /// Writes the head of a response whose body is an endless stream of events.
    pub(super) fn begin_events(writer: &mut impl Write, cookie: Option<&str>) -> io::Result<()> {
        let cookie = cookie.map_or_else(String::new, |cookie| format!("Set-Cookie: {cookie}\r\n"));
        let head =
            format!("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n{COMMON}{cookie}\r\n");
        writer.write_all(head.as_bytes())?;
        writer.flush()
    }
}
