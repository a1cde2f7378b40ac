//! Connections: one request and its answer each, on a thread of its own.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Shutdown, TcpStream};
use std::sync::Arc;
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

/// Answers a client on a thread of its own. If there are too many, the one that has not sent its request for the longest time is
/// sent away; if all have sent theirs, the new one.
pub(super) fn start(stream: TcpStream, server: &Arc<Server>) {
    // `serve` and its thread for games hold a reference to the server, and each connection another.
    if Arc::strong_count(server) > MAX_CONNECTIONS + server.service.visitors + 1 {
        let Some(oldest) = server.waiting.lock().pop_front() else {
            let _ = stream.set_nonblocking(true);
            let _ = HttpResponse::from(HttpStatus::BUSY).write(&mut &stream);
            return;
        };
        let _ = oldest.shutdown(Shutdown::Both);
    }
    let server = Arc::clone(server);
    let answer = move || {
        // Errors are normal here: a client may disconnect at any time.
        if let Err(error) = talk(&Arc::new(stream), &server) {
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

fn talk(stream: &Arc<TcpStream>, server: &Server) -> io::Result<()> {
    stream.set_write_timeout(Some(WRITE_TIME))?;
    stream.set_nodelay(true)?;
    let peer = stream.peer_addr()?.ip();
    let mut timed = Timed {
        stream,
        deadline: Instant::now() + READ_TIME,
    };
    server.waiting.lock().push_back(Arc::clone(stream));
    let read = HttpRequest::read(&mut timed, &server.large_body);
    server
        .waiting
        .lock()
        .retain(|waiting| !Arc::ptr_eq(waiting, stream));
    server.reply(read, peer, &mut stream.as_ref())?;
    linger(stream)
}

impl Server {
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
