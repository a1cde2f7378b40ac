//! The two directions of a line, each on a thread of its own: either may block for as long as it likes.

use std::io;
use std::io::{ErrorKind, Read, Write};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;

use super::Event;

/// How many bytes are taken from the line at once; a packet has four.
const CHUNK: usize = 256;

/// How many packets may wait for a peer that does not read.
const WAITING_PACKETS: usize = 64;

/// Passes on what the line brings, until it is dead or nobody listens.
///
/// # Errors
///
/// When the thread cannot be started.
pub(super) fn read(
    mut reader: impl Read + Send + 'static,
    events: SyncSender<Event>,
) -> io::Result<()> {
    let pass_on = move || {
        let mut chunk = [0; CHUNK];
        loop {
            let event = match reader.read(&mut chunk) {
                Ok(0) => Event::End(None),
                Ok(count) => Event::Bytes(chunk[..count].to_vec()),
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => Event::End(Some(error)),
            };
            let is_end = matches!(event, Event::End(_));
            if events.send(event).is_err() || is_end {
                return;
            }
        }
    };
    thread::Builder::new()
        .name("reader".to_owned())
        .spawn(pass_on)?;
    Ok(())
}

/// Where packets go.
#[derive(Debug)]
pub(super) struct Writer(SyncSender<Vec<u8>>);

impl Writer {
    /// Starts the thread. It ends with the writer or with the line, of which it tells.
    ///
    /// # Errors
    ///
    /// When the thread cannot be started.
    pub(super) fn start(
        mut writer: impl Write + Send + 'static,
        events: SyncSender<Event>,
    ) -> io::Result<Self> {
        let (sender, packets): (_, Receiver<Vec<u8>>) = sync_channel(WAITING_PACKETS);
        let write = move || {
            for packets in packets {
                if let Err(error) = writer.write_all(&packets).and_then(|()| writer.flush()) {
                    // Nobody listens when the conversation is over.
                    let _ = events.send(Event::End(Some(error)));
                    return;
                }
            }
        };
        thread::Builder::new()
            .name("writer".to_owned())
            .spawn(write)?;
        Ok(Self(sender))
    }

    /// Sends packets, or drops them when too many wait: commands are repeated until they arrive.
    pub(super) fn send(&mut self, packets: Vec<u8>) {
        if packets.is_empty() {
            return;
        }
        match self.0.try_send(packets) {
            // When the line is dead, an event says so.
            Ok(()) | Err(TrySendError::Disconnected(_)) => {}
            Err(TrySendError::Full(_)) => {
                log::debug!("the peer does not read: a packet is dropped");
            }
        }
    }
}
