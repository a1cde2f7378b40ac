//! The Go Modem Protocol: two programs at the ends of a serial line, or of two pipes, play each other.
//!
//! [`serve`] holds one conversation over any reader and writer. Below it nothing waits and nothing reads a
//! clock: `frame` turns bytes into packets, `link` gets each packet to the other side once, `parley` agrees on the
//! game, and [`Session`] plays it. Revision 1.0 of the protocol, as CGoban 1.9.14 and GNU Go 3.8 speak it.

mod frame;
mod line;
mod link;
mod parley;
mod point;
mod session;
mod thinker;

#[cfg(test)]
mod tests;

use std::io;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Instant;

use crate::engine::{Decision, Engine};
use line::Writer;
use thinker::Thinker;

pub use parley::{Handshake, RuleSet};
pub use session::{Conditions, Order, Placement, Session};

/// How many events may wait, so that a peer that floods the line is slowed down.
const WAITING_EVENTS: usize = 64;

/// What a line tells of its other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The input ends when the peer has gone. As long as it does not, we stay: CGoban does not notice when a program
    /// leaves by itself, and hangs.
    Pipe,
    /// Nothing. A peer that was there and has not answered for a minute has gone.
    Serial,
}

/// What the conversation waits for.
enum Event {
    /// Bytes from the peer.
    Bytes(Vec<u8>),
    /// The line is dead, for this reason if not at its regular end.
    End(Option<io::Error>),
    /// What the engine decided on the order of this number.
    Decision(u64, Decision),
}

/// Plays with the peer at the other end of `reader` and `writer` until the line is dead: that is its regular end, for
/// the protocol has no other.
///
/// Reading, writing and the engine have threads of their own, so that the peer is answered at once and its leaving is
/// seen whatever it does. They may outlive the call: the first two until the line lets go of them, the engine until
/// its search has seen that it is to stop.
///
/// # Errors
///
/// When the threads cannot be started.
pub fn serve(
    line: Line,
    reader: impl Read + Send + 'static,
    writer: impl Write + Send + 'static,
    mut session: Session,
    engine: Engine,
) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING_EVENTS);
    let mut thinker = Thinker::start(engine, sender.clone())?;
    let mut writer = Writer::start(writer, sender.clone())?;
    line::read(reader, sender)?;
    let start = Instant::now();
    session.tick(start.elapsed());
    loop {
        writer.send(session.take_output());
        thinker.follow(&mut session);
        match next(&events, &session, start) {
            Some(Event::Bytes(bytes)) => session.receive(&bytes, start.elapsed()),
            Some(Event::Decision(order, decision)) => {
                thinker.rest();
                session.decide(order, decision, start.elapsed());
            }
            Some(Event::End(reason)) => {
                let reason = reason.map_or("end of input".to_owned(), |error| error.to_string());
                log::info!("the line is dead: {reason}");
                return Ok(());
            }
            None => session.tick(start.elapsed()),
        }
        if session.is_dead() {
            session.give_up();
            if line == Line::Serial {
                log::error!("the line is dead: nobody answers");
                return Ok(());
            }
        }
    }
}

/// The next event, or `None` when the session has something to do before one comes.
fn next(events: &Receiver<Event>, session: &Session, start: Instant) -> Option<Event> {
    let received = match session.deadline() {
        Some(deadline) => events.recv_timeout(deadline.saturating_sub(start.elapsed())),
        None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
    };
    match received {
        Ok(event) => Some(event),
        Err(RecvTimeoutError::Timeout) => None,
        Err(RecvTimeoutError::Disconnected) => Some(Event::End(None)),
    }
}
