//! The Go Modem Protocol: two programs play each other over two pipes.
//!
//! [`serve`] holds one conversation over any reader and writer: threads read, write and think, so that none of them blocks another.
//! The [`Conversation`] itself neither waits nor reads a clock.
//! Revision 1.0 of the protocol, as CGoban 1.9.14 and GNU Go 3.8 speak it.

mod conversation;
mod current_game;
mod engine_thread;
mod link;
mod negotiation;
mod packet;

#[cfg(test)]
mod tests;

use std::io::{self, ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use crate::spawn;
use crate::table::Table;
use engine_thread::EngineThread;
use tao_engine::{Decision, Engine};

pub use conversation::{Conversation, MoveRequest};
pub use negotiation::{RuleSet, Wishes};

/// Capacity of the event queue; a peer that sends faster is slowed down.
const MAX_WAITING_EVENTS: usize = 64;

/// Bytes that are read at a time.
const BUFFER_SIZE: usize = 256;

/// Capacity of the output queue for a peer that does not read.
const MAX_WAITING_PACKETS: usize = 64;

/// What the conversation waits for.
enum Event {
    /// Bytes from the peer.
    Received(Vec<u8>),
    /// The line was closed, for this reason.
    Closed(String),
    /// The engine's answer to the latest request.
    Decision(Decision),
}

/// Plays with the peer at the other end of a reader and a writer until the line is closed, the regular end of a conversation.
///
/// Reading, writing and the engine have their own threads, so that the peer is always answered at once and its leaving is
/// noticed. They may outlive the call: reader and writer until the line releases them, the engine until its search has
/// stopped.
///
/// When a game with moves ends or is broken off, the engine's thread calls `keep` with its number in the conversation, counted from
/// one, and again when a game that two passes ended has been counted. If moves are taken back afterwards, `keep` is called again
/// when the game ends again.
///
/// # Errors
///
/// Returns an error if the threads cannot be started.
pub fn serve(
    (reader, writer): (impl Read + Send + 'static, impl Write + Send + 'static),
    mut conversation: Conversation,
    engine: Engine,
    keep: impl FnMut(u64, Table) + Send + 'static,
) -> io::Result<()> {
    let (sender, events) = sync_channel(MAX_WAITING_EVENTS);
    let mut engine = EngineThread::start(engine, keep, sender.clone())?;
    let packets = spawn_writer(writer, sender.clone())?;
    spawn_reader(reader, sender)?;
    let start = Instant::now();
    conversation.tick(start.elapsed());
    loop {
        let output = conversation.take_output();
        // A closed line is reported by an event; commands that are dropped are repeated.
        if !output.is_empty() && matches!(packets.try_send(output), Err(TrySendError::Full(_))) {
            log::debug!("the peer does not read: a packet is dropped");
        }
        if let Some((number, table)) = conversation.take_ended() {
            engine.keep(number, table);
        }
        if conversation.has_left() {
            log::info!("connection closed: the last game is over");
            break;
        }
        engine.update(&mut conversation);
        let deadline = conversation.deadline().unwrap_or(Duration::MAX);
        match events.recv_timeout(deadline.saturating_sub(start.elapsed())) {
            Ok(Event::Received(bytes)) => conversation.receive(&bytes, start.elapsed()),
            Ok(Event::Decision(decision)) => {
                if engine.finish_search() {
                    conversation.set_decision(decision, start.elapsed());
                }
            }
            Ok(Event::Closed(reason)) => {
                log::info!("connection closed: {reason}");
                break;
            }
            Err(RecvTimeoutError::Timeout) => conversation.tick(start.elapsed()),
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if conversation.has_timed_out() {
            // CGoban hangs if a program leaves first.
            conversation.give_up();
        }
    }
    // Otherwise the engine's thread could wait for room in the queue.
    drop(events);
    conversation.end_game();
    engine.finish(conversation.take_ended());
    Ok(())
}

/// Starts the thread that sends what it reads as events, until the line is closed or nobody receives them.
fn spawn_reader(
    mut reader: impl Read + Send + 'static,
    events: SyncSender<Event>,
) -> io::Result<()> {
    let read = move || {
        let mut buffer = [0; BUFFER_SIZE];
        loop {
            let event = match reader.read(&mut buffer) {
                Ok(0) => Event::Closed("end of input".to_owned()),
                Ok(count) => Event::Received(buffer[..count].to_vec()),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => Event::Closed(error.to_string()),
            };
            let is_closed = matches!(event, Event::Closed(_));
            if events.send(event).is_err() || is_closed {
                return;
            }
        }
    };
    spawn("reader", read)
}

/// Starts the thread that writes packets, until their sender is dropped or the line is closed.
fn spawn_writer(
    mut writer: impl Write + Send + 'static,
    events: SyncSender<Event>,
) -> io::Result<SyncSender<Vec<u8>>> {
    let (sender, packets): (_, Receiver<Vec<u8>>) = sync_channel(MAX_WAITING_PACKETS);
    let write = move || {
        for packet in packets {
            if let Err(error) = writer.write_all(&packet).and_then(|()| writer.flush()) {
                // Fails only when the conversation is over.
                let _ = events.send(Event::Closed(error.to_string()));
                return;
            }
        }
    };
    spawn("writer", write)?;
    Ok(sender)
}
