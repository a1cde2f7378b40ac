//! Threads that read from and write to the line, so that neither blocks the conversation.

use std::io;
use std::io::{ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::Event;

const BUFFER_SIZE: usize = 256;

/// Capacity of the output queue for a peer that does not read.
const MAX_WAITING_PACKETS: usize = 64;

/// Starts the thread that sends what it reads as events, until the line is closed or nobody receives them.
pub(super) fn spawn_reader(
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
pub(super) fn spawn_writer(
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

pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work)?;
    Ok(())
}
