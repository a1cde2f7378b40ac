//! A rank in real time: a thread for its messages, and the searches that it is ordered to make.

use std::fmt;
use std::panic;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::thread::{JoinHandle, Thread};
use std::time::{Duration, Instant};

use super::command::Command;
use super::member::Member;
use super::order::Order;
use super::relay::{Hub, Relay, Traffic};
use crate::search::{Exchange, Params, Searcher, Sharing};
use crate::workers::Transport;

/// Time between two looks at the messages while a search goes on, much less than the usual period.
const BUSY: Duration = Duration::from_millis(2);

/// The same between searches: the next order is this late at each step of the tree at most.
const IDLE: Duration = Duration::from_millis(5);

/// How long rank 0 waits at the end for a rank that takes no messages.
const PATIENCE: Duration = Duration::from_secs(10);

/// A rank that is joined to others.
pub struct Station {
    rank: usize,
    count: usize,
    hub: Arc<Hub>,
    orders: Arc<Orders>,
    messages: Option<JoinHandle<Traffic>>,
    wake: Thread,
}

impl Station {
    /// Joins this rank to the others. All messages are sent and received on one thread, which opens the transport.
    ///
    /// # Errors
    /// That of `open`, or a text where the thread cannot be started.
    pub fn join<T: Transport>(
        open: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<Self, String> {
        let (opened, joined) = sync_channel(1);
        let orders = Arc::new(Orders::default());
        let told = Arc::clone(&orders);
        let run = move || {
            let mut transport = match open() {
                Ok(transport) => transport,
                Err(error) => {
                    let _ = opened.send(Err(error));
                    return Traffic::default();
                }
            };
            let (rank, count) = (transport.rank(), transport.count());
            let relay = Relay::new(rank, count, Sharing::DEFAULT.period());
            let hub = Arc::new(Hub::new(relay));
            if opened.send(Ok((rank, count, Arc::clone(&hub)))).is_err() {
                return Traffic::default();
            }
            carry(&mut transport, &hub, &told)
        };
        let messages = thread::Builder::new().name("messages".to_owned());
        let messages = messages
            .spawn(run)
            .map_err(|error| format!("cannot start the thread for messages: {error}"))?;
        let (rank, count, hub) = joined
            .recv()
            .unwrap_or_else(|_| Err("the thread for messages has failed".to_owned()))?;
        Ok(Self {
            rank,
            count,
            hub,
            orders,
            wake: messages.thread().clone(),
            messages: Some(messages),
        })
    }

    /// The number of this rank.
    #[must_use]
    pub const fn rank(&self) -> usize {
        self.rank
    }

    /// The number of ranks.
    #[must_use]
    pub const fn count(&self) -> usize {
        self.count
    }

    /// What joins the searches of rank 0 to those of the others; one engine at a time may have it.
    #[must_use]
    pub fn leader(&self) -> Box<dyn Exchange> {
        Box::new(Member::leader(Arc::clone(&self.hub), self.waker()))
    }

    /// Searches what rank 0 does, with the memory and threads of these parameters, until rank 0 leaves.
    ///
    /// # Errors
    /// Where an order makes no sense to this rank.
    pub fn follow(&self, searcher: &mut Searcher, machine: &Params) -> Result<(), super::BadOrder> {
        let ordered = Arc::new(AtomicU32::new(0));
        let hub = Arc::clone(&self.hub);
        let member = Member::follower(hub, Arc::clone(&ordered), self.waker());
        searcher.set_exchange(Box::new(member));
        while let Some(Ordered {
            number,
            order,
            stop,
        }) = self.orders.next()
        {
            ordered.store(number, Ordering::Relaxed);
            let report = order.follow(searcher, self.rank, machine, &stop)?;
            log::debug!(
                "search {number}: {} visits, with those of other ranks",
                report.playouts
            );
        }
        Ok(())
    }

    fn waker(&self) -> impl Fn() + Send + 'static {
        let thread = self.wake.clone();
        move || thread.unpark()
    }
}

impl Drop for Station {
    /// Rank 0 sends the others away. A rank that leaves before it is sent away does not say good-bye, so that the system for
    /// messages notices.
    fn drop(&mut self) {
        if self.rank > 0 && !self.orders.slot().has_quit {
            return;
        }
        if self.rank == 0 {
            self.hub.relay().command(&Command::Quit);
            self.orders.put(Command::Quit);
            self.wake.unpark();
        }
        if let Some(messages) = self.messages.take() {
            match messages.join() {
                Ok(traffic) => log::debug!("rank {} has sent {traffic:?}", self.rank),
                Err(panic) if !thread::panicking() => panic::resume_unwind(panic),
                Err(_) => {}
            }
        }
    }
}

impl fmt::Debug for Station {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Station")
            .field("rank", &self.rank)
            .field("count", &self.count)
            .finish_non_exhaustive()
    }
}

/// Carries messages until rank 0 leaves.
fn carry(transport: &mut impl Transport, hub: &Hub, orders: &Orders) -> Traffic {
    let start = Instant::now();
    let mut quit_at: Option<Instant> = None;
    loop {
        let arrived: Vec<_> = std::iter::from_fn(|| transport.receive()).collect();
        let mut relay = hub.relay();
        for (from, message) in arrived {
            match relay.receive(from, &message) {
                Ok(Some(command)) => orders.put(command),
                Ok(None) => {}
                Err(error) => {
                    log::error!("rank {}, from rank {from}: {error}", transport.rank());
                    transport.abort();
                }
            }
        }
        let outgoing = relay.outgoing(start.elapsed());
        let (traffic, is_idle) = (relay.traffic(), relay.is_idle());
        drop(relay);
        for (to, message) in outgoing {
            transport.send(to, &message);
        }
        let slot = orders.slot();
        let is_searching = slot.number > 0 && !slot.stop.load(Ordering::Relaxed);
        let has_quit = slot.has_quit;
        drop(slot);
        if has_quit {
            if is_idle {
                return traffic;
            }
            if quit_at.get_or_insert_with(Instant::now).elapsed() > PATIENCE {
                log::error!("rank {}: another rank does not leave", transport.rank());
                transport.abort();
                return traffic;
            }
        }
        let is_busy = is_searching || !is_idle;
        thread::park_timeout(if is_busy { BUSY } else { IDLE });
    }
}

/// The orders of rank 0, the latest one only.
#[derive(Debug, Default)]
struct Orders {
    slot: Mutex<Slot>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Slot {
    next: Option<Ordered>,
    /// Number of the latest search.
    number: u32,
    /// Ends it.
    stop: Arc<AtomicBool>,
    has_quit: bool,
}

#[derive(Debug)]
struct Ordered {
    number: u32,
    order: Box<Order>,
    stop: Arc<AtomicBool>,
}

impl Orders {
    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search under way, and keeps what is to be done next.
    fn put(&self, command: Command) {
        let mut slot = self.slot();
        match command {
            Command::Search(number, order) => {
                slot.stop.store(true, Ordering::Relaxed);
                slot.stop = Arc::default();
                slot.number = number;
                slot.next = Some(Ordered {
                    number,
                    order,
                    stop: Arc::clone(&slot.stop),
                });
            }
            Command::Stop(number) if number != slot.number => {}
            Command::Stop(_) => slot.stop.store(true, Ordering::Relaxed),
            Command::Quit => {
                slot.stop.store(true, Ordering::Relaxed);
                slot.has_quit = true;
            }
        }
        drop(slot);
        self.changed.notify_all();
    }

    /// Waits for the next search; `None` when rank 0 has left.
    fn next(&self) -> Option<Ordered> {
        let nothing = |slot: &mut Slot| slot.next.is_none() && !slot.has_quit;
        let waited = self.changed.wait_while(self.slot(), nothing);
        let mut slot = waited.unwrap_or_else(PoisonError::into_inner);
        let next = slot.next.take();
        next.filter(|_| !slot.has_quit)
    }
}

#[cfg(test)]
mod tests;
