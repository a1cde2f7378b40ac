//! What carries messages between ranks, and the thread that uses it.

use std::fmt;
use std::mem;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::thread;
use std::thread::JoinHandle;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use super::Launch;

/// Time between two checks for messages, much less than the usual time between two rounds of a search.
pub(super) const PAUSE: Duration = Duration::from_millis(1);

/// Carries messages between ranks. It is used on one thread only, which opened it.
pub trait Transport {
    /// The number of this rank and the number of ranks.
    fn place(&self) -> Launch;

    /// Sends a message without waiting for the receiver. Messages from one rank to another arrive in order.
    fn send(&mut self, to: usize, message: &[u8]);

    /// Returns the next message that was sent to this rank, with its sender; `None` if none has arrived.
    fn receive(&mut self) -> Option<(usize, Vec<u8>)>;

    /// Waits until every rank gives a message in a call of this function, and returns all these messages by rank. Ends all ranks
    /// if `gives_up` is set meanwhile.
    fn all_gather(&mut self, own: &[u8], gives_up: &AtomicBool) -> Vec<Vec<u8>>;

    /// Ends all ranks at once, because this one cannot leave or go on.
    fn abort(&mut self);
}

/// Starts the thread that opens the transport and uses it in `run`. Returns when the transport is open.
///
/// # Errors
/// Returns the error of `open`, or a text if the thread cannot be started or the transport contradicts the launcher: ranks that the
/// launcher of another MPI has started do not know of each other.
pub(super) fn start<T: Transport>(
    launch: Launch,
    open: impl FnOnce() -> Result<T, String> + Send + 'static,
    run: impl FnOnce(T) + Send + 'static,
) -> Result<JoinHandle<()>, String> {
    let (sender, opened) = sync_channel(1);
    let open = move || {
        let transport = open()?;
        let place = transport.place();
        if place != launch {
            return Err(format!(
                "started as rank {} of {}, but MPI says {} of {}: was the program built for another MPI?",
                launch.rank, launch.count, place.rank, place.count
            ));
        }
        Ok(transport)
    };
    let run = move || match open() {
        Ok(transport) => {
            let _ = sender.send(Ok(()));
            run(transport);
        }
        Err(error) => {
            let _ = sender.send(Err(error));
        }
    };
    let thread = thread::Builder::new()
        .name("messages".to_owned())
        .spawn(run)
        .map_err(|error| format!("cannot start the thread for messages: {error}"))?;
    opened
        .recv()
        .unwrap_or_else(|_| Err("the thread for messages has failed".to_owned()))?;
    log::info!("rank {} of {}", launch.rank, launch.count);
    Ok(thread)
}

/// A message that has arrived, and its sender.
pub(super) type Arrived = (usize, Vec<u8>);

/// Messages between two ranks at a time, which a thread of its own sends and receives.
#[derive(Debug)]
pub(super) struct Mailbox {
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

impl Mailbox {
    /// Opens the transport on the thread that uses it.
    ///
    /// # Errors
    /// Those of [`start`].
    pub(super) fn open<T: Transport>(
        place: Launch,
        open: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<Self, String> {
        let (outbox, outgoing) = channel();
        let (arrived, inbox) = channel();
        let thread = start(place, open, move |transport| {
            carry(transport, &outgoing, &arrived);
        })?;
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
