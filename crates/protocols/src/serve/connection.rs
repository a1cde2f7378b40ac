//! Connections: one request and its answer each, on a thread of its own.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::http::{HttpRequest, HttpResponse, HttpStatus, MAX_BODY, ReadError, ReadRequest};
use super::routes::route;
use super::{Server, public};
use crate::{catch_panic, spawn};

/// Maximum number of connections at the same time, beside one for the analysis of each visitor.
const MAX_CONNECTIONS: usize = 64;

/// Time in which a whole request must arrive.
const READ_TIME: Duration = Duration::from_secs(10);

/// Time in which a client must take some of the answer.
const WRITE_TIME: Duration = Duration::from_secs(5);

/// Time for a client to finish sending what nobody will read.
const LINGER_TIME: Duration = Duration::from_millis(500);

/// Time for which new connections wait for room in all where there are too many, and after which one that has sent no request makes
/// room at once.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// Time between two looks for room.
const STEP: Duration = Duration::from_millis(5);

/// Answers a client on a thread of its own. If there are too many, waits until one has its answer, or else sends away the one that
/// has not sent its request for the longest time; if all have sent theirs, the new one. `patience` is what is left of the time for
/// this.
pub(super) fn start(stream: TcpStream, server: &Arc<Server>, patience: &mut Duration) {
    if !make_room(server, patience) {
        let _ = stream.set_nonblocking(true);
        let _ = HttpResponse::from(HttpStatus::BUSY).write(&mut &stream);
        return;
    }
    let stream = Arc::new(stream);
    let waiting = (Instant::now(), Arc::clone(&stream));
    server.waiting.lock().push_back(waiting);
    let (shared, connection) = (Arc::clone(server), Arc::clone(&stream));
    let answer = move || {
        // Errors are normal here: a client may disconnect at any time.
        if let Err(error) = talk(&connection, &shared) {
            log::debug!("connection: {error}");
        }
    };
    if let Err(error) = spawn("visitor", answer) {
        server.end_waiting(&stream);
        log::warn!("no thread for a visitor: {error}");
    }
}

fn make_room(server: &Arc<Server>, patience: &mut Duration) -> bool {
    // `serve` and its thread for games hold a reference to the server, and each connection another.
    while Arc::strong_count(server) > MAX_CONNECTIONS + server.service.visitors + 1 {
        let mut waiting = server.waiting.lock();
        let oldest = waiting.front();
        if patience.is_zero() || oldest.is_some_and(|(begin, _)| begin.elapsed() >= PATIENCE) {
            let oldest = waiting.pop_front();
            // It fails if the client has gone.
            let sent_away = oldest.map(|(_, oldest)| oldest.shutdown(Shutdown::Both));
            return sent_away.is_some();
        }
        drop(waiting);
        thread::sleep(STEP);
        *patience = patience.saturating_sub(STEP);
    }
    *patience = PATIENCE;
    true
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

fn talk(stream: &Arc<TcpStream>, server: &Server) -> io::Result<()> {
    let mut timed = Timed {
        stream,
        deadline: Instant::now() + READ_TIME,
    };
    let read = HttpRequest::read(&mut timed, &server.large_body);
    server.end_waiting(stream);
    stream.set_write_timeout(Some(WRITE_TIME))?;
    stream.set_nodelay(true)?;
    let peer = stream.peer_addr()?.ip();
    server.reply(read, peer, &mut stream.as_ref())?;
    linger(stream)
}

impl Server {
    /// Notes that nothing more of a request is waited for.
    fn end_waiting(&self, stream: &Arc<TcpStream>) {
        let mut waiting = self.waiting.lock();
        waiting.retain(|(_, waiting)| !Arc::ptr_eq(waiting, stream));
    }

    /// Reads one request of a client at this computer and answers it. A stream of events goes on until it cannot be written any
    /// more.
    ///
    /// # Errors
    ///
    /// Returns the error of `output`.
    pub fn answer(&self, input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
        let read = HttpRequest::read(input, &self.large_body);
        self.reply(read, Ipv4Addr::LOCALHOST.into(), output)
    }

    fn reply(
        &self,
        read: Result<ReadRequest<'_>, ReadError>,
        peer: IpAddr,
        output: &mut impl Write,
    ) -> io::Result<()> {
        let start = Instant::now();
        let (request, alone) = match read {
            Ok(read) => read,
            Err(ReadError::Refused(status)) => {
                log::info!("{peer} no request: {status}");
                return HttpResponse::from(status).write(output);
            }
            Err(ReadError::Gone) => return Ok(()),
        };
        let client = public::client(&request, peer, self.service.public.as_ref());
        let reply = catch_panic(|| route(&request, client, self));
        drop(alone);
        let reply = reply.unwrap_or_else(|_| Err(HttpStatus::INTERNAL.into()));
        let (response, visitor) = reply.unwrap_or_else(|refusal| (refusal, None));
        let status = response.status;
        let written = match visitor {
            _ if request.method == "HEAD" => response.write_head(output),
            None => response.write(output),
            Some(visitor) => response.begin(output).and_then(|()| {
                let mut send = |event: &str| output.write_all(event.as_bytes());
                let analyze = || visitor.analyze(self, &mut send);
                catch_panic(analyze).unwrap_or(Ok(()))
            }),
        };
        let (method, path) = (request.method.escape_debug(), request.path.escape_debug());
        let seconds = start.elapsed().as_secs_f64();
        log::info!("{client} {method} {path} {status} {seconds:.3} s");
        written
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
