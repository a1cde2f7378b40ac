//! Ranks in threads of one process, which talk over channels.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::ranks::{Launch, Transport};

type Message = (usize, Vec<u8>);

/// Channels to all ranks.
#[derive(Debug)]
pub(super) struct Channels {
    place: Launch,
    others: Vec<Sender<Message>>,
    inbox: Receiver<Message>,
    /// Those that have arrived, by rank.
    waiting: Vec<VecDeque<Vec<u8>>>,
    is_aborted: Arc<AtomicBool>,
}

impl Channels {
    fn check(&self) {
        assert!(!self.is_aborted.load(Ordering::Relaxed), "aborted");
    }
}

impl Transport for Channels {
    fn place(&self) -> Launch {
        self.place
    }

    fn all_gather(&mut self, own: &[u8], gives_up: &AtomicBool) -> Vec<Vec<u8>> {
        for to in &self.others {
            // A rank may have ended only after the last call of all.
            to.send((self.place.rank, own.to_vec())).unwrap();
        }
        while self.waiting.iter().any(VecDeque::is_empty) {
            self.check();
            if gives_up.load(Ordering::Relaxed) {
                self.abort();
            }
            match self.inbox.try_recv() {
                Ok((rank, message)) => self.waiting[rank].push_back(message),
                Err(_) => thread::yield_now(),
            }
        }
        let first = self.waiting.iter_mut().map(VecDeque::pop_front);
        first.map(Option::unwrap).collect()
    }

    fn abort(&mut self) {
        self.is_aborted.store(true, Ordering::Relaxed);
    }
}

/// Returns the transports of so many ranks, connected by channels.
pub(super) fn channels(count: usize) -> Vec<Channels> {
    let (others, inboxes): (Vec<_>, Vec<_>) = (0..count).map(|_| channel()).unzip();
    let is_aborted = Arc::default();
    let inboxes = inboxes.into_iter().enumerate();
    inboxes
        .map(|(rank, inbox)| Channels {
            place: Launch { rank, count },
            others: others.clone(),
            inbox,
            waiting: vec![VecDeque::new(); count],
            is_aborted: Arc::clone(&is_aborted),
        })
        .collect()
}
