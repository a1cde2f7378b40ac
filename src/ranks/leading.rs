//! Rank 0 of shared work, which hands out the items.

use std::collections::HashMap;
use std::iter;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::task::Poll;
use std::thread;
use std::time::Duration;

use parking_lot::Mutex;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::courier::Courier;
use super::work::{ToRank, ToRank0, read, send, send_to_others};
use super::{Ranks, Workers};

/// Time that a worker waits before it asks again for an item that is not ready. Also the time that rank 0 waits for a message
/// before it looks for new items and for the end of the work.
const PAUSE: Duration = Duration::from_millis(10);

impl Ranks {
    /// Shares the items with the workers of all ranks, as rank 0.
    ///
    /// `finish` is called with each result before the worker gets another item. `receive` runs on the calling thread and gets the
    /// return values of `finish`, in the order in which they are ready. An item that is [`Poll::Pending`] is asked for again later.
    /// The work ends when there are no more items, when `receive` returns, or when `abort` is set.
    pub fn lead<W, I, R, F, S: Send, T>(
        &self,
        workers: Workers<'_, W, F>,
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
        let Workers {
            states,
            work,
            abort,
        } = workers;
        let number = self.work.number.fetch_add(1, Ordering::Relaxed);
        let mut items = items.peekable();
        let courier = self.workmates().filter(|_| items.peek().is_some());
        let tell = |order: &ToRank<()>| {
            if let Some(courier) = courier {
                send_to_others(courier, order);
            }
        };
        tell(&ToRank::Begin(number));
        let items = Items::new(items);
        let is_over = AtomicBool::new(false);
        let (sender, results) = channel();
        let received = thread::scope(|scope| {
            for mut worker in states {
                let (sender, items, work, finish) = (sender.clone(), &items, &work, &finish);
                scope.spawn(move || {
                    while let Some(item) = items.wait()
                        && let Some(result) = work(&mut worker, &item)
                        && sender.send(finish(&item, result)).is_ok()
                    {}
                });
            }
            if let Some(courier) = courier {
                let mut others = Others {
                    courier,
                    work: number,
                    is_over: [abort, &is_over],
                    idle: Vec::new(),
                    busy: HashMap::new(),
                    handed_out: 0,
                };
                let (sender, items, finish) = (sender.clone(), &items, &finish);
                scope.spawn(move || others.lead(items, finish, &sender));
            }
            drop(sender);
            let received = receive(results);
            is_over.store(true, Ordering::Relaxed);
            received
        });
        tell(&ToRank::End(number));
        received
    }
}

/// The items, in their order.
struct Items<S> {
    source: Mutex<S>,
    /// Whether there are no more items.
    is_empty: AtomicBool,
}

impl<I, S: Iterator<Item = Poll<I>>> Items<S> {
    const fn new(source: S) -> Self {
        Self {
            source: Mutex::new(source),
            is_empty: AtomicBool::new(false),
        }
    }

    fn next(&self) -> Option<Poll<I>> {
        let next = self.source.lock().next();
        if next.is_none() {
            self.is_empty.store(true, Ordering::Relaxed);
        }
        next
    }

    /// Waits for the next item; `None` if there are no more.
    fn wait(&self) -> Option<I> {
        loop {
            match self.next()? {
                Poll::Ready(item) => return Some(item),
                Poll::Pending => thread::sleep(PAUSE),
            }
        }
    }
}

/// The workers of other ranks.
struct Others<'c, I> {
    courier: &'c Courier,
    work: u32,
    is_over: [&'c AtomicBool; 2],
    /// The rank of each worker that has nothing to do.
    idle: Vec<usize>,
    /// The items that workers of other ranks work on, by the numbers under which they were handed out.
    busy: HashMap<u64, I>,
    handed_out: u64,
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
            let message = match inbox.recv_timeout(PAUSE) {
                Ok(message) => message,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            match read(self.courier, &message) {
                Some(ToRank0::Ready(work, workers)) if work == self.work => {
                    self.idle.extend(iter::repeat_n(message.0, workers));
                }
                Some(ToRank0::Done(work, id, result)) if work == self.work => {
                    let Some((item, result)) = self.busy.remove(&id).zip(result) else {
                        continue;
                    };
                    if results.send(finish(&item, result)).is_err() {
                        return;
                    }
                    self.idle.push(message.0);
                }
                _ => {}
            }
        }
    }

    fn hand_out(&mut self, items: &Items<impl Iterator<Item = Poll<I>>>) {
        while let Some(&rank) = self.idle.last()
            && let Some(Poll::Ready(item)) = items.next()
        {
            self.idle.pop();
            self.handed_out += 1;
            let order = ToRank::Item(self.work, self.handed_out, &item);
            send(self.courier, rank, &order);
            self.busy.insert(self.handed_out, item);
        }
    }
}
