//! The Go Modem Protocol: two programs play each other over a serial line or over two pipes.
//!
//! [`serve`] holds one conversation over any reader and writer. The [`Conversation`] itself neither waits nor reads a clock.
//! Revision 1.0 of the protocol, as CGoban 1.9.14 and GNU Go 3.8 speak it.

mod conversation;
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
use std::sync::mpsc::{RecvTimeoutError, TrySendError, sync_channel};
use std::time::{Duration, Instant};

use crate::table::Table;
use engine_thread::EngineThread;
use tao_engine::engine::{Decision, Engine};

pub use conversation::{Conversation, MoveRequest};
pub use negotiation::{RuleSet, Wishes};

/// Capacity of the event queue; a peer that sends faster is slowed down.
const MAX_WAITING_EVENTS: usize = 64;

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
/// one. A game that two passes ended is counted first. If moves are taken back afterwards, `keep` is called again when the game
/// ends again.
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
    let packets = threads::spawn_writer(writer, sender.clone())?;
    threads::spawn_reader(reader, sender)?;
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
            conversation.give_up();
            if conversation.is_serial {
                log::error!("connection closed: the peer does not answer");
                break;
            }
        }
    }
    // Otherwise the engine's thread could wait for room in the queue.
    drop(events);
    conversation.end_game();
    engine.finish(conversation.take_ended());
    Ok(())
}
