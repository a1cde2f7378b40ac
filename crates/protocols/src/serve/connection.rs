//! Connections: one request and its answer each, on a thread of its own.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::Server;
use super::http::{HttpRequest, HttpResponse, HttpStatus, MAX_BODY, ReadError};
use super::routes::route;
use crate::{catch_panic, spawn};

/// Maximum number of connections at the same time.
const MAX_CONNECTIONS: usize = 64;

/// Time in which a whole request must arrive.
const READ_TIME: Duration = Duration::from_secs(10);

/// Time in which a client must take some of the answer.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// Time for a client to finish sending what nobody will read.
const LINGER_TIME: Duration = Duration::from_millis(500);

/// Answers a client on a thread of its own, or sends it away if there are too many.
pub(super) fn start(stream: TcpStream, server: &Arc<Server>) {
    // `serve` and its thread for games hold a reference to the server, and each connection another.
    if Arc::strong_count(server) > MAX_CONNECTIONS + 1 {
        let _ = stream.set_nonblocking(true);
        let _ = HttpResponse::from(HttpStatus::BUSY).write(&mut &stream);
        return;
    }
    let server = Arc::clone(server);
    let answer = move || {
        // Errors are normal here: a client may disconnect at any time.
        if let Err(error) = talk(&stream, &server) {
            log::debug!("connection: {error}");
        }
    };
    if let Err(error) = spawn("visitor", answer) {
        log::warn!("no thread for a visitor: {error}");
    }
}

/// A stream that must be read before a deadline.
struct Timed<'a> {
    stream: &'a TcpStream,
    deadline: Instant,
}

impl Read for Timed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(buffer)
    }
}

fn talk(mut stream: &TcpStream, server: &Server) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIME))?;
    stream.set_nodelay(true)?;
    let mut timed = Timed {
        stream,
        deadline: Instant::now() + READ_TIME,
    };
    server.answer(&mut timed, &mut stream)?;
    linger(stream)
}

impl Server {
    /// Reads one request and answers it. A stream of events goes on until it cannot be written any more.
    ///
    /// # Errors
    ///
    /// Returns the error of `output`.
    pub fn answer(&self, input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
        let (request, alone) = match HttpRequest::read(input, &self.large_body) {
            Ok(read) => read,
            Err(ReadError::Refused(status)) => return HttpResponse::from(status).write(output),
            Err(ReadError::Gone) => return Ok(()),
        };
        let (method, path) = (&request.method, &request.path);
        log::debug!("{} {}", method.escape_debug(), path.escape_debug());
        let reply = catch_panic(|| route(&request, self));
        drop(alone);
        match reply.unwrap_or_else(|_| Err(HttpStatus::INTERNAL.into())) {
            Ok((response, None)) | Err(response) => response.write(output),
            Ok((response, Some(visitor))) => {
                response.begin(output)?;
                let mut send = |event: &str| output.write_all(event.as_bytes());
                let analyze = || visitor.analyze(self, &mut send);
                catch_panic(analyze).unwrap_or(Ok(()))
            }
        }
    }
}

/// Reads for a short time what the client still sends: if the connection closed at once, it might miss the answer.
fn linger(stream: &TcpStream) -> io::Result<()> {
    stream.shutdown(Shutdown::Write)?;
    let timed = Timed {
        stream,
        deadline: Instant::now() + LINGER_TIME,
    };
    let mut rest = timed.take(2 * MAX_BODY as u64);
    let _ = io::copy(&mut rest, &mut io::sink());
    Ok(())
}
