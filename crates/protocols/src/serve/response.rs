//! HTTP responses.

use std::fmt::{Display, Write as _};
use std::io;
use std::io::Write;

use serde_json::{Value, json};

/// A status: the number and the words of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HttpStatus(&'static str);

impl HttpStatus {
    pub(super) const DONE: Self = Self("200 OK");
    pub(super) const BAD_REQUEST: Self = Self("400 Bad Request");
    pub(super) const FORBIDDEN: Self = Self("403 Forbidden");
    pub(super) const NOT_FOUND: Self = Self("404 Not Found");
    pub(super) const METHOD_NOT_ALLOWED: Self = Self("405 Method Not Allowed");
    pub(super) const TIMEOUT: Self = Self("408 Request Timeout");
    /// The game does not allow the action.
    pub(super) const CONFLICT: Self = Self("409 Conflict");
    pub(super) const LENGTH_REQUIRED: Self = Self("411 Length Required");
    pub(super) const BODY_TOO_LARGE: Self = Self("413 Content Too Large");
    pub(super) const UNSUPPORTED_TYPE: Self = Self("415 Unsupported Media Type");
    pub(super) const MISDIRECTED: Self = Self("421 Misdirected Request");
    pub(super) const HEADERS_TOO_LARGE: Self = Self("431 Request Header Fields Too Large");
    pub(super) const INTERNAL: Self = Self("500 Internal Server Error");
    pub(super) const BUSY: Self = Self("503 Service Unavailable");
}

/// Headers of every answer: nothing is stored, framed, sniffed or shown to other sites.
const COMMON: &str = "Connection: close\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n\
    X-Frame-Options: DENY\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n";

/// An answer.
#[derive(Clone, Debug)]
pub(super) struct HttpResponse {
    status: HttpStatus,
    content_type: &'static str,
    /// More headers, each with its end of line.
    headers: String,
    body: String,
}

impl HttpResponse {
    pub(super) fn new(content_type: &'static str, body: String) -> Self {
        Self {
            status: HttpStatus::DONE,
            content_type,
            headers: String::new(),
            body,
        }
    }

    pub(super) fn json(value: &Value) -> Self {
        Self::new("application/json", value.to_string())
    }

    /// A refusal with its reason.
    pub(super) fn error(status: HttpStatus, reason: &dyn Display) -> Self {
        Self {
            status,
            ..Self::json(&json!({ "error": reason.to_string() }))
        }
    }

    /// Adds another header, whose value must not contain line ends.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        let _ = write!(self.headers, "{name}: {value}\r\n");
        self
    }

    pub(super) fn write(self, writer: &mut impl Write) -> io::Result<()> {
        let length = self.body.len().to_string();
        self.with("Content-Length", &length).begin(writer)
    }

    /// Writes a response without its length, so that more of its body may follow.
    pub(super) fn begin(&self, writer: &mut impl Write) -> io::Result<()> {
        let Self {
            status: HttpStatus(status),
            content_type,
            headers,
            body,
        } = self;
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {content_type}; charset=utf-8\r\n{COMMON}{headers}\r\n"
        );
        writer.write_all(head.as_bytes())?;
        writer.write_all(body.as_bytes())?;
        writer.flush()
    }
}

/// A refusal with the words of its status as the reason.
impl From<HttpStatus> for HttpResponse {
    fn from(status: HttpStatus) -> Self {
        let (_, words) = status.0.split_once(' ').unwrap_or_default();
        Self::error(status, &words)
    }
}
