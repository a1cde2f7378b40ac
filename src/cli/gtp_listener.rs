//! GTP over TCP: one game at a time, each on a connection of its own.

use std::io;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tao_protocols::gtp;
use tao_protocols::gtp::Session;

use super::error::Error;
use super::wire_log::logged;

/// The only response on a connection while a game is played on another one.
const BUSY: &[u8] = b"? another game is being played\n\n";

/// The stack of a game, as large as that of the main thread of other sessions.
const STACK_BYTES: usize = 8 << 20;

/// How many bytes of a refused connection are read at most, and how long a read waits for them.
const REFUSAL_BYTES: u64 = 1 << 12;
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// Begins a session for every connection to this address, and never ends. During a session other connections are refused.
///
/// # Errors
///
/// Returns [`Error::Usage`] for an address that other machines can reach, or that is not free, and the error of `begin` for
/// settings that fit no game.
pub(super) fn listen(
    address: SocketAddr,
    mut errors: impl Write,
    begin: impl Fn() -> Result<Session, Error> + Sync,
) -> Result<(), Error> {
    let refused = |reason: &str| Error::Usage(format!("--listen {address}: {reason}"));
    if !address.ip().is_loopback() {
        return Err(refused(
            "only addresses of this machine are served, 127.0.0.1 or [::1]; for others use a tunnel, as `ssh -L` makes",
        ));
    }
    begin()?;
    let listener = TcpListener::bind(address).map_err(|error| refused(&error.to_string()))?;
    let address = listener.local_addr()?;
    // The games go on if this line cannot be written.
    let _ = writeln!(errors, "listening on {address}");
    // A game in progress holds a second reference.
    let board = Arc::new(());
    thread::scope(|scope| {
        for connection in listener.incoming() {
            let stream = match connection {
                Ok(stream) => stream,
                Err(error) => {
                    log::warn!("a connection failed: {error}");
                    continue;
                }
            };
            if Arc::strong_count(&board) > 1 {
                scope.spawn(move || refuse(&stream));
                continue;
            }
            let (guard, begin) = (Arc::clone(&board), &begin);
            let game = thread::Builder::new().stack_size(STACK_BYTES);
            let started = game.spawn_scoped(scope, move || {
                play(&stream, begin);
                drop(guard);
            });
            if let Err(error) = started {
                log::warn!("no thread for a connection: {error}");
            }
        }
    });
    Ok(())
}

/// Says why there is no game, and reads a little of what was sent, because closing a connection with unread input could discard the
/// response.
fn refuse(mut stream: &TcpStream) {
    log::info!("refused a connection during a game");
    let said = stream
        .write_all(BUSY)
        .and_then(|()| stream.shutdown(Shutdown::Write))
        .and_then(|()| stream.set_read_timeout(Some(REFUSAL_TIME)));
    if said.is_ok() {
        let _ = io::copy(&mut stream.take(REFUSAL_BYTES), &mut io::sink());
    }
}

/// Plays on a connection until `quit`, or until the other side closes it.
fn play(stream: &TcpStream, begin: impl Fn() -> Result<Session, Error>) {
    let end = begin().and_then(|mut session| {
        // Disables Nagle's algorithm: the client waits for each short response.
        stream.set_nodelay(true)?;
        let (input, output) = logged(stream.try_clone()?, stream);
        Ok(gtp::serve(input, output, &mut session)?)
    });
    match end {
        Ok(()) => log::info!("the connection has ended"),
        Err(error) => log::info!("the connection has ended: {error}"),
    }
    // The thread that reads from the connection waits for its end.
    let _ = stream.shutdown(Shutdown::Both);
}
