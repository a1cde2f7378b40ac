//! The thread for the messages of a rank.

use std::mem;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::thread::JoinHandle;
use std::time::Duration;

use serde::Serialize;

use super::transport::Transport;

/// Time between two looks at the messages.
const PAUSE: Duration = Duration::from_millis(2);

/// A message that has arrived, and its sender.
pub(super) type Arrived = (usize, Vec<u8>);

/// Sends and receives the messages of a rank, on a thread of its own.
#[derive(Debug)]
pub(super) struct Courier {
    pub(super) rank: usize,
    pub(super) count: usize,
    outbox: Sender<Outgoing>,
    inbox: Mutex<Receiver<Arrived>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

#[derive(Debug)]
enum Outgoing {
    Message(usize, Vec<u8>),
    /// Close the transport when all is sent.
    Leave,
    /// End all ranks.
    Abort,
}

impl Courier {
    /// Opens the transport on the thread that uses it.
    ///
    /// # Errors
    /// That of `open`, or a text where the thread cannot be started.
    pub(super) fn start<T: Transport>(
        open: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<Self, String> {
        let (opened, started) = sync_channel(1);
        let (outbox, outgoing) = channel();
        let (arrived, inbox) = channel();
        let thread = thread::Builder::new().name("messages".to_owned());
        let run = move || {
            let transport = open();
            let joined = transport.as_ref().map(|one| (one.rank(), one.count()));
            let _ = opened.send(joined.map_err(String::clone));
            if let Ok(transport) = transport {
                carry(transport, &outgoing, &arrived);
            }
        };
        let thread = thread
            .spawn(run)
            .map_err(|error| format!("cannot start the thread for messages: {error}"))?;
        let (rank, count) = started
            .recv()
            .unwrap_or_else(|_| Err("the thread for messages has failed".to_owned()))?;
        Ok(Self {
            rank,
            count,
            outbox,
            inbox: Mutex::new(inbox),
            thread: Mutex::new(Some(thread)),
        })
    }

    /// Sends a message as JSON.
    pub(super) fn send(&self, to: usize, message: &impl Serialize) {
        match serde_json::to_vec(message) {
            Ok(bytes) => self.put(Outgoing::Message(to, bytes)),
            Err(error) => {
                log::error!("rank {}: a message to rank {to}: {error}", self.rank);
                self.abort();
            }
        }
    }

    /// Sends a message to all other ranks.
    pub(super) fn send_to_others(&self, message: &impl Serialize) {
        let others = (0..self.count).filter(|&rank| rank != self.rank);
        others.for_each(|rank| self.send(rank, message));
    }

    /// The messages that arrive. The channel is closed when there will be no more.
    pub(super) fn inbox(&self) -> MutexGuard<'_, Receiver<Arrived>> {
        self.inbox.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends all ranks.
    pub(super) fn abort(&self) {
        self.put(Outgoing::Abort);
    }

    /// Sends what is to be sent, and closes the transport.
    pub(super) fn leave(&self) {
        self.put(Outgoing::Leave);
        let mut thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(thread) = thread.take() {
            // A panic there has been reported.
            let _ = thread.join();
        }
    }

    fn put(&self, outgoing: Outgoing) {
        // Where the thread has ended there is nobody to tell.
        let _ = self.outbox.send(outgoing);
    }
}

fn carry(mut transport: impl Transport, outgoing: &Receiver<Outgoing>, arrived: &Sender<Arrived>) {
    loop {
        while let Some(message) = transport.receive() {
            // Messages to a rank that is about to leave are lost.
            let _ = arrived.send(message);
        }
        match outgoing.recv_timeout(PAUSE) {
            Ok(Outgoing::Message(to, message)) => transport.send(to, &message),
            Ok(Outgoing::Leave) => return,
            Ok(Outgoing::Abort) => {
                transport.abort();
                return;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                // This rank fails. It does not close the transport, so that the others are ended.
                mem::forget(transport);
                return;
            }
        }
    }
}
