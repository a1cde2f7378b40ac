//! Reads one request of HTTP/1, within limits.

use std::io;
use std::io::Read;

use super::response::HttpStatus;

/// Maximum number of bytes of the request line and the headers. Browsers send below two kilobytes.
const MAX_HEAD: usize = 8 << 10;

/// Maximum number of headers. Browsers send about twenty.
const MAX_HEADERS: usize = 64;

/// Maximum number of bytes of a body, which is a record of a game. A record with the analysis of every move has some hundred
/// kilobytes.
pub(super) const MAX_BODY: usize = 1 << 20;

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

impl HttpRequest {
    /// Reads a request. Bytes after it are ignored.
    ///
    /// # Errors
    ///
    /// See [`ReadError`]. A reader that fails with [`io::ErrorKind::TimedOut`] was too slow.
    pub(super) fn read(reader: &mut impl Read) -> Result<Self, ReadError> {
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
        let mut body = bytes[head..filled].to_vec();
        body.truncate(length);
        let missing = (length - body.len()) as u64;
        reader.take(missing).read_to_end(&mut body)?;
        if body.len() < length {
            return Err(ReadError::Gone);
        }
        request.body = body;
        Ok(request)
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

#[cfg(test)]
impl HttpRequest {
    /// A request with these headers.
    pub(super) fn with_headers(method: &str, path: &str, headers: &[(&str, &str)]) -> Self {
        let headers = headers.iter();
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self {
            method: method.to_owned(),
            path: path.to_owned(),
            headers: headers.map(owned).collect(),
            body: Vec::new(),
        }
    }
}
