//! The thread for the messages of a rank.

use std::fmt;
use std::mem;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use super::{Launch, Transport};

/// Time between two checks for messages, much less than the usual time between two rounds of a search.
const PAUSE: Duration = Duration::from_millis(2);

/// A message that has arrived, and its sender.
pub(super) type Arrived = (usize, Vec<u8>);

/// Sends and receives the messages of a rank, on a thread of its own.
#[derive(Debug)]
pub(super) struct Courier {
    pub(super) place: Launch,
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
    /// Returns the error of `open`, or a text if the thread cannot be started.
    pub(super) fn start<T: Transport>(
        open: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<Self, String> {
        let (opened, started) = sync_channel(1);
        let (outbox, outgoing) = channel();
        let (arrived, inbox) = channel();
        let run = move || match open() {
            Ok(transport) => {
                let _ = opened.send(Ok(transport.place()));
                carry(transport, &outgoing, &arrived);
            }
            Err(error) => {
                let _ = opened.send(Err(error));
            }
        };
        let thread = spawn("messages", run)?;
        let place = started
            .recv()
            .unwrap_or_else(|_| Err("the thread for messages has failed".to_owned()))?;
        Ok(Self {
            place,
            outbox,
            inbox: Mutex::new(inbox),
            thread: Mutex::new(Some(thread)),
        })
    }

    pub(super) fn send(&self, to: usize, message: Vec<u8>) {
        self.put(Outgoing::Message(to, message));
    }

    /// The messages that arrive. The channel is closed when there will be no more.
    pub(super) fn inbox(&self) -> MutexGuard<'_, Receiver<Arrived>> {
        self.inbox.lock()
    }

    /// Ends all ranks, for this reason.
    pub(super) fn abort(&self, reason: &impl fmt::Display) {
        log::error!("rank {}: {reason}", self.place.rank);
        self.put(Outgoing::Abort);
    }

    /// Ends all ranks, because a message makes no sense.
    pub(super) fn refuse(&self, from: usize, error: &impl fmt::Display) {
        self.abort(&format_args!(
            "from rank {from}: {error}; do all run the same version?"
        ));
    }

    /// Sends the messages that are left, and closes the transport.
    pub(super) fn leave(&self) {
        self.put(Outgoing::Leave);
        if let Some(thread) = self.thread.lock().take() {
            // A panic of the thread has been reported.
            let _ = thread.join();
        }
    }

    fn put(&self, outgoing: Outgoing) {
        // If the thread has ended, there is nothing to be done.
        let _ = self.outbox.send(outgoing);
    }
}

/// Starts a thread.
///
/// # Errors
/// Returns a text if the system has no more threads.
pub(super) fn spawn(
    name: &str,
    run: impl FnOnce() + Send + 'static,
) -> Result<JoinHandle<()>, String> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(run)
        .map_err(|error| format!("cannot start the thread for {name}: {error}"))
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
                // This rank has failed. The transport is not closed, so that the message system ends the other ranks.
                mem::forget(transport);
                return;
            }
        }
    }
}
