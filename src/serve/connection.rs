//! Connections: one request and its answer each, on a thread of its own.

use std::io;
use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::Server;
use super::request::{HttpRequest, MAX_BODY, ReadError};
use super::response::{HttpResponse, HttpStatus};
use super::routes;
use super::routes::Reply;
use super::visitor::PageEvent;

/// Maximum number of connections at the same time.
const MAX_CONNECTIONS: usize = 64;

/// Time in which a whole request must arrive.
const READ_TIME: Duration = Duration::from_secs(10);

/// Time in which a client must take some of the answer.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// Time for a client to finish sending what nobody will read.
const LINGER_TIME: Duration = Duration::from_millis(500);

/// Counts the connections.
#[derive(Clone, Debug, Default)]
pub(super) struct Connections {
    open: Arc<AtomicUsize>,
}

/// A connection, as long as it is open.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Connections {
    /// Answers a client on a thread of its own, or sends it away if there are too many.
    pub(super) fn start(&self, stream: TcpStream, server: &Arc<Server>) {
        let open = self.open.fetch_add(1, Ordering::Relaxed);
        let place = Place(Arc::clone(&self.open));
        if open >= MAX_CONNECTIONS {
            let _ = stream.set_nonblocking(true);
            let _ = HttpResponse::of_status(HttpStatus::Busy).write(&mut &stream);
            return;
        }
        let server = Arc::clone(server);
        let started = thread::Builder::new()
            .name("visitor".to_owned())
            .spawn(move || {
                let _place = place;
                // Clients leave when they like.
                if let Err(error) = talk(&stream, &server) {
                    log::debug!("connection: {error}");
                }
            });
        if let Err(error) = started {
            log::warn!("no thread for a visitor: {error}");
        }
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
    answer(server, &mut timed, &mut stream)?;
    linger(stream)
}

/// Reads one request and answers it.
pub(super) fn answer(
    server: &Server,
    input: &mut impl Read,
    output: &mut impl Write,
) -> io::Result<()> {
    let reply = match HttpRequest::read(input) {
        Ok(request) => {
            log::debug!(
                "{} {}",
                request.method.escape_debug(),
                request.path.escape_debug()
            );
            let answered = catch_unwind(AssertUnwindSafe(|| routes::answer(&request, server)));
            answered.unwrap_or_else(|_| Reply::Whole(HttpResponse::of_status(HttpStatus::Internal)))
        }
        Err(ReadError::Refused(status)) => Reply::Whole(HttpResponse::of_status(status)),
        Err(ReadError::Gone) => return Ok(()),
    };
    match reply {
        Reply::Whole(response) => response.write(output),
        Reply::Events(visitor, cookie) => {
            HttpResponse::begin_events(output, cookie.as_deref())?;
            let mut send = |event: &PageEvent| write_event(output, event);
            let analyzed = catch_unwind(AssertUnwindSafe(|| visitor.analyze(server, &mut send)));
            analyzed.unwrap_or(Ok(()))
        }
    }
}

fn write_event(output: &mut impl Write, event: &PageEvent) -> io::Result<()> {
    let text = match event {
        PageEvent::Analysis(json) => {
            let json = serde_json::to_string(json)?;
            format!("event: analysis\ndata: {json}\n\n")
        }
        PageEvent::Heartbeat => ":\n\n".to_owned(),
        PageEvent::Taken => "event: taken\ndata: {}\n\n".to_owned(),
    };
    output.write_all(text.as_bytes())
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
