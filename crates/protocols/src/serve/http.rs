//! Requests and responses of HTTP/1. Requests are read within limits.

use std::fmt::{self, Display, Write as _};
use std::io::{self, Read, Write};
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};
use serde::Serialize;

use crate::schema;
use crate::schema::page::RefusedRequest;

/// Maximum number of bytes of the request line and the headers. Browsers send below two kilobytes.
const MAX_HEAD: usize = 8 << 10;

/// Maximum number of headers. Browsers send about twenty.
const MAX_HEADERS: usize = 64;

/// Maximum number of bytes of a body, which is a record of a game. A record with the analysis of every move has some hundred
/// kilobytes.
pub(super) const MAX_BODY: usize = 1 << 20;

/// Maximum number of bytes of a body that may be read while others are.
const MAX_SMALL_BODY: usize = 64 << 10;

/// Time that a larger one waits for others.
const BODY_WAIT: Duration = Duration::from_secs(5);

/// A request.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct HttpRequest {
    pub(super) method: String,
    /// The path, without a query.
    pub(super) path: String,
    /// Names in lower case, with their values. Invalid UTF-8 in values is replaced.
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// Why a request was not read.
#[derive(Debug)]
pub(super) enum ReadError {
    /// The request breaks the rules or a limit, and is answered with this status.
    Refused(HttpStatus),
    /// Nobody waits for an answer.
    Gone,
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => {
                Self::Refused(HttpStatus::TIMEOUT)
            }
            _ => Self::Gone,
        }
    }
}

/// A request, and the lock that it holds if its body is large.
pub(super) type ReadRequest<'a> = (HttpRequest, Option<MutexGuard<'a, ()>>);

impl HttpRequest {
    /// Reads a request. Bytes after it are ignored. `alone` stays locked for a request with a large body.
    ///
    /// # Errors
    ///
    /// See [`ReadError`]. A reader that fails with [`io::ErrorKind::TimedOut`] was too slow.
    pub(super) fn read<'a>(
        reader: &mut impl Read,
        alone: &'a Mutex<()>,
    ) -> Result<ReadRequest<'a>, ReadError> {
        let mut bytes = vec![0; MAX_HEAD];
        let mut filled = 0;
        let (mut request, head) = loop {
            if let Some(parsed) = parse_head(&bytes[..filled])? {
                break parsed;
            }
            if filled == MAX_HEAD {
                return Err(ReadError::Refused(HttpStatus::HEADERS_TOO_LARGE));
            }
            match reader.read(&mut bytes[filled..]) {
                Ok(0) => return Err(ReadError::Gone),
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        };
        let length = request.body_length().map_err(ReadError::Refused)?;
        let alone = match length {
            0..=MAX_SMALL_BODY => None,
            _ => Some(
                alone
                    .try_lock_for(BODY_WAIT)
                    .ok_or(ReadError::Refused(HttpStatus::BUSY))?,
            ),
        };
        let mut body = bytes[head..filled].to_vec();
        body.truncate(length);
        let missing = (length - body.len()) as u64;
        reader.take(missing).read_to_end(&mut body)?;
        if body.len() < length {
            return Err(ReadError::Gone);
        }
        request.body = body;
        Ok((request, alone))
    }

    /// The value of the header with this name in lower case, if there is exactly one.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(other, _)| other == name);
        let (_, value) = found.next()?;
        found.next().is_none().then_some(value)
    }

    /// Whether there is a header with this name in lower case.
    pub(super) fn has(&self, name: &str) -> bool {
        self.headers.iter().any(|(other, _)| other == name)
    }

    /// The value of a cookie.
    pub(super) fn cookie(&self, name: &str) -> Option<&str> {
        let pairs = self.header("cookie")?.split(';');
        let mut values = pairs.filter_map(|pair| pair.trim().split_once('='));
        values
            .find(|(other, _)| *other == name)
            .map(|(_, value)| value)
    }

    fn body_length(&self) -> Result<usize, HttpStatus> {
        if self.has("transfer-encoding") {
            return Err(HttpStatus::LENGTH_REQUIRED);
        }
        if !self.has("content-length") {
            return match self.method.as_str() {
                "POST" => Err(HttpStatus::LENGTH_REQUIRED),
                _ => Ok(0),
            };
        }
        let length = self.header("content-length").unwrap_or_default();
        // `parse` would accept a sign.
        if length.is_empty() || !length.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(HttpStatus::BAD_REQUEST);
        }
        let length = length.parse().ok().filter(|length| *length <= MAX_BODY);
        length.ok_or(HttpStatus::BODY_TOO_LARGE)
    }
}

/// Returns the request without its body, and the length of its head; `None` while the head is incomplete.
fn parse_head(bytes: &[u8]) -> Result<Option<(HttpRequest, usize)>, ReadError> {
    let mut headers = [httparse::EMPTY_HEADER; MAX_HEADERS];
    let mut parsed = httparse::Request::new(&mut headers);
    let status = parsed.parse(bytes).map_err(|error| {
        ReadError::Refused(match error {
            httparse::Error::TooManyHeaders => HttpStatus::HEADERS_TOO_LARGE,
            _ => HttpStatus::BAD_REQUEST,
        })
    })?;
    let httparse::Status::Complete(length) = status else {
        return Ok(None);
    };
    let target = parsed.path.unwrap_or_default();
    let headers = parsed.headers.iter().map(|header| {
        let value = String::from_utf8_lossy(header.value).trim().to_owned();
        (header.name.to_ascii_lowercase(), value)
    });
    let request = HttpRequest {
        method: parsed.method.unwrap_or_default().to_owned(),
        path: target.split('?').next().unwrap_or_default().to_owned(),
        headers: headers.collect(),
        body: Vec::new(),
    };
    Ok(Some((request, length)))
}

/// A status: the number and the words of its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HttpStatus(&'static str);

impl HttpStatus {
    pub(super) const DONE: Self = Self("200 OK");
    pub(super) const MOVED: Self = Self("308 Permanent Redirect");
    pub(super) const BAD_REQUEST: Self = Self("400 Bad Request");
    pub(super) const FORBIDDEN: Self = Self("403 Forbidden");
    pub(super) const NOT_FOUND: Self = Self("404 Not Found");
    pub(super) const METHOD_NOT_ALLOWED: Self = Self("405 Method Not Allowed");
    pub(super) const TIMEOUT: Self = Self("408 Request Timeout");
    /// The game does not allow the action.
    pub(super) const CONFLICT: Self = Self("409 Conflict");
    pub(super) const LENGTH_REQUIRED: Self = Self("411 Length Required");
    pub(super) const CHANGED: Self = Self("412 Precondition Failed");
    pub(super) const BODY_TOO_LARGE: Self = Self("413 Content Too Large");
    pub(super) const UNSUPPORTED_TYPE: Self = Self("415 Unsupported Media Type");
    pub(super) const MISDIRECTED: Self = Self("421 Misdirected Request");
    pub(super) const TOO_MANY_GAMES: Self = Self("429 Too Many Requests");
    pub(super) const HEADERS_TOO_LARGE: Self = Self("431 Request Header Fields Too Large");
    pub(super) const INTERNAL: Self = Self("500 Internal Server Error");
    pub(super) const BUSY: Self = Self("503 Service Unavailable");
}

/// Writes the number.
impl Display for HttpStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.split(' ').next().unwrap_or_default())
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

    pub(super) fn json(object: &impl Serialize) -> Self {
        Self::new("application/json", schema::json(object))
    }

    /// A refusal with its reason.
    pub(super) fn error(status: HttpStatus, reason: &dyn Display) -> Self {
        let error = reason.to_string();
        Self {
            status,
            ..Self::json(&RefusedRequest { error })
        }
    }

    /// Adds another header, whose value must not contain line ends.
    pub(super) fn with(mut self, name: &str, value: &str) -> Self {
        let _ = write!(self.headers, "{name}: {value}\r\n");
        self
    }

    pub(super) fn write(self, writer: &mut impl Write) -> io::Result<()> {
        self.with_length().begin(writer)
    }

    /// Writes what [`write`](Self::write) does but for the body.
    pub(super) fn write_head(self, writer: &mut impl Write) -> io::Result<()> {
        let body = String::new();
        Self {
            body,
            ..self.with_length()
        }
        .begin(writer)
    }

    fn with_length(self) -> Self {
        let length = self.body.len().to_string();
        self.with("Content-Length", &length)
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
