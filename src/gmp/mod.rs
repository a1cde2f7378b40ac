//! The Go Modem Protocol: two programs play each other over a serial line or over two pipes.
//!
//! [`serve`] holds one conversation over any reader and writer; the modules below it neither wait nor read a clock.
//! Revision 1.0 of the protocol, as CGoban 1.9.14 and GNU Go 3.8 speak it.

mod conversation;
mod ended_game;
mod engine_thread;
mod link;
mod negotiation;
mod packet;
mod point;
mod threads;

#[cfg(test)]
mod tests;

use std::io;
use std::io::{Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use crate::engine::{Decision, Engine};
use engine_thread::EngineThread;

pub use conversation::{Conversation, MoveRequest};
pub use ended_game::EndedGame;
pub use negotiation::{Conditions, Handshake, Placement, RuleSet};

/// Capacity of the event queue; a peer that sends faster is slowed down.
const MAX_WAITING_EVENTS: usize = 64;

/// The kind of line, which determines how the end of a conversation is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// The input ends when the peer leaves. Until then the program stays, even if the peer does not answer: CGoban hangs when
    /// a program leaves first.
    Pipe,
    /// The input never ends. A peer that stops answering for a minute has left.
    Serial,
}

/// What the conversation waits for.
enum Event {
    /// Bytes from the peer.
    Received(Vec<u8>),
    /// The line was closed, because of this error if there was one.
    Closed(Option<io::Error>),
    /// The engine's answer to the request with this number.
    Decision(u64, Decision),
}

/// Plays with the peer at the other end of a reader and a writer until the line is closed, the regular end of a conversation.
///
/// Reading, writing and the engine have their own threads, so that the peer is always answered at once and its leaving is
/// noticed. They may outlive the call: reader and writer until the line releases them, the engine until its search has
/// stopped.
///
/// Each game with moves goes to `keep` when it ends, counted after two passes, on the thread of the engine.
///
/// # Errors
///
/// Returns an error if the threads cannot be started.
pub fn serve(
    connection: Connection,
    (reader, writer): (impl Read + Send + 'static, impl Write + Send + 'static),
    mut conversation: Conversation,
    engine: Engine,
    keep: impl FnMut(EndedGame) + Send + 'static,
) -> io::Result<()> {
    let (sender, events) = sync_channel(MAX_WAITING_EVENTS);
    let mut engine = EngineThread::start(engine, keep, sender.clone())?;
    let packets = threads::spawn_writer(writer, sender.clone())?;
    threads::spawn_reader(reader, sender)?;
    converse(
        connection,
        &mut conversation,
        &mut engine,
        &packets,
        &events,
    );
    // Otherwise the engine could wait for room.
    drop(events);
    conversation.end_game();
    engine.finish(conversation.take_ended());
    Ok(())
}

/// Converses until the line is closed, or the conversation leaves.
fn converse(
    connection: Connection,
    conversation: &mut Conversation,
    engine: &mut EngineThread,
    packets: &SyncSender<Vec<u8>>,
    events: &Receiver<Event>,
) {
    let start = Instant::now();
    conversation.tick(start.elapsed());
    loop {
        let output = conversation.take_output();
        // A closed line is reported by an event; commands that are dropped are repeated.
        if !output.is_empty() && matches!(packets.try_send(output), Err(TrySendError::Full(_))) {
            log::debug!("the peer does not read: a packet is dropped");
        }
        if let Some(played) = conversation.take_ended() {
            engine.keep(played);
        }
        if conversation.has_left() {
            log::info!("connection closed: the last game is over");
            return;
        }
        engine.update(conversation);
        let timeout = conversation.deadline().map_or(Duration::MAX, |deadline| {
            deadline.saturating_sub(start.elapsed())
        });
        match events.recv_timeout(timeout) {
            Ok(Event::Received(bytes)) => conversation.receive(&bytes, start.elapsed()),
            Ok(Event::Decision(request, decision)) => {
                engine.search_finished();
                conversation.set_decision(request, decision, start.elapsed());
            }
            Ok(Event::Closed(reason)) => {
                let reason = reason.map_or("end of input".to_owned(), |error| error.to_string());
                log::info!("connection closed: {reason}");
                return;
            }
            Err(RecvTimeoutError::Timeout) => conversation.tick(start.elapsed()),
            Err(RecvTimeoutError::Disconnected) => return,
        }
        if conversation.has_timed_out() {
            conversation.give_up();
            if connection == Connection::Serial {
                log::error!("connection closed: the peer does not answer");
                return;
            }
        }
    }
}
