//! Ranks in threads of one process, which talk over channels.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};

use crate::ranks::{Launch, Transport};

/// Channels to all ranks.
#[derive(Debug)]
pub(super) struct Channels {
    place: Launch,
    others: Vec<Sender<(usize, Vec<u8>)>>,
    inbox: Receiver<(usize, Vec<u8>)>,
    is_aborted: Arc<AtomicBool>,
}

impl Transport for Channels {
    fn place(&self) -> Launch {
        self.place
    }

    fn send(&mut self, to: usize, message: &[u8]) {
        let message = (self.place.rank, message.to_vec());
        self.others[to].send(message).unwrap();
    }

    fn receive(&mut self) -> Option<(usize, Vec<u8>)> {
        assert!(!self.is_aborted.load(Ordering::Relaxed), "aborted");
        self.inbox.try_recv().ok()
    }

    fn abort(&mut self) {
        self.is_aborted.store(true, Ordering::Relaxed);
    }
}

/// Returns the transports of so many ranks, connected by channels.
pub(super) fn channels(count: usize) -> Vec<Channels> {
    let (others, inboxes): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
    let inboxes = inboxes.into_iter().enumerate();
    let is_aborted = Arc::default();
    inboxes
        .map(|(rank, inbox)| Channels {
            place: Launch { rank, count },
            others: others.clone(),
            inbox,
            is_aborted: Arc::clone(&is_aborted),
        })
        .collect()
}
