//! Workers of several ranks.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::courier::{Arrived, Courier};
use super::spawn_workers;
use super::transport::Transport;

/// How long a worker waits for an item that is not there yet, and rank 0 for a message before it looks at other things.
const PAUSE: Duration = Duration::from_millis(10);

/// How long rank 0 waits at the end for a rank that does not leave.
const PATIENCE: Duration = Duration::from_secs(60);

/// The ranks that share work: this process alone, or several.
#[derive(Debug, Default)]
pub struct Crew {
    courier: Option<Courier>,
    /// On rank 0 the works that were begun; on others the number of the latest one. Messages that belong to another one are late.
    works: AtomicU32,
    /// Rank 0 has begun a work that this rank has not followed yet.
    has_begun: AtomicBool,
    /// Rank 0 has sent this rank away.
    is_dismissed: AtomicBool,
}

/// The workers of a rank.
#[derive(Debug)]
pub struct Workers<'a, W, F> {
    /// What each of them has for itself.
    pub states: Vec<W>,
    /// Turns an item into a result, or gives up.
    pub work: F,
    /// What is being done is not wanted any more: ends the work of rank 0, and is set where another rank's work is over.
    pub abort: &'a AtomicBool,
}

/// What rank 0 tells another one.
#[derive(Debug, Serialize, Deserialize)]
enum Order<I> {
    /// There is work, with this number from 0 on.
    Begin { work: u32 },
    /// Work on an item.
    Item { work: u32, worker: usize, item: I },
    /// The work with this number is over, finished or not.
    End { work: u32 },
    /// Leave.
    Quit,
}

/// What a rank tells rank 0.
#[derive(Debug, Serialize, Deserialize)]
enum Reply<R> {
    /// So many workers are ready.
    Ready { work: u32, workers: usize },
    /// A worker has done its item, or gives up.
    Done {
        work: u32,
        worker: usize,
        result: Option<R>,
    },
    /// This rank leaves.
    Bye,
}

impl Crew {
    /// Joins this rank to the others. All messages are sent and received on one thread, which opens the transport.
    ///
    /// # Errors
    /// That of `open`, or a text where the thread cannot be started.
    pub fn join<T: Transport>(
        open: impl FnOnce() -> Result<T, String> + Send + 'static,
    ) -> Result<Self, String> {
        Ok(Self {
            courier: Some(Courier::start(open)?),
            ..Self::default()
        })
    }

    /// The number of this rank; 0 for one that is alone.
    #[must_use]
    pub fn rank(&self) -> usize {
        self.courier.as_ref().map_or(0, |courier| courier.rank)
    }

    /// The number of ranks.
    #[must_use]
    pub fn ranks(&self) -> usize {
        self.courier.as_ref().map_or(1, |courier| courier.count)
    }

    /// Whether rank 0, which is another one, has the items and the results.
    #[must_use]
    pub fn follows(&self) -> bool {
        self.rank() > 0
    }

    /// An error as text that names this rank, if it follows.
    #[must_use]
    pub fn sign(&self, error: &impl fmt::Display) -> String {
        match self.rank() {
            0 => error.to_string(),
            rank => format!("rank {rank}: {error}"),
        }
    }

    /// Shares the items with the workers of all ranks, as rank 0.
    ///
    /// `finish` gets each result before its worker gets another item, and `receive` what it makes of them, on the calling thread,
    /// in the order in which they are ready. An item that is [`Poll::Pending`] is asked for again. The work ends when there are
    /// no more items, when `receive` returns, or when `abort` is set.
    pub fn lead<W, I, R, F, S: Send, T>(
        &self,
        Workers {
            states,
            work,
            abort,
        }: Workers<'_, W, F>,
        items: impl Iterator<Item = Poll<I>> + Send,
        finish: impl Fn(&I, R) -> S + Sync,
        receive: impl FnOnce(Receiver<S>) -> T,
    ) -> T
    where
        W: Send,
        I: Send + Serialize,
        R: DeserializeOwned,
        F: Fn(&mut W, &I) -> Option<R> + Sync,
    {
        let number = self.works.fetch_add(1, Ordering::Relaxed);
        let mut items = items.peekable();
        let courier = self.courier.as_ref().filter(|_| items.peek().is_some());
        let tell = |order: &Order<()>| {
            if let Some(courier) = courier {
                courier.send_to_others(order);
            }
        };
        tell(&Order::Begin { work: number });
        let items = Items::new(items);
        let is_over = AtomicBool::new(false);
        let next = || items.wait();
        let work = |worker: &mut W, item: I| {
            let result = work(worker, &item)?;
            Some(finish(&item, result))
        };
        let (sender, results) = channel();
        let received = thread::scope(|scope| {
            spawn_workers(scope, states, &next, &work, &sender);
            if let Some(courier) = courier {
                let mut others = Others {
                    courier,
                    work: number,
                    is_over: [abort, &is_over],
                    idle: Vec::new(),
                    busy: HashMap::new(),
                };
                let (sender, items, finish) = (sender.clone(), &items, &finish);
                scope.spawn(move || others.lead(items, finish, &sender));
            }
            drop(sender);
            let received = receive(results);
            is_over.store(true, Ordering::Relaxed);
            received
        });
        tell(&Order::End { work: number });
        received
    }

    /// Waits until rank 0 begins a work, for a rank that follows. Returns its number, from 0 on, of those that rank 0 leads, some
    /// of which need no others; `None` once rank 0 sends this rank away.
    pub fn next_work(&self) -> Option<u32> {
        let courier = self.courier.as_ref()?;
        loop {
            if let Order::Begin { work } = self.next_order::<Value>(courier)? {
                self.works.store(work, Ordering::Relaxed);
                self.has_begun.store(true, Ordering::Relaxed);
                return Some(work);
            }
        }
    }

    /// Works for rank 0 until it ends the work, finished or not, which is that of [`next_work`](Self::next_work) where it was
    /// asked for.
    pub fn follow<W, I, R, F>(
        &self,
        Workers {
            states,
            work,
            abort,
        }: Workers<'_, W, F>,
    ) where
        W: Send,
        I: Send + DeserializeOwned,
        R: Serialize,
        F: Fn(&mut W, &I) -> Option<R> + Sync,
    {
        let Some(courier) = &self.courier else {
            return;
        };
        if !self.has_begun.load(Ordering::Relaxed) && self.next_work().is_none() {
            return;
        }
        self.has_begun.store(false, Ordering::Relaxed);
        let number = self.works.load(Ordering::Relaxed);
        let reply = |reply: &Reply<R>| courier.send(0, reply);
        reply(&Reply::Ready {
            work: number,
            workers: states.len(),
        });
        thread::scope(|scope| {
            let mut inboxes: Vec<Sender<I>> = Vec::new();
            for (worker, mut state) in states.into_iter().enumerate() {
                let (inbox, items) = channel();
                inboxes.push(inbox);
                let work = &work;
                scope.spawn(move || {
                    let _guard = AbortOnPanic(courier);
                    for item in items {
                        reply(&Reply::Done {
                            work: number,
                            worker,
                            result: work(&mut state, &item),
                        });
                    }
                });
            }
            while let Some(order) = self.next_order::<I>(courier) {
                match order {
                    Order::Item { work, worker, item } if work == number => {
                        if let Some(inbox) = inboxes.get(worker) {
                            // A worker that is gone has ended all ranks.
                            let _ = inbox.send(item);
                        }
                    }
                    Order::End { work } if work == number => break,
                    _ => {}
                }
            }
            abort.store(true, Ordering::Relaxed);
        });
    }

    /// Ends the crew: rank 0 sends the others away, and these wait for it. A rank that fails ends without it, so that the system
    /// for messages notices and ends all.
    pub fn leave(&self) {
        let Some(courier) = &self.courier else {
            return;
        };
        if courier.rank > 0 {
            while self.next_order::<Value>(courier).is_some() {}
            courier.send(0, &Reply::<()>::Bye);
        } else {
            courier.send_to_others(&Order::<()>::Quit);
            if !have_left(courier) {
                log::error!("rank 0: another rank does not leave");
                courier.abort();
            }
        }
        courier.leave();
    }

    /// The next order; `None` once rank 0 has sent this rank away.
    fn next_order<I: DeserializeOwned>(&self, courier: &Courier) -> Option<Order<I>> {
        if self.is_dismissed.load(Ordering::Relaxed) {
            return None;
        }
        let arrived = courier.inbox().recv().ok();
        let order = arrived.and_then(|message| read(courier, &message));
        if matches!(order, None | Some(Order::Quit)) {
            self.is_dismissed.store(true, Ordering::Relaxed);
            return None;
        }
        order
    }
}

/// Ends all ranks if the thread panics: rank 0 would wait for its result.
struct AbortOnPanic<'c>(&'c Courier);

impl Drop for AbortOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.abort();
        }
    }
}

/// Whether all others leave in time.
fn have_left(courier: &Courier) -> bool {
    let deadline = Instant::now() + PATIENCE;
    let mut left = 1;
    let inbox = courier.inbox();
    while left < courier.count {
        let patience = deadline.saturating_duration_since(Instant::now());
        let Ok(message) = inbox.recv_timeout(patience) else {
            return false;
        };
        if let Some(Reply::Bye) = read::<Reply<Value>>(courier, &message) {
            left += 1;
        }
    }
    true
}

/// Reads a message. One that makes no sense ends all ranks.
fn read<M: DeserializeOwned>(courier: &Courier, (from, message): &Arrived) -> Option<M> {
    let read = serde_json::from_slice(message);
    if let Err(error) = &read {
        let rank = courier.rank;
        log::error!("rank {rank}, from rank {from}: {error}; do all run the same version?");
        courier.abort();
    }
    read.ok()
}

/// The items, in their order.
struct Items<S> {
    source: Mutex<S>,
    /// There are no more.
    is_empty: AtomicBool,
}

impl<I, S: Iterator<Item = Poll<I>>> Items<S> {
    fn new(source: S) -> Self {
        Self {
            source: Mutex::new(source),
            is_empty: AtomicBool::new(false),
        }
    }

    fn next(&self) -> Option<Poll<I>> {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let next = source.next();
        if next.is_none() {
            self.is_empty.store(true, Ordering::Relaxed);
        }
        next
    }

    /// The next item, when it is there.
    fn wait(&self) -> Option<I> {
        loop {
            match self.next()? {
                Poll::Ready(item) => return Some(item),
                Poll::Pending => thread::sleep(PAUSE),
            }
        }
    }
}

/// The workers of other ranks, each of them a rank and the number of a worker there.
struct Others<'c, I> {
    courier: &'c Courier,
    work: u32,
    is_over: [&'c AtomicBool; 2],
    idle: Vec<(usize, usize)>,
    /// With what they work on.
    busy: HashMap<(usize, usize), I>,
}

impl<I: Serialize> Others<'_, I> {
    /// Hands out items and takes the results, to the end of the work.
    fn lead<R: DeserializeOwned, S>(
        &mut self,
        items: &Items<impl Iterator<Item = Poll<I>>>,
        finish: impl Fn(&I, R) -> S,
        results: &Sender<S>,
    ) {
        let inbox = self.courier.inbox();
        while !self.is_over.iter().any(|flag| flag.load(Ordering::Relaxed)) {
            self.hand_out(items);
            if items.is_empty.load(Ordering::Relaxed) && self.busy.is_empty() {
                return;
            }
            let reply = match inbox.recv_timeout(PAUSE) {
                Ok(message) => read(self.courier, &message).map(|reply| (message.0, reply)),
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            match reply {
                Some((rank, Reply::Ready { work, workers })) if work == self.work => {
                    self.idle.extend((0..workers).map(|worker| (rank, worker)));
                }
                Some((
                    rank,
                    Reply::Done {
                        work,
                        worker,
                        result,
                    },
                )) if work == self.work => {
                    let Some(item) = self.busy.remove(&(rank, worker)) else {
                        continue;
                    };
                    if let Some(result) = result {
                        if results.send(finish(&item, result)).is_err() {
                            return;
                        }
                        self.idle.push((rank, worker));
                    }
                }
                _ => {}
            }
        }
    }

    fn hand_out(&mut self, items: &Items<impl Iterator<Item = Poll<I>>>) {
        while let Some(&(rank, worker)) = self.idle.last()
            && let Some(Poll::Ready(item)) = items.next()
        {
            self.idle.pop();
            let order = Order::Item {
                work: self.work,
                worker,
                item: &item,
            };
            self.courier.send(rank, &order);
            self.busy.insert((rank, worker), item);
        }
    }
}
