//! Numbered work that all ranks share: rank 0 has the items and the results, and the others ask it for as many items at a time as
//! they have workers. A result does not depend on the worker that computes it.

use std::collections::HashMap;
use std::iter;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::task::Poll;
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::Mutex;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::transport::{Arrived, Mailbox};
use super::{Ranks, Workers};
use crate::workers::run_workers;

/// Time that a worker waits before it asks again for an item that is not ready. Also the time that rank 0 waits for a message
/// before it looks for new items and for the end of the work.
const PAUSE: Duration = Duration::from_millis(10);

/// Time that rank 0 waits at the end for a rank that does not leave.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where this rank is in the work that ranks share.
#[derive(Debug, Default)]
pub(super) struct SharedWork {
    /// On rank 0, the number of works that were begun; on other ranks, the number of the latest one. Messages that belong to
    /// another work are late, and ignored.
    pub(super) number: AtomicU32,
    /// Whether rank 0 has begun a work that this rank has not followed yet.
    has_begun: AtomicBool,
    /// Whether rank 0 has told this rank to leave.
    is_dismissed: AtomicBool,
}

/// What rank 0 tells another one.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToRank<I> {
    /// The work with this number begins. Works are numbered from 0 on.
    Begin(u32),
    /// Work on an item: the number of the work, the number of the item, and the item.
    Item(u32, u64, I),
    /// The work with this number is over, finished or not.
    End(u32),
    /// Leave.
    Quit,
}

/// What a rank tells rank 0.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum ToRank0<R> {
    /// So many workers are ready for the work with this number.
    Ready(u32, usize),
    /// A worker has finished an item, or gives up: the number of the work, the number of the item, and the result.
    Done(u32, u64, Option<R>),
    /// This rank leaves.
    Bye,
}

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
        let mailbox = self.mailbox.as_ref().filter(|_| items.peek().is_some());
        let tell = |order: &ToRank<()>| {
            if let Some(mailbox) = mailbox {
                send_to_others(mailbox, order);
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
            if let Some(mailbox) = mailbox {
                let mut others = RemoteWorkers {
                    mailbox,
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

    /// Waits, on a rank other than 0, until rank 0 begins a work, and returns the number of the work. Rank 0 numbers all works that
    /// it leads from 0 on, including those without items, of which the other ranks are not told. Returns `None` once rank 0 tells
    /// this rank to leave.
    pub fn next_work(&self) -> Option<u32> {
        let mailbox = self.mailbox.as_ref()?;
        loop {
            if let ToRank::Begin(number) = self.next_order::<Value>(mailbox)? {
                self.work.number.store(number, Ordering::Relaxed);
                self.work.has_begun.store(true, Ordering::Relaxed);
                return Some(number);
            }
        }
    }

    /// Works for rank 0 until rank 0 ends the work, finished or not. The work is the one that [`next_work`](Self::next_work) has
    /// returned, or else the next one. On rank 0, which leads, returns the workers.
    pub fn follow<'a, W, I, R, F>(&self, workers: Workers<'a, W, F>) -> Option<Workers<'a, W, F>>
    where
        W: Send,
        I: Send + DeserializeOwned,
        R: Serialize,
        F: Fn(&mut W, &I) -> Option<R> + Sync,
    {
        let Some(mailbox) = self.mailbox.as_ref().filter(|_| self.rank() > 0) else {
            return Some(workers);
        };
        if !self.work.has_begun.load(Ordering::Relaxed) {
            self.next_work()?;
        }
        self.work.has_begun.store(false, Ordering::Relaxed);
        let number = self.work.number.load(Ordering::Relaxed);
        let Workers {
            states,
            work,
            abort,
        } = workers;
        let reply = |reply: &ToRank0<R>| send(mailbox, 0, reply);
        reply(&ToRank0::Ready(number, states.len()));
        let work = |worker: &mut W, (id, item): (u64, I)| {
            let _guard = AbortOnPanic(mailbox);
            let result = work(worker, &item);
            let is_done = result.is_some();
            reply(&ToRank0::Done(number, id, result));
            is_done.then_some(())
        };
        let (queue, items) = channel();
        run_workers(states, items.into_iter(), work, |_results| {
            while let Some(order) = self.next_order(mailbox) {
                match order {
                    ToRank::Item(work, id, item) if work == number => {
                        // This fails only if all workers have panicked, which ends all ranks.
                        let _ = queue.send((id, item));
                    }
                    ToRank::End(work) if work == number => break,
                    _ => {}
                }
            }
            drop(queue);
            abort.store(true, Ordering::Relaxed);
        });
        None
    }

    /// Ends the sharing of work: rank 0 tells the others to leave, and they wait for that. A rank that fails must not call this, so
    /// that the message system notices and ends all ranks.
    pub fn leave(&self) {
        let Some(mailbox) = &self.mailbox else {
            return;
        };
        if self.rank() > 0 {
            while self.next_order::<Value>(mailbox).is_some() {}
            send(mailbox, 0, &ToRank0::<()>::Bye);
        } else {
            send_to_others(mailbox, &ToRank::<()>::Quit);
            if !have_left(mailbox) {
                mailbox.abort(&"another rank does not leave");
            }
        }
        mailbox.leave();
    }

    /// Waits for the next order; `None` once rank 0 has told this rank to leave.
    fn next_order<I: DeserializeOwned>(&self, mailbox: &Mailbox) -> Option<ToRank<I>> {
        if self.work.is_dismissed.load(Ordering::Relaxed) {
            return None;
        }
        let arrived = mailbox.inbox().recv().ok();
        let order = arrived
            .and_then(|message| read(mailbox, &message))
            .filter(|order| !matches!(order, ToRank::Quit));
        self.work
            .is_dismissed
            .store(order.is_none(), Ordering::Relaxed);
        order
    }
}

/// Ends all ranks if the thread panics. Otherwise rank 0 would wait for its result.
struct AbortOnPanic<'c>(&'c Mailbox);

impl Drop for AbortOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.abort(&"a worker has failed");
        }
    }
}

/// Waits until all other ranks leave. Returns whether they do so in time.
fn have_left(mailbox: &Mailbox) -> bool {
    let deadline = Instant::now() + PATIENCE;
    let mut left = 1;
    let inbox = mailbox.inbox();
    while left < mailbox.place.count {
        let patience = deadline.saturating_duration_since(Instant::now());
        let Ok(message) = inbox.recv_timeout(patience) else {
            return false;
        };
        if let Some(ToRank0::Bye) = read::<ToRank0<Value>>(mailbox, &message) {
            left += 1;
        }
    }
    true
}

/// Sends a message as JSON, which can hold items and results of any kind.
pub(super) fn send(mailbox: &Mailbox, to: usize, message: &impl Serialize) {
    match serde_json::to_vec(message) {
        Ok(bytes) => mailbox.send(to, bytes),
        Err(error) => mailbox.abort(&format_args!("a message to rank {to}: {error}")),
    }
}

/// Sends a message to all other ranks.
pub(super) fn send_to_others(mailbox: &Mailbox, message: &impl Serialize) {
    let others = (0..mailbox.place.count).filter(|&rank| rank != mailbox.place.rank);
    others.for_each(|rank| send(mailbox, rank, message));
}

/// Reads a message. A message that cannot be read ends all ranks.
pub(super) fn read<M: DeserializeOwned>(mailbox: &Mailbox, (from, message): &Arrived) -> Option<M> {
    serde_json::from_slice(message)
        .inspect_err(|error| {
            mailbox.abort(&format_args!(
                "from rank {from}: {error}; do all run the same version?"
            ));
        })
        .ok()
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
struct RemoteWorkers<'c, I> {
    mailbox: &'c Mailbox,
    work: u32,
    is_over: [&'c AtomicBool; 2],
    /// The rank of each worker that has nothing to do.
    idle: Vec<usize>,
    /// The items that workers of other ranks work on, by the numbers under which they were handed out.
    busy: HashMap<u64, I>,
    handed_out: u64,
}

impl<I: Serialize> RemoteWorkers<'_, I> {
    /// Hands out items and takes the results, to the end of the work.
    fn lead<R: DeserializeOwned, S>(
        &mut self,
        items: &Items<impl Iterator<Item = Poll<I>>>,
        finish: impl Fn(&I, R) -> S,
        results: &Sender<S>,
    ) {
        let inbox = self.mailbox.inbox();
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
            match read(self.mailbox, &message) {
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
            send(self.mailbox, rank, &order);
            self.busy.insert(self.handed_out, item);
        }
    }
}
